// The head of every page, which the Worker writes.
export const page = {
  'page.description': 'Reports and dashboards of {{name}}. Sign in to see yours.',
  'page.maintenance': 'From {{from}} to {{until}}.',
};
