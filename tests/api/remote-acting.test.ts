import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeReport } from '../support/make-content.ts';
import { allowRemote, makeRemoteRequest } from '../support/make-remote.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

const harness = useHarness();
const minute = 60_000;
type Options = Parameters<typeof makeRemoteRequest>[3];
type Scene = { tenant: Tenant; admin: User; person: User; asker: Api; own: Api; askerSid: string; token: string };

async function scene(options: Options = {}): Promise<Scene & { id: string; wait: string }> {
  const tenant = await makeTenant();
  const [admin, person] = [
    await makeUser(tenant, { profile: 'admin', name: 'Marcos Teixeira' }),
    await makeUser(tenant, { name: 'Bruna Reis' }),
  ];
  await allowRemote(tenant, person);
  const [asking, mine] = [await getSession(tenant, admin, 'admin'), await getSession(tenant, person, 'user')];
  const { id, token: wait } = await makeRemoteRequest(tenant, admin, person, { state: 'authorized', ...options });
  return {
    ...{ tenant, admin, person, id, wait, token: asking.token, askerSid: asking.sid },
    ...{ asker: api(harness, tenant, asking.token), own: api(harness, tenant, mine.token) },
  };
}
const entered = async (at: Scene & { wait: string }) => {
  const { status, body, text } = await at.asker.post(`/api/auth/remote/wait/${at.wait}/enter`);
  if (status !== 200) throw new Error(text);
  return { body, acting: api(harness, at.tenant, body.token) };
};
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const getState = async (id: string) => (await query('select state, ended_by, summary from remote_requests where id = $1', [id]))[0];

test('entering issues a token of the user with the asker in `act`, its scope and expiry; the asker’s session continues', async () => {
  const at = await scene({ reach: 'view', minutes: 20 });
  const { body, acting } = await entered(at);
  expect(body).toMatchObject({ status: 'ok', auth_type: 'act', perfil_usuario: 'user', user: { id: at.person.id, name: 'Bruna Reis' } });
  const said = claims(body.token);
  expect(said).toMatchObject({ sub: at.person.id, act: { sub: at.admin.id }, scope: 'view', via: 'remote', tenant: at.tenant.id });
  expect(said.until - Date.now() / 1000).toBeGreaterThan(19 * 60);
  expect(said.exp).toBeLessThanOrEqual(said.until);
  expect((await acting.post('/api/auth/config')).body.config.user.id).toBe(at.person.id);
  expect((await at.asker.post('/api/auth/config')).body.config.user.id).toBe(at.admin.id);
  const renewed = await acting.post('/api/refresh/token');
  expect(claims(renewed.body.token)).toMatchObject({ act: { sub: at.admin.id }, scope: 'view', until: said.until });
});

test('a view changes nothing, and is refused before the database refuses; personal data stays closed in both scopes', async () => {
  const looking = await entered(await scene({ reach: 'view' }));
  const favorite = `/api/auth/reports/${randomUUID()}/favorite`;
  expect(await looking.acting.put(favorite)).toMatchObject({ status: 403, body: { status: 'view_only' } });
  const at = await scene({ reach: 'act' });
  const { acting } = await entered(at);
  expect((await acting.put(favorite)).status).toBe(404);
  for (const who of [looking.acting, acting])
    expect(await who.get(`/api/auth/remote/wait/${at.wait}`)).toMatchObject({ status: 403, body: { status: 'act_as_blocked' } });
});

test('changes in act scope are recorded with both ids, and summarized for the user at the end', async () => {
  const at = await scene();
  const { acting } = await entered(at);
  const read = await acting.post('/api/auth/notifications/read-all');
  expect(read.status).toBe(200);
  await acting.post('/api/auth/remote/session/page', { path: '/playlists', title: 'Apresentações' });
  await acting.post('/api/auth/remote/session/page', { path: '/playlists', title: 'Apresentações' });
  expect((await acting.post('/api/auth/remote/session/end')).status).toBe(200);
  expect((await acting.post('/api/auth/config')).status).toBe(401);
  expect((await acting.post('/api/refresh/token')).status).toBe(401);
  expect((await at.asker.post('/api/auth/config')).status).toBe(200);
  const row = await getState(at.id);
  expect(row).toMatchObject({ state: 'ended', ended_by: 'asker' });
  const told = await query('select kind, vars from notifications where user_id = $1', [at.person.id]);
  expect(told).toMatchObject([{ kind: 'remote_ended', vars: { person: 'Marcos Teixeira', pages: 1 } }]);
  const acts = await query('select what, user_id, actor_id from audit where tenant_id = $1 and actor_id is not null order by at, what', [
    at.tenant.id,
  ]);
  expect(new Set(acts.map(({ user_id, actor_id }) => `${user_id} ${actor_id}`))).toEqual(new Set([`${at.person.id} ${at.admin.id}`]));
  expect(acts.map(({ what }) => what)).toEqual(expect.arrayContaining(['session.act', 'remote.end']));
});

test('the summary names what changed, its end is audited, and “until” is the actual end', async () => {
  const at = await scene({ minutes: 20 });
  const report = await makeReport(at.tenant, { title: 'Vendas diárias' });
  await makeGrant(at.tenant, report, at.person);
  const { acting } = await entered(at);
  expect((await acting.put(`/api/auth/reports/${report.id}/favorite`)).status).toBe(200);
  const getUntil = async () => {
    const { items } = (await at.asker.get('/api/auth/audit?family=sessions')).body;
    const told = items.map(({ what, whom, fields }: { what: string; whom: string; fields: { field: string; after: string }[] }) => ({
      ...{ what, whom },
      ...Object.fromEntries(fields.map(({ field, after }) => [field, after])),
    }));
    return told as { what: string; whom: string; until: string; by?: string }[];
  };
  const [open] = await getUntil();
  expect(open).toMatchObject({ what: 'session.act', whom: 'Bruna Reis' });
  expect(Date.parse(open?.until ?? '') - Date.now()).toBeGreaterThan(19 * minute);
  expect((await acting.post('/api/auth/remote/session/end')).status).toBe(200);
  const [end, start, ...more] = await getUntil();
  expect(end).toMatchObject({ what: 'remote.end', whom: 'Bruna Reis', by: 'asker' });
  expect(start?.what).toBe('session.act');
  expect(more.map(({ what }) => what)).not.toContain('session.end');
  expect([start?.until, Math.abs(Date.parse(end?.until ?? '') - Date.now()) < minute]).toEqual([end?.until, true]);
  const { csv } = (await at.asker.get('/api/auth/audit/export?family=sessions', { headers: { lang: 'en-US' } })).body;
  expect(csv).toContain('By: the visitor');
  expect((await at.own.get(`/api/auth/remote/requests/${at.id}`)).body.changed).toMatchObject([
    { what: 'favorite.add', name: 'Vendas diárias' },
  ]);
});

test.each([
  ['the asker signs out', async (at: Scene) => expect((await at.asker.post('/api/logout')).status).toBe(200)],
  ['the asker is blocked', (at: Scene) => query("update users set status = 'B' where id = $1", [at.admin.id])],
  ['the asker is no longer an administrator', (at: Scene) => query("update users set profile = 'user' where id = $1", [at.admin.id])],
  ['the user is blocked', (at: Scene) => query("update users set status = 'B' where id = $1", [at.person.id])],
  ['the user withdraws consent', (at: Scene) => query('update users set allow_remote = false where id = $1', [at.person.id])],
  ['the user becomes an administrator', (at: Scene) => query("update users set profile = 'admin' where id = $1", [at.person.id])],
  ['the unit switches it off', (at: Scene) => query(`update settings set "values" = '{}' where tenant_id = $1`, [at.tenant.id])],
  [
    'the relation is ended',
    (at: Scene) => query("update relations set ended_at = now() where tenant_id = $1 and kind = 'consent'", [at.tenant.id]),
  ],
])('it ends by the next call when %s', async (_, happens) => {
  const at = await scene();
  const { acting } = await entered(at);
  expect((await acting.post('/api/auth/config')).status).toBe(200);
  await happens(at);
  expect([401, 403]).toContain((await acting.post('/api/auth/config')).status);
  expect([401, 403]).toContain((await acting.post('/api/refresh/token')).status);
});

test('it ends when its time is over', async () => {
  const at = await scene({ minutes: 10 });
  const { acting } = await entered(at);
  const later = new Date(Date.now() + 10 * minute + 1000).toISOString();
  expect((await acting.post('/api/auth/config', {}, { at: later })).status).toBe(401);
  expect((await acting.post('/api/refresh/token', {}, { at: later })).status).toBe(401);
});

test('it is entered once, in time, by the asker, from the asking session and on its host', async () => {
  const at = await scene();
  const path = `/api/auth/remote/wait/${at.wait}`;
  const stranger = await makeUser(at.tenant, { profile: 'admin' });
  const other = await makeTenant();
  const away = await makeUser(other, { profile: 'admin' });
  for (const [tenant, who] of [
    [at.tenant, stranger],
    [other, away],
  ] as const) {
    const theirs = api(harness, tenant, (await getSession(tenant, who, 'admin')).token);
    expect((await theirs.get(path)).status).toBe(404);
    expect((await theirs.post(`${path}/enter`)).status).toBe(404);
    expect((await theirs.post(`${path}/cancel`)).status).toBe(404);
  }
  const late = new Date(Date.now() + 5 * minute + 1000).toISOString();
  expect((await at.asker.get(path, { at: late })).body.state).toBe('expired');
  expect(await at.asker.post(`${path}/enter`, {}, { at: late })).toMatchObject({ status: 409, body: { status: 'remote_over' } });
  const answers = await Promise.all(Array.from({ length: 60 }, () => at.asker.post(`${path}/enter`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(59);
  expect(
    await query('select count(*)::int as n from sessions where tenant_id = $1 and actor_sid is not null', [at.tenant.id]),
  ).toMatchObject([{ n: 1 }]);
});

test('a request that is not allowed cannot be entered, and a canceled one stays canceled', async () => {
  const at = await scene({ state: 'requested' });
  const path = `/api/auth/remote/wait/${at.wait}`;
  expect((await at.asker.get(path)).body).toMatchObject({
    state: 'requested',
    person: 'Bruna Reis',
    gates: { admin: 'open', person: 'waiting' },
  });
  expect(await at.asker.post(`${path}/enter`)).toMatchObject({
    status: 409,
    body: { status: 'remote_over', vars: { state: 'requested' } },
  });
  expect((await at.asker.post(`${path}/cancel`)).body).toEqual({ state: 'cancelled' });
  expect((await at.asker.post(`${path}/cancel`)).body).toEqual({ state: 'cancelled' });
  expect((await at.asker.post(`${path}/enter`)).status).toBe(409);
});
