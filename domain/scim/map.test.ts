import { expect, test } from 'vitest';
import { decideMap, type StoredMapping } from './map.ts';

const stored: StoredMapping = { version: 2, name: 'Sales', groupId: 'g1', groupName: 'Sales', profile: null, linked: false };
const found = { allowed: true, unit: true, target: 'Vendas' };
const asked = { version: 2, profile: null, target: 'g2' };

test('a new mapping moves all members and deletes the group that the directory had created', () => {
  expect(decideMap(asked, stored, found)).toEqual({
    ...{ version: 3, linked: true, move: { from: 'g1', to: 'g2', toName: 'Vendas', removes: 'Sales' } },
    change: { name: 'Sales', before: { group: 'Sales', profile: null }, after: { group: 'Vendas', profile: null } },
  });
  expect(decideMap(asked, { ...stored, linked: true }, found)).toMatchObject({ linked: true, move: { removes: null } });
});

test('a profile alone moves no one, and mapping to the same group is not a move', () => {
  const plan = { linked: false, move: null, change: { after: { group: 'Sales', profile: 'admin' } } };
  expect(decideMap({ ...asked, profile: 'admin', target: null }, stored, { ...found, target: undefined })).toMatchObject(plan);
  expect(decideMap({ ...asked, profile: 'admin', target: 'g1' }, stored, { ...found, target: 'Sales' })).toMatchObject(plan);
});

test('the refusals have a fixed order', () => {
  const wrong = { version: 1, profile: 'admin' as const, target: 'g2' };
  const nothing = { allowed: true, unit: false, target: undefined };
  expect(decideMap(wrong, undefined, { ...nothing, allowed: false })).toEqual({ refused: 'function_disabled' });
  expect(decideMap(wrong, undefined, nothing)).toEqual({ refused: 'not_found' });
  expect(decideMap(wrong, stored, nothing)).toEqual({ refused: 'not_found', field: 'userGroupId' });
  expect(decideMap(wrong, stored, { ...nothing, target: '' })).toMatchObject({ refused: 'invalid_input', field: 'profile' });
  expect(decideMap(wrong, stored, found)).toEqual({ refused: 'changed_meanwhile' });
});
