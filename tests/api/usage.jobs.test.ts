import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { makeTenant, platform } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();

async function visit(tenant: { id: string }, user: { id: string }, report: { id: string }, minutesAgo: number, lasted = 5) {
  await query('insert into visits (tenant_id, id, user_id, report_id, started_at, last_at, ended_at) values ($1, $2, $3, $4, $5, $6, $6)', [
    ...[tenant.id, randomUUID(), user.id, report.id, ago(minutesAgo), ago(minutesAgo - lasted)],
  ]);
}

async function unit(options: { parent?: { id: string }; name?: string } = {}) {
  const tenant = await makeTenant(options);
  const boss = await makeUser(tenant, { profile: 'admin', name: 'Ana' });
  const [ana, bia] = [await makeUser(tenant, { name: 'Bruna' }), await makeUser(tenant, { name: '=Bia' })];
  const [sales, stock, idle] = [
    await makeReport(tenant, { title: 'Vendas' }),
    await makeReport(tenant, { title: 'Estoque' }),
    await makeReport(tenant, { title: 'Nunca' }),
  ];
  await visit(tenant, ana, sales, 60);
  await visit(tenant, ana, sales, 30, 10);
  await visit(tenant, bia, sales, 20);
  await visit(tenant, bia, stock, 60 * 24 * 40);
  return { tenant, boss, ana, bia, sales, stock, idle, admin: await getApi(harness, tenant, boss) };
}

/** Runs the hourly job. */
async function count() {
  const due = new Date();
  due.setUTCMinutes(7);
  await harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: due });
}

test('an administrator reads views, viewers and durations, compared with the previous period', async () => {
  const { admin, sales, bia } = await unit();
  const all = await admin.get('/api/auth/usage?days=30');
  expect(all.body).toMatchObject({
    views: 3,
    viewers: 2,
    seconds: 1200,
    opened: 1,
    reports: 3,
    people: 3,
    before: { views: 1, viewers: 1 },
    about: null,
  });
  expect(all.body.days).toHaveLength(30);
  expect(all.body.days.reduce((sum: number, day: { views: number }) => sum + day.views, 0)).toBe(3);
  expect(all.body.hours.reduce((sum: number, n: number) => sum + n, 0)).toBe(3);
  expect((await admin.get(`/api/auth/usage?days=30&report=${sales.id}`)).body).toMatchObject({ views: 3, about: 'Vendas' });
  expect((await admin.get(`/api/auth/usage?days=90&user=${bia.id}`)).body).toMatchObject({ views: 2, opened: 2, about: '=Bia' });
});

test('reports and people are listed by use; unopened reports have a list; the file has no formulas', async () => {
  const { admin } = await unit();
  const reports = await admin.get('/api/auth/usage/reports');
  expect(reports.body.items.map((row: { name: string; views: number; others: number }) => [row.name, row.views, row.others])).toEqual([
    ['Vendas', 3, 2],
    ...[expect.anything(), expect.anything()],
  ]);
  const never = await admin.get('/api/auth/usage/reports?never=1&sort=name');
  expect(never.body.items.map((row: { name: string }) => row.name)).toEqual(['Estoque', 'Nunca']);
  const first = await admin.get('/api/auth/usage/users?size=1&sort=-views');
  const second = await admin.get(`/api/auth/usage/users?size=1&sort=-views&cursor=${first.body.next}`);
  expect([first.body.items[0].name, second.body.items[0].name]).toEqual(['Bruna', '=Bia']);
  const file = await admin.get('/api/auth/usage/users/export');
  expect(file.body.csv).toContain("'=Bia");
  expect(file.body.csv).toContain('0:15:00');
});

test('only administrators read usage, and only of their own tenant', async () => {
  const [one, other] = [await unit(), await unit()];
  const reader = await getApi(harness, one.tenant, one.ana);
  for (const path of ['/api/auth/usage', '/api/auth/usage/reports', '/api/auth/analyze']) expect((await reader.get(path)).status).toBe(403);
  expect((await one.admin.get('/api/auth/analyze')).status).toBe(403);
  expect((await one.admin.get(`/api/auth/usage?report=${other.sales.id}`)).status).toBe(404);
  expect((await one.admin.get('/api/auth/usage?days=31')).status).toBe(422);
});

test('a partner sees the usage of its own units, counted by cron by each unit’s local days, idle ones apart', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const boss = await makeUser(partner, { profile: 'master' });
  const one = await unit({ parent: partner, name: 'Loja Norte' });
  const quiet = await makeTenant({ parent: partner, name: 'Loja Parada' });
  const foreign = await unit();
  for (let n = 0; n < 2; n += 1) await count();
  const master = await getApi(harness, partner, boss);
  const { body } = await master.get('/api/auth/analyze');
  expect(body.items.map((row: { name: string; views: number; peak: number; people: number }) => [row.name, row.views, row.people])).toEqual(
    [
      ['Loja Norte', 3, 3],
      ['Loja Parada', 0, 0],
    ],
  );
  expect(body).toMatchObject({ total: 2, sums: { tenants: 2, idle: 1, views: 3, seconds: 1200 } });
  expect(body.items[0].trend).toHaveLength(30);
  expect((await master.get('/api/auth/analyze?idle=1')).body.items.map((row: { id: string }) => row.id)).toEqual([quiet.id]);
  expect(JSON.stringify(body)).not.toContain(foreign.tenant.id);
  expect(one.tenant.id).toBe(body.items[0].id);
  expect((await master.get('/api/auth/analyze/export')).body.csv).toContain('Loja Norte');
});

test('the operator sees the usage of all, totals and rows agree; a new unit is listed before it is counted', async () => {
  const operator = await getApi(harness, platform.host, await makeUser(platform, { profile: 'a2m' }));
  const used = await unit({ name: 'Loja Leste' });
  const unused = await makeTenant({ name: 'Loja Oeste' });
  await query('insert into usage_days (tenant_id, day, views, viewers, seconds) values ($1, current_date - 40, 5, 1, 60)', [
    used.tenant.id,
  ]);
  await count();
  const fresh = await makeTenant({ name: 'Loja Nova' });
  const page = async (n: number) => (await operator.get(`/api/auth/analyze?size=100&page=${n}`)).body;
  const body = await page(1);
  // Other tests of this database leave their tenants.
  for (let n = 2; body.items.length < body.total; n += 1) body.items.push(...(await page(n)).items);
  const getViews = (id: string) => body.items.find((row: { id: string }) => row.id === id)?.views;
  expect([used.tenant, unused, fresh].map(({ id }) => getViews(id))).toEqual([3, 0, 0]);
  const sum = (of: (row: { views: number; seconds: number }) => number) =>
    body.items.reduce((all: number, row: { views: number; seconds: number }) => all + of(row), 0);
  const idle = body.items.filter(({ views }: { views: number }) => views === 0).length;
  expect(body).toMatchObject({
    total: body.items.length,
    sums: { tenants: body.items.length, idle, views: sum(({ views }) => views), seconds: sum(({ seconds }) => seconds) },
  });
  expect(body.days.reduce((all: number, { views }: { views: number }) => all + views, 0)).toBe(body.sums.views);
  expect((await operator.get('/api/auth/analyze?idle=1&size=100')).body).toMatchObject({ total: idle });
  const quarter = (await operator.get('/api/auth/analyze?days=90&search=Loja%20L')).body;
  expect(quarter.items).toMatchObject([{ id: used.tenant.id, views: 8, seconds: 1260 }]);
  expect((await operator.get('/api/auth/analyze?search=Loja%20O')).body).toMatchObject({ total: 1, items: [{ id: unused.id }] });
  const first = (await operator.get('/api/auth/analyze?sort=-peak&size=2')).body;
  const second = (await operator.get(`/api/auth/analyze?sort=-peak&size=2&cursor=${first.next}`)).body;
  expect(new Set([...first.items, ...second.items].map(({ id }: { id: string }) => id)).size).toBe(4);
});
