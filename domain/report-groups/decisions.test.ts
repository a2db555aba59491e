import { describe, expect, test } from 'vitest';
import { decideAdd, refusePlace } from './add.ts';
import { chosenViewers } from './audience.ts';
import { decideEdit, type StoredGroup } from './edit.ts';
import { type AskedEdit, nothingFound } from './facts.ts';
import { noTexts } from './fields.ts';
import { decideOrder, refuseOrder } from './reorder.ts';

const asked = { ...noTexts, name: 'Vendas', description: 'tudo', audience: 'chosen' as const, viewers: ['u1', 'u2'], groupId: undefined };
const known = { viewers: 2, group: null };

test('people count once, and only if they are the audience', () => {
  expect(chosenViewers({ audience: 'chosen', viewers: ['u1', 'u2', 'u1'] })).toEqual(['u1', 'u2']);
  expect(chosenViewers({ audience: 'everyone', viewers: ['u1'] })).toEqual([]);
});

describe('adding', () => {
  test('needs a group for a sub-group and none for a group', () => {
    expect(refusePlace('subgroups', null)).toMatchObject({ refused: 'required', field: 'groupId' });
    expect(refusePlace('groups', 'g1')).toMatchObject({ refused: 'invalid_input', field: 'groupId' });
    expect(refusePlace('subgroups', 'g1')).toBeNull();
    expect(refusePlace('groups', undefined)).toBeNull();
  });
  test('is recorded with the requested values', () => {
    expect(decideAdd(asked, known)).toEqual({ after: { ...noTexts, name: 'Vendas', description: 'tudo', audience: 'chosen', viewers: 2 } });
  });
  test('is refused for missing people, then for a missing group', () => {
    const nowhere = { ...asked, groupId: 'g1' };
    expect(decideAdd(nowhere, { viewers: 1, group: null })).toEqual({ refused: 'not_found', field: 'viewers' });
    expect(decideAdd(nowhere, known)).toEqual({ refused: 'group_not_found', field: 'groupId' });
    expect(decideAdd(nowhere, { viewers: 2, group: '' })).toHaveProperty('after');
  });
});

describe('editing', () => {
  const edit = { ...asked, version: 3 };
  const stored: StoredGroup = { ...noTexts, version: 3, name: 'Metas', audience: 'everyone', viewers: 0 };
  test('makes the next version and records both sides', () => {
    expect(decideEdit(edit, stored, known)).toEqual({
      version: 4,
      change: {
        before: { ...noTexts, name: 'Metas', audience: 'everyone', viewers: 0 },
        after: { ...noTexts, name: 'Vendas', description: 'tudo', audience: 'chosen', viewers: 2 },
      },
      viewers: ['u1', 'u2'],
    });
  });
  test('keeps values that are not requested, and clears those requested as empty', () => {
    const full = { ...stored, description: 'tudo', audience: 'chosen' as const, viewers: 2 };
    const edited = (given: Partial<AskedEdit>) => decideEdit({ version: 3, name: 'Metas', ...given }, full, nothingFound);
    expect(edited({})).toMatchObject({ viewers: undefined, change: { after: { description: 'tudo', audience: 'chosen', viewers: 2 } } });
    expect(edited({ description: '', viewers: [] })).toMatchObject({ viewers: [], change: { after: { description: '', viewers: 0 } } });
    expect(edited({ audience: 'everyone' })).toMatchObject({ viewers: [], change: { after: { audience: 'everyone', viewers: 0 } } });
  });
  test('ignores people where everyone sees it', () => {
    const seen = decideEdit({ version: 3, name: 'Metas', viewers: ['u1', 'u2'] }, stored, { viewers: 1, group: null });
    expect(seen).toMatchObject({ viewers: [], change: { after: { viewers: 0 } } });
  });
  test('records the former and the new group of a sub-group, moved or not', () => {
    const inside = { ...stored, group: 'Vendas' };
    expect(decideEdit({ ...edit, groupId: 'g2' }, inside, { viewers: 2, group: 'Metas' })).toMatchObject({
      change: { before: { group: 'Vendas' }, after: { group: 'Metas' } },
    });
    expect(decideEdit(edit, inside, known)).toMatchObject({ change: { before: { group: 'Vendas' }, after: { group: 'Vendas' } } });
  });
  test('reports missing objects before another version', () => {
    const old = { ...edit, version: 2, groupId: 'g2' };
    expect(decideEdit(old, undefined, { viewers: 0, group: null })).toEqual({ refused: 'group_not_found' });
    expect(decideEdit(old, stored, { viewers: 1, group: null })).toEqual({ refused: 'not_found', field: 'viewers' });
    expect(decideEdit(old, stored, known)).toEqual({ refused: 'group_not_found', field: 'groupId' });
    expect(decideEdit(old, stored, { viewers: 2, group: 'Metas' })).toEqual({ refused: 'changed_meanwhile' });
  });
});

describe('a new order', () => {
  const stored = [
    { id: 'a', position: 0 },
    { id: 'b', position: 1 },
  ];
  test('names each once, and the group of sub-groups', () => {
    expect(refuseOrder('groups', undefined, ['a', 'a'])).toMatchObject({ refused: 'invalid_input', field: 'ids' });
    expect(refuseOrder('subgroups', undefined, ['a'])).toMatchObject({ refused: 'required', field: 'groupId' });
    expect(refuseOrder('subgroups', 'g1', ['a', 'b'])).toBeNull();
  });
  test('is recorded before and after', () => {
    expect(decideOrder(['b', 'a'], stored)).toEqual({ moves: true, change: { before: ['a', 'b'], after: ['b', 'a'] } });
  });
  test('moves nothing if all rows are in place; gaps do not count', () => {
    expect(decideOrder(['a', 'b'], stored)).toMatchObject({ moves: false });
    expect(
      decideOrder(
        ['a', 'b'],
        [
          { id: 'a', position: 0 },
          { id: 'b', position: 7 },
        ],
      ),
    ).toMatchObject({ moves: true });
  });
  test('of another list is refused', () => {
    expect(decideOrder(['a'], stored)).toEqual({ refused: 'changed_meanwhile' });
    expect(decideOrder(['a', 'b', 'c'], stored)).toEqual({ refused: 'changed_meanwhile' });
    expect(decideOrder(['a', 'c'], stored)).toEqual({ refused: 'changed_meanwhile' });
    expect(decideOrder(['a'], [])).toEqual({ refused: 'changed_meanwhile' });
  });
  describe('of one page', () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map((id, position) => ({ id, position }));
    test('leaves the rows of other pages in their places, those added elsewhere too', () => {
      expect(decideOrder(['d', 'b'], all, true)).toEqual({
        moves: true,
        change: { before: ['a', 'b', 'c', 'd', 'e'], after: ['a', 'd', 'c', 'b', 'e'] },
      });
    });
    test('may be that of the whole list, and keeps what was added elsewhere', () => {
      expect(decideOrder(['b', 'a'], stored, true)).toMatchObject({ change: { after: ['b', 'a'] } });
      const added = ['a', 'new', 'b'].map((id, position) => ({ id, position }));
      expect(decideOrder(['b', 'a'], added, true)).toMatchObject({ change: { after: ['b', 'new', 'a'] } });
    });
    test('moves nothing if its rows are in place', () => expect(decideOrder(['b', 'd'], all, true)).toMatchObject({ moves: false }));
    test('is refused if a row is gone', () => expect(decideOrder(['x', 'a'], all, true)).toEqual({ refused: 'changed_meanwhile' }));
  });
});
