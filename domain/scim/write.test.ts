import { expect, test } from 'vitest';
import { type AskedWrite, planWrite } from './write.ts';

const person: AskedWrite['after'] = {
  ...{
    name: 'Ana Lima',
    email: 'ana@vertice.test',
    phones: ['11 5555-0001'],
    department: null,
    position: null,
    language: null,
    active: true,
    userName: 'ana@vertice.test',
    externalId: null,
  },
};
const asked = (more: Partial<AskedWrite['after']>, phones: string[] = []): AskedWrite => ({
  before: person,
  after: { ...person, ...more },
  phones,
});

test('only the directory’s changes are written and recorded', () => {
  expect(planWrite(asked({}), 'A')).toEqual({
    ...{ fields: [], status: null, what: 'user.edit' },
    change: { before: {}, after: {}, scim: true },
  });
  expect(planWrite(asked({ name: 'Ana Souza', department: 'Vendas' }), 'T')).toEqual({
    ...{ fields: ['name', 'department'], status: null, what: 'user.edit' },
    change: { before: { name: 'Ana Lima', department: null }, after: { name: 'Ana Souza', department: 'Vendas' }, scim: true },
  });
});

test('a telephone number is recorded with its former and its stored value, or as none', () => {
  const changed = planWrite(asked({ phones: ['+55 11 5555-0002'] }, ['+551155550002']), 'A');
  expect(changed.change).toMatchObject({ before: { phone: '11 5555-0001' }, after: { phone: '+551155550002' } });
  expect(planWrite(asked({ phones: [] }), 'A').change.after).toEqual({ phone: null });
});

test('names by which the directory and its provider know the user are recorded', () => {
  const { fields, change } = planWrite(asked({ userName: 'ana.lima', externalId: '7' }), 'A');
  expect(fields).toEqual([]);
  expect(change).toEqual({
    before: { userName: 'ana@vertice.test', externalId: null },
    after: { userName: 'ana.lima', externalId: '7' },
    scim: true,
  });
});

test('a status changes only on activation or deactivation, whatever it was', () => {
  expect(planWrite(asked({ active: false }), 'B')).toMatchObject({
    ...{ status: 'D', what: 'user.deactivate' },
    change: { before: { status: 'B' }, after: { status: 'D' } },
  });
  expect(planWrite(asked({}), 'D')).toMatchObject({ status: 'A', what: 'user.activate', change: { after: { status: 'A' } } });
  expect(planWrite(asked({}), 'B')).toMatchObject({ status: null, change: { before: {} } });
  expect(planWrite(asked({ active: false }), 'D')).toMatchObject({ status: null });
});
