import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { methodsAt } from '../functions/request/route.ts';
import { getTable } from './route-table.ts';

const route = (method: 'GET' | 'POST', path: string, shape: z.core.$ZodShape = {}) => ({
  method,
  path,
  feature: 'things',
  endpoint: { input: z.strictObject(shape) },
  run: async () => null,
});

test('fixed segments come before choices, and choices before free ones, whatever the order of the features', () => {
  const kind = { kind: z.enum(['groups', 'subgroups']) };
  const table = getTable([
    route('GET', '/api/{any}/{id}'),
    route('GET', '/api/{kind}/{id}', kind),
    route('GET', '/api/{kind}/export', kind),
    route('GET', '/api/things/{id}'),
    route('GET', '/api/things/export'),
  ]);
  expect(table.map(({ pattern }) => pattern)).toEqual([
    '/api/things/export',
    '/api/things/:id',
    '/api/:kind{(?:groups|subgroups)}/export',
    '/api/:kind{(?:groups|subgroups)}/:id',
    '/api/:any/:id',
  ]);
});

test('an address has the methods of the patterns that match it whole', () => {
  const load = async () => ({ routes: [] });
  const table = getTable([
    route('GET', '/api/things/{id}'),
    route('POST', '/api/things/{id}'),
    route('POST', '/api/{kind}', { kind: z.enum(['a', 'b']) }),
  ]).map((line) => ({ ...line, load }));
  expect(methodsAt(table, '/api/things/1')).toEqual(['GET', 'POST']);
  expect(methodsAt(table, '/api/b')).toEqual(['POST']);
  expect(methodsAt(table, '/api/c')).toEqual([]);
  expect(methodsAt(table, '/api/things/1/2')).toEqual([]);
});
