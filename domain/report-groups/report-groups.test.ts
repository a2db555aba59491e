import { describe, expect, test } from 'vitest';
import { changedFields, draftProblems } from './draft.ts';
import { emptyDraft, groupColumns, groupFields, textNames } from './fields.ts';
import { looksAtGroups } from './side.ts';

describe('the side of /reports', () => {
  test('an administrator administers unless the address asks to view', () => {
    expect(looksAtGroups(true, {})).toBe(false);
    expect(looksAtGroups(true, { tab: 'subgroups' })).toBe(false);
    expect(looksAtGroups(true, { group: 'g1' })).toBe(true);
    expect(looksAtGroups(true, { tab: 'view' })).toBe(true);
  });
  test('a user who may not administer always views', () => {
    expect(looksAtGroups(false, {})).toBe(true);
    expect(looksAtGroups(false, { tab: 'subgroups' })).toBe(true);
  });
});

describe('a draft', () => {
  const draft = { ...emptyDraft, name: 'Vendas' };
  test('needs a name, a group for a sub-group, and people if they are the audience', () => {
    expect(draftProblems(draft, 'groups')).toEqual({});
    expect(draftProblems({ ...draft, name: '  ' }, 'groups')).toEqual({ name: 'ui.form.required' });
    expect(draftProblems({ ...draft, name: '\u0301' }, 'groups')).toEqual({ name: 'ui.form.invalid' });
    expect(draftProblems({ ...draft, audience: 'chosen' }, 'subgroups')).toEqual({
      groupId: 'ui.form.required',
      viewers: 'ui.form.required',
    });
  });
  test('lists the fields that differ; selected people do not count for another audience', () => {
    expect(changedFields(draft, { ...draft, viewers: ['u1'] })).toEqual([]);
    expect(
      changedFields({ ...draft, audience: 'chosen', viewers: ['u1', 'u2'] }, { ...draft, audience: 'chosen', viewers: ['u2', 'u1'] }),
    ).toEqual([]);
    expect(changedFields({ ...draft, name: 'Metas' }, { ...draft, audience: 'chosen', viewers: ['u1'] })).toEqual([
      'name',
      'audience',
      'viewers',
    ]);
  });
});

describe('the fields', () => {
  test('are in a fixed order in the form, texts after the name', () =>
    expect(groupFields).toEqual(['groupId', 'name', ...textNames, 'audience', 'viewers']));
  test('are columns of both lists', () => {
    for (const columns of Object.values(groupColumns)) expect(columns).toEqual(expect.arrayContaining(['name', ...textNames]));
  });
});
