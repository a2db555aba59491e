import { expect, it } from 'vitest';
import { shareLink } from './share-link.ts';

it('a link leads to the report, to its page and to the view', () => {
  expect(shareLink('https://vertice.test', '/1/reports/view', { page: 'ReportSection 2', view: 'v1' })).toBe(
    'https://vertice.test/1/reports/view?page=ReportSection+2&view=v1',
  );
  expect(shareLink('https://vertice.test', '/1/reports/view', { page: null, view: null })).toBe('https://vertice.test/1/reports/view');
});
