import { expect, test } from 'vitest';
import { type ReportDraft, reportFields } from '../../../domain/report-management/fields.ts';
import { verbOf } from './history-words.ts';
import { draftProblems, sameField, tabOf } from './report-draft.ts';
import { rowAfter, viewOf, wouldChange } from './views.ts';

const draft: ReportDraft = {
  ...{ title: 'Vendas', description: '', texts: { 'en-US': { title: 'Sales', description: '' } }, verified: false, hidden: false },
  ...{ externalUrl: null, navigationPanel: false, sideFilter: false, hiddenPages: false, visualHeaders: true, mobileBackground: true },
  ...{ orientation: 'auto', showLastUpdate: true, tenantColors: false, allowEdit: false, restriction: 'none', onCatalog: false },
  ...{ onApp: true, watermark: 'inherit', ignoreRlsRole: null, catalogDescription: '', resolution: null },
  ...{ groupId: null, subgroupId: null, ownerId: null, coverKind: 'ridge', custom: {} },
};

const changedFields = (one: ReportDraft, other: ReportDraft) => reportFields.filter((field) => !sameField(field, one, other));

test('changes are counted by field, texts compared by content', () => {
  expect(changedFields(draft, { ...draft })).toEqual([]);
  expect(changedFields(draft, { ...draft, texts: { 'en-US': { description: '', title: 'Sales' } } })).toEqual([]);
  expect(changedFields(draft, { ...draft, title: 'Metas', texts: {} })).toEqual(['title', 'texts']);
});

test('a draft reports its errors and their tabs', () => {
  expect(draftProblems(draft)).toEqual({});
  const wrong = {
    ...draft,
    title: ' ',
    externalUrl: 'http://x',
    ignoreRlsRole: '',
    resolution: '1920',
    texts: { es: { title: '', description: '' } },
  };
  expect(Object.keys(draftProblems(wrong)).sort()).toEqual(['externalUrl', 'ignoreRlsRole', 'resolution', 'texts', 'title']);
  expect([tabOf('title'), tabOf('sideFilter'), tabOf('resolution')]).toEqual(['data', 'pages', 'appearance']);
});

test('views, actions and their results', () => {
  expect([viewOf('hidden'), viewOf('nonsense'), viewOf(undefined)]).toEqual(['hidden', 'all', 'all']);
  const row = { hidden: true, verified: false, onCatalog: false } as Parameters<typeof rowAfter>[1]; // because only the flags matter here
  expect([wouldChange('show', row), wouldChange('hide', row)]).toEqual([true, false]);
  expect(rowAfter('show', row)).toMatchObject({ hidden: false });
  expect(rowAfter('verify', row)).toMatchObject({ hidden: true, verified: true });
  expect([verbOf('report.edit'), verbOf('grant.add'), verbOf('report.strange')]).toEqual(['edit', 'other', 'other']);
});
