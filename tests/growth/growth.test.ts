import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAll } from '../support/api-setup.ts';
import { type Cluster, startPostgres } from '../support/postgres.ts';
import { growing, manyRows } from './growing.ts';
import { explaining, type Grown, growTo, planted } from './measure.ts';

// What still touches more with every tenant, and why; a name that no longer does fails below.
const ofEveryTenant: Record<string, string> = {
  'a2m: GET /api/auth/analyze/export': 'a line for each tenant',
  'a2m: GET /api/auth/analyze': 'tenants in the order of their use, which is counted for each',
  'master: GET /api/auth/analyze': 'days of use are read of all, and kept of those below',
  'master: GET /api/auth/analyze/export': 'days of use are read of all, and kept of those below',
  'master: POST /api/login/link': 'a lock is looked for by a part of its key',
};

// A session that is no visit is told so from its token alone; only whose the host is may be asked meanwhile.
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

test('every call of the contract list was answered and measured', () => {
  expect([...small.refused, ...big.refused]).toEqual([]);
  expect(big.touched.size).toBe(small.touched.size);
  expect(big.touched.size).toBeGreaterThan(500);
  const untouched = [...big.touched].flatMap(([name, { buffers }]) => (buffers === 0 && !withoutDatabase.includes(name) ? [name] : []));
  expect(untouched).toEqual([]);
});

test('every table is long enough to show who reads it whole', () => {
  const short = [...big.rows].flatMap(([table, n]) => (n > manyRows ? [] : [table]));
  // Jobs and the platform's mail server have one row each, however many tenants there are.
  expect(short.sort()).toEqual(['actions', 'job_marks', 'mail_paces', 'secret', 'tenant_counts']);
});

test('no read, write or sign-in touches more with 300 tenants than with 10', () => {
  const found = growing(small, big).filter(({ name }) => !(name in ofEveryTenant));
  expect(found.map(({ name, how }) => `${name}: ${how}`)).toEqual([]);
});

test('what is said to be of every tenant is', () => {
  const names = new Set(growing(small, big).map(({ name }) => name));
  expect(Object.keys(ofEveryTenant).filter((name) => !names.has(name))).toEqual([]);
});

test('a missing index is found', () => {
  const [found] = growing(small, { touched: big.worse, rows: big.rows });
  expect(found?.name).toBe(planted.name);
  expect(found?.how).toMatch(/rows \d+ → \d+.*sessions is read sequentially/);
});
