import { expect, test } from 'vitest';
import { getRowsMode, rolesFor, unknownRoles } from './rows.ts';

const model = {
  roles: [
    { name: 'Diretoria', open: true },
    { name: 'Regional', open: false },
  ],
  listed: true,
  values: ['Sul'],
  usual: ['Diretoria'],
};
const inUse = {
  roles: [
    { name: 'Loja', open: null },
    { name: 'Regional', open: null },
  ],
  listed: false,
  values: [],
  usual: ['Loja'],
};

test('a role without a filter shows everything, alone or beside others', () => {
  expect(getRowsMode({ as: 'fixed', username: '{email}', roles: ['Diretoria'] }, model, 'own')).toBe('all');
  expect(getRowsMode({ as: 'fixed', username: 'Sul', roles: ['Regional', 'Diretoria'] }, model, 'own')).toBe('all');
  expect(getRowsMode({ as: 'fixed', username: 'Sul', roles: ['Regional'] }, model, 'own')).toBe('some');
  expect(getRowsMode({ as: 'own', username: '', roles: [] }, model, 'own')).toBe('own');
  expect(getRowsMode({ as: 'fixed', username: '', roles: [] }, model, 'none')).toBe('none');
});

test('the only filtered role is combined with a value, else the usual one if it has a filter; a selected one stays', () => {
  expect(rolesFor([], model)).toEqual(['Regional']);
  expect(rolesFor([], inUse)).toEqual(['Loja']);
  expect(rolesFor([], { ...inUse, usual: ['Gone'] })).toEqual([]);
  expect(rolesFor(['Diretoria'], model)).toEqual(['Diretoria']);
});

test('a role is unknown only where the model listed its roles', () => {
  expect(unknownRoles(['Lojas', 'Regional'], model)).toEqual(['Lojas']);
  expect(unknownRoles(['Lojas'], inUse)).toEqual([]);
});
