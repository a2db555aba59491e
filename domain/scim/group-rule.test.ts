import { describe, expect, test } from 'vitest';
import { planGroupChange, refuseNewGroup, type StoredGroup } from './group-rule.ts';

const named = { displayName: 'Diretoria', key: 'diretoria' };
const found = { holders: [] as string[], known: 0, gone: [], strangers: [] };
const stored: StoredGroup = {
  ...{ id: 'own', name: 'Vendas', directoryId: 'dir', displayName: 'Vendas', displayKey: 'vendas', externalId: 'x1' },
  ...{ linked: false, version: '1.0' },
};
const none = { add: new Set<string>() };
const same = { displayName: 'Vendas', displayKey: 'vendas', externalId: 'x1', name: 'Vendas', sortKey: null, edited: false, change: null };

describe('a new group is refused', () => {
  test('if any group has its name', () => {
    expect(() => refuseNewGroup(named, 0, { ...found, holders: ['other'] })).toThrow('A group "Diretoria" exists');
    expect(() => refuseNewGroup(named, 0, found)).not.toThrow();
  });

  test('if a member is unknown, but not if one was removed', () => {
    expect(() => refuseNewGroup(named, 2, { ...found, known: 1, strangers: ['s1'] })).toThrow(
      'A member is not a person of this tenant: "s1".',
    );
    expect(() => refuseNewGroup(named, 2, { ...found, known: 2, gone: ['g1'] })).not.toThrow();
  });
});

describe('a change', () => {
  test('of members alone leaves name and identifier', () => expect(planGroupChange(null, none, stored, found)).toEqual(same));

  test('to the name of another group is refused, to its own is not', () => {
    expect(() => planGroupChange(named, none, stored, { ...found, holders: ['own', 'other'] })).toThrow('A group "Diretoria" exists');
    expect(planGroupChange({ displayName: 'Vendas', key: 'vendas' }, none, stored, { ...found, holders: ['own'] })).toEqual({
      ...same,
      sortKey: 'vendas',
    });
  });

  test('with an unknown member is refused', () =>
    expect(() => planGroupChange(null, { add: new Set(['a', 's1']) }, stored, { ...found, known: 1, strangers: ['s1'] })).toThrow(
      'A member is not a person of this tenant: "s1".',
    ));

  test('of the name renames the portal’s group and records it', () =>
    expect(planGroupChange({ displayName: `${'d'.repeat(90)}`, key: 'd' }, none, stored, found)).toEqual({
      ...same,
      ...{ displayName: 'd'.repeat(90), displayKey: 'd', name: 'd'.repeat(80), sortKey: 'd', edited: true },
      change: { before: { name: 'Vendas' }, after: { name: 'd'.repeat(90) } },
    }));

  test('of the name leaves a linked group its own, and records nothing', () =>
    expect(planGroupChange(named, none, { ...stored, linked: true, name: 'Comercial' }, found)).toEqual({
      ...same,
      ...{ displayName: 'Diretoria', displayKey: 'diretoria', name: 'Comercial', edited: true },
    }));

  test.each([
    [undefined, 'x1', false],
    ['x1', 'x1', false],
    ['x2', 'x2', true],
    [null, null, true],
  ])('of the identifier to %s leaves %s', (externalId, after, edited) =>
    expect(planGroupChange(null, { ...none, ...(externalId === undefined ? {} : { externalId }) }, stored, found)).toEqual({
      ...same,
      externalId: after,
      edited,
      change: edited ? { before: { name: 'Vendas' }, after: { name: 'Vendas' } } : null,
    }),
  );
});
