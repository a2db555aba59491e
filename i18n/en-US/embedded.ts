/** What a report says that stands in another site. */
export const embedded = {
  'embedding.page.opening': 'Opening…',
  'embedding.page.over': 'The session is over',
  'embedding.page.overText': 'Reload the page to go on.',
  'embedding.page.reload': 'Reload',
  'embedding.page.refused': 'This page could not be opened',
  'embedding.page.refusedText': 'Reload the page around this one. If it stays so, tell whoever runs that site.',
  'embedding.page.report': 'Report {{name}}',
  'embedding.page.external': 'This report stands on another site and opens in a window of its own.',
  'embedding.page.externalOpen': 'Open the report',
};
