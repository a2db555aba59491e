import { expect, test } from 'vitest';
import { getKept, plainError } from './dead-letters.ts';

const [tenant, id] = ['019b9026-98eb-7648-affd-a45cfac2c8c4', '019b8fda-1ba3-7b1b-9d81-2fc221655ea1'];

test('a known message is stored whole', () => {
  const message = { kind: 'export', tenant, id };
  expect(getKept(message)).toEqual({ kind: 'export', unit: tenant, body: message, whole: true });
  expect(getKept({ kind: 'outbox', tenant: null })).toEqual({
    kind: 'outbox',
    unit: null,
    body: { kind: 'outbox', tenant: null },
    whole: true,
  });
  const job = { kind: 'job', job: 'sweep', slot: '2026-11-22T00:00:00Z', at: '2026-11-22T00:00:00Z' };
  expect(getKept(job)).toEqual({ kind: 'job', unit: null, body: job, whole: true });
});

test('of an unknown message only ids, instants and the names of kinds and jobs are stored', () => {
  const ids = { kind: 'invoice', tenant, id, at: '2026-11-22T00:00:00.123Z', last: true };
  expect(getKept(ids)).toEqual({ kind: 'invoice', unit: tenant, body: ids, whole: true });
  const more = { ...ids, to: 'ana@example.com', name: 'ana', amount: 12345678901, body: { password: 'x' }, 'ana@example.com': true };
  expect(getKept(more)).toEqual({ kind: 'invoice', unit: tenant, body: ids, whole: false });
  for (const message of ['outbox', null, undefined, 7, [{ kind: 'export' }], { kind: 'Ana Nunes' }, { kind: 7, tenant: 'ana' }])
    expect(getKept(message)).toEqual({ kind: 'unknown', unit: null, body: {}, whole: false });
});

test.each([
  ['mail of ana.nunes@example.com bounced', 'Error: mail of [e-mail] bounced'],
  ['Key (email)=(ana@example.com) already exists', 'Error: Key (email)=(…) already exists'],
  ['invalid input syntax for type uuid: "Ana Nunes"', 'Error: invalid input syntax for type uuid: "…"'],
  ['relation "failed_messages" does not exist', 'Error: relation "failed_messages" does not exist'],
  ['GET https://api.powerbi.com/x?token=abc failed', 'Error: GET [address] failed'],
  ['no route to postgresql://app:secret@db/x', 'Error: no route to [address]'],
  ['token eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIx expired', 'Error: token […] expired'],
  ['called +55 (11) 98765-4321 in vain', 'Error: called [number] in vain'],
  [`the row ${id} is locked`, `Error: the row ${id} is locked`],
  ['not done within 60000 ms', 'Error: not done within 60000 ms'],
  ['first line\nparams: ana', 'Error: first line'],
])('the error %j is reported as %j', (message, told) => {
  expect(plainError(new Error(message))).toBe(told);
});

test('a failed query reports its cause instead of the query', () => {
  expect(plainError(new Error("Failed query: select 'Ana Nunes'\nparams: x", { cause: new TypeError('deadlock detected') }))).toBe(
    'TypeError: deadlock detected',
  );
  expect(plainError('gone')).toBe('gone');
  expect(plainError(new Error('x '.repeat(400)))).toHaveLength(300);
});
