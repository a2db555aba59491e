import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

async function unit() {
  const tenant = await makeTenant();
  const [admin, viewer] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant)];
  return { tenant, viewer, admin: await getApi(harness, tenant, admin), reader: await getApi(harness, tenant, viewer) };
}

test('administrators learn who cannot open which report, once a day, and only about reports in their unit', async () => {
  const { tenant, admin, viewer, reader } = await unit();
  const [mine, other] = [
    await makeReport(tenant, { title: 'Vendas', grantTo: 'everyone' }),
    await makeReport(tenant, { title: 'Salários' }),
  ];
  const tell = (report: string | undefined, more = {}) =>
    reader.post('/api/auth/problem', { problem: 'identity', ...(report && { report }), page: `/${report}/reports/view`, ...more });
  expect((await tell(mine.id, { code: 'a1-b2' })).body).toEqual({ told: 'now', at: null });
  const again = (await tell(mine.id)).body;
  expect(again).toEqual({ told: 'before', at: expect.stringMatching(/Z$/) });
  expect((await tell(other.id)).status).toBe(404);
  expect((await tell(undefined, { page: '/' })).status).toBe(404);
  expect((await tell(mine.id, { problem: 'nonsense' })).status).toBe(422);
  expect((await tell(mine.id, { page: 'https://elsewhere.test/' })).status).toBe(422);
  const told = await query("select kind, vars, link from notifications where tenant_id = $1 and kind = 'report_problem'", [tenant.id]);
  expect(told).toEqual([
    {
      kind: 'report_problem',
      vars: { person: viewer.name, report: 'Vendas', problem: 'identity', page: `/${mine.id}/reports/view`, code: 'a1-b2' },
      link: `/${mine.id}/management/view?tab=access&part=why&why=${viewer.id}`,
    },
  ]);
  const { items } = (await admin.get('/api/auth/notifications')).body;
  expect(JSON.stringify(items)).toContain('a1-b2');
  const [record] = await query("select user_id, row_id, change from audit where tenant_id = $1 and what = 'problem.tell'", [tenant.id]);
  expect(record).toEqual({
    user_id: viewer.id,
    row_id: mine.id,
    change: { problem: 'identity', page: `/${mine.id}/reports/view`, code: 'a1-b2' },
  });
});

test('a user without reports or on a closed page can ask too; simultaneous presses notify once, ten requests a day at most', async () => {
  const { tenant, viewer, reader } = await unit();
  const ask = async (problem: string, page = '/') => (await reader.post('/api/auth/problem', { problem, page })).body.told;
  const many = await Promise.all(Array.from({ length: 6 }, () => ask('nothing')));
  expect(many.filter((told) => told === 'now')).toHaveLength(1);
  expect(await ask('permission', '/user')).toBe('now');
  expect(await ask('permission', '/user')).toBe('before');
  const links = await query("select vars->>'problem' as problem, link from notifications where tenant_id = $1 order by 1", [tenant.id]);
  expect(links).toEqual([
    { problem: 'nothing', link: `/user?id=${viewer.id}&tab=groups` },
    { problem: 'permission', link: `/user?id=${viewer.id}&tab=access` },
  ]);
  for (let page = 0; page < 8; page++) expect(await ask('permission', `/page-${page}`)).toBe('now');
  expect(await ask('permission', '/one-more')).toBe('often');
});

test('an administrator asks the other administrators, and is not notified', async () => {
  const { tenant, admin } = await unit();
  const ask = async () => (await admin.post('/api/auth/problem', { problem: 'own_person', page: '/user' })).body.told;
  expect(await ask()).toBe('nobody');
  const other = await makeUser(tenant, { profile: 'admin' });
  expect([await ask(), await ask()]).toEqual(['now', 'before']);
  const told = await query("select user_id, vars->>'problem' as problem, link from notifications where tenant_id = $1", [tenant.id]);
  expect(told).toEqual([{ user_id: other.id, problem: 'own_person', link: expect.stringMatching(/^\/user\?id=[\w-]+&tab=security$/) }]);
});

test('an operator asks the other operators, whose users are listed with the partners', async () => {
  const root = await makeTenant({ kind: 'platform' });
  const [asks, other] = [await makeUser(root, { profile: 'a2m' }), await makeUser(root, { profile: 'a2m' })];
  const client = await getApi(harness, root, asks);
  expect((await client.post('/api/auth/problem', { problem: 'own_person', page: '/partners' })).body.told).toBe('now');
  expect(await query('select user_id, link from notifications where tenant_id = $1', [root.id])).toEqual([
    { user_id: other.id, link: `/partners?area=users&id=${asks.id}&tab=security` },
  ]);
});

test('a user who lost an open report can ask for it; where there is no administrator the answer says so', async () => {
  const { tenant, viewer, reader } = await unit();
  const report = await makeReport(tenant, { title: 'Metas', grantTo: [viewer] });
  const ended = () => reader.post('/api/auth/problem', { problem: 'ended', report: report.id, page: `/${report.id}/reports/view` });
  await query('delete from grants where tenant_id = $1', [tenant.id]);
  expect((await ended()).status).toBe(404);
  await query('insert into visits (tenant_id, id, user_id, report_id) values ($1, gen_random_uuid(), $2, $3)', [
    tenant.id,
    viewer.id,
    report.id,
  ]);
  expect((await ended()).body.told).toBe('now');
  const bare = await makeTenant();
  const alone = await getApi(harness, bare, await makeUser(bare));
  expect((await alone.post('/api/auth/problem', { problem: 'nothing', page: '/' })).body).toEqual({ told: 'nobody', at: null });
  expect(await query("select from audit where tenant_id = $1 and what = 'problem.tell'", [bare.id])).toEqual([]);
});
