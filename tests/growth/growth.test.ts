import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAll } from '../support/api-setup.ts';
import { type Cluster, startPostgres } from '../support/postgres.ts';
import { growing, manyRows } from './growing.ts';
import { explaining, type Grown, growTo, planted, plantedOrder } from './measure.ts';

// Calls that by design touch more with every tenant, each with the reason; a name that no longer does fails below.
const ofEveryTenant: Record<string, string> = {
  'a2m: GET /api/auth/analyze/export': 'a line for each tenant',
  'a2m: GET /api/auth/capacities': 'a line for each capacity',
};

// The token alone shows that the session isn't a visit, so these are refused without a query; at most the host is looked up.
const withoutDatabase = ['change/back/partner', 'remote/session/end', 'remote/session/page', 'units/check'].map(
  (path) => `master: POST /api/auth/${path}`,
);

let cluster: Cluster;
let small: Grown;
let big: Grown;
beforeAll(async () => {
  buildAll();
  cluster = await startPostgres(explaining);
  small = await growTo({ cluster, name: 'few', tenants: 10, byIndex: true });
  big = await growTo({ cluster, name: 'many', tenants: 300, byIndex: false, small });
});
afterAll(() => cluster.close());

test('every call of the contract list succeeded and was measured', () => {
  const refused = [...small.refused, ...big.refused];
  expect(refused, refused.join('\n')).toEqual([]);
  expect(big.touched.size).toBe(small.touched.size);
  expect(big.touched.size).toBeGreaterThan(500);
  const untouched = [...big.touched].flatMap(([name, { buffers }]) => (buffers === 0 && !withoutDatabase.includes(name) ? [name] : []));
  expect(untouched).toEqual([]);
});

test('every table is long enough to reveal a full scan', () => {
  const short = [...big.sizes].flatMap(([name, { rows, isTable }]) => (!isTable || rows > manyRows ? [] : [name]));
  // Jobs, the platform's mail server, a day of the whole platform: one row each, however many tenants there are.
  expect(short.sort()).toEqual(['actions', 'job_marks', 'mail_paces', 'secret', 'tenant_counts', 'usage_totals']);
});

test('no read, write or sign-in touches more with 300 tenants than with 10', () => {
  const found = growing(small, big).filter(({ name }) => !(name in ofEveryTenant));
  const told = found.map(({ name, how }) => `${name}: ${how}`);
  // In the message too, because a list of failures omits the diff.
  expect(told, told.join('\n')).toEqual([]);
});

test('the calls excepted because they grow with every tenant still do', () => {
  const names = new Set(growing(small, big).map(({ name }) => name));
  expect(Object.keys(ofEveryTenant).filter((name) => !names.has(name))).toEqual([]);
});

test('a missing index is detected, and one that begins with another column', () => {
  const found = new Map(growing(small, { touched: big.worse, sizes: big.sizes }).map(({ name, how }) => [name, how]));
  expect([...found.keys()].toSorted()).toEqual([planted.name, plantedOrder.name].toSorted());
  expect(found.get(planted.name)).toMatch(/rows \d+ → \d+.*sessions is read sequentially/);
  expect(found.get(plantedOrder.name)).toMatch(/users_account_across is read from end to end/);
});
