import { expect, test } from 'vitest';
import { type ReportDraft, reportFields } from '../../../domain/report-management/fields.ts';
import { getVerb } from './history-words.ts';
import { draftProblems, getTab, sameField } from './report-draft.ts';
import { getView, rowAfter, wouldChange } from './views.ts';

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
  expect([getTab('title'), getTab('sideFilter'), getTab('resolution')]).toEqual(['data', 'pages', 'appearance']);
});

test('views, actions and their results', () => {
  expect([getView('hidden'), getView('nonsense'), getView(undefined)]).toEqual(['hidden', 'all', 'all']);
  const row = { hidden: true, verified: false, onCatalog: false } as Parameters<typeof rowAfter>[1]; // because only the flags matter here
  expect([wouldChange('show', row), wouldChange('hide', row)]).toEqual([true, false]);
  expect(rowAfter('show', row)).toMatchObject({ hidden: false });
  expect(rowAfter('verify', row)).toMatchObject({ hidden: true, verified: true });
  expect([getVerb('report.edit'), getVerb('grant.add'), getVerb('report.strange')]).toEqual(['edit', 'other', 'other']);
});
