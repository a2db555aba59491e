/** What a report says that stands in another site. */
export const embedded = {
  'embedding.page.opening': 'Opening…',
  'embedding.page.over': 'Your session has ended',
  'embedding.page.overText': 'Reload the page to continue.',
  'embedding.page.reload': 'Reload',
  'embedding.page.refused': 'This page could not be opened',
  'embedding.page.refusedText': 'Reload the page that contains this one. If that doesn’t help, tell whoever runs that site.',
  'embedding.page.report': 'Report {{name}}',
  'embedding.page.external': 'This report is on another site and opens in its own window.',
  'embedding.page.externalOpen': 'Open the report',
};
