import { expect, test } from 'vitest';
import { refuseMembers } from './members.ts';

const asked = { id: 'sul', people: ['ana', 'bia'], group: undefined };
const found = { groups: ['sul', 'norte'], people: 2 };

test('all that was asked for exists', () => {
  expect(refuseMembers(asked, found)).toBeNull();
  expect(refuseMembers({ ...asked, group: 'norte' }, found)).toBeNull();
  expect(refuseMembers({ id: 'sul', people: [], group: undefined }, { groups: ['sul'], people: 0 })).toBeNull();
});

test('the group is missing', () => expect(refuseMembers(asked, { ...found, groups: ['norte'] })).toEqual({ refused: 'not_found' }));

test('a named user is missing', () =>
  expect(refuseMembers(asked, { ...found, people: 1 })).toEqual({ refused: 'not_found', field: 'people' }));

test('the group of the filter is missing', () =>
  expect(refuseMembers({ ...asked, group: 'leste' }, found)).toEqual({ refused: 'not_found', field: 'filter' }));
