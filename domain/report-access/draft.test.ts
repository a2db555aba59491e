import { expect, test } from 'vitest';
import { dayAfter, draftProblems, emptyFilter, endOfDay, isRight, startingDraft, toDraft, toGrantFields } from './draft.ts';

const zone = 'America/Sao_Paulo';
const guarded = { needsIdentity: true, needsRoles: true, ignoresRls: false, restriction: 'rls' as const };
const plain = { needsIdentity: false, needsRoles: false, ignoresRls: false, restriction: 'none' as const };

test('a day ends at midnight of the zone, also across a clock change', () => {
  expect(endOfDay('2026-12-31', zone)).toBe('2027-01-01T03:00:00.000Z');
  expect(endOfDay('2026-10-24', 'Europe/Lisbon')).toBe('2026-10-24T23:00:00.000Z');
  expect(endOfDay('2026-10-25', 'Europe/Lisbon')).toBe('2026-10-26T00:00:00.000Z');
  expect(dayAfter('2026-12-31', 90)).toBe('2027-03-31');
});

test('a draft survives the round trip to the wire', () => {
  const draft = {
    as: 'fixed' as const,
    username: 'Sul',
    roles: ['Regional'],
    filters: [
      { table: 'Loja', column: 'Código', operator: 'In' as const, kind: 'text' as const, values: ['001'] },
      { table: 'Venda', column: 'Ano', operator: 'GreaterThan' as const, kind: 'number' as const, values: ['2024'] },
      { table: 'Loja', column: 'Ativa', operator: 'Is' as const, kind: 'boolean' as const, values: ['true'] },
    ],
    until: '2026-12-31',
    note: 'Pedido',
  };
  const wire = toGrantFields(draft, zone);
  expect(wire.filters.map((filter) => filter.values)).toEqual([['001'], [2024], [true]]);
  expect(toDraft(wire, zone)).toEqual(draft);
});

test('missing values are reported at their field', () => {
  const start = startingDraft(guarded);
  expect(start).toMatchObject({ as: 'fixed', username: '' });
  expect(draftProblems(start, guarded, '2026-11-21')).toEqual({ username: 'ui.form.required', roles: 'ui.form.required', filters: {} });
  expect(isRight(draftProblems({ ...start, username: 'Sul', roles: ['R'] }, guarded, '2026-11-21'))).toBe(true);
  const filters = [emptyFilter, { ...emptyFilter, table: 'T', column: 'C', kind: 'number' as const, values: ['dez'] }];
  expect(draftProblems({ ...startingDraft(plain), until: '2026-11-20', filters }, plain, '2026-11-21')).toEqual({
    until: 'ui.form.past',
    filters: { 0: { table: 'ui.form.required', column: 'ui.form.required', values: 'ui.form.required' }, 1: { values: 'ui.form.invalid' } },
  });
});
