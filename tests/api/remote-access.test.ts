import { expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { allowRemote } from '../support/make-remote.ts';
import { makeTenant, type Tenant, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

const harness = useHarness();
const minute = 60_000;
const after = (minutes: number, seconds = 1) => new Date(Date.now() + minutes * minute + seconds * 1000).toISOString();
const requests = '/api/auth/remote/requests';
type Who = User & { calls: Api; sid: string };
type Scene = { tenant: Tenant; admin: Who; agent: Who; person: Who };
const wish = { reason: 'Conferir um filtro', ticket: '1284', reach: 'act', minutes: 60 };

async function scene(settings: TenantOptions['settings'] = {}): Promise<Scene> {
  const tenant = await makeTenant({ settings });
  const flags = ['support', 'remote_access'];
  const signedIn = async (user: User, profile: 'admin' | 'user', own: string[] = []): Promise<Who> => {
    const { sid, token } = await getSession(tenant, user, profile, { flags: own });
    return { ...user, sid, calls: api(harness, tenant, token) };
  };
  const admin = await signedIn(await makeUser(tenant, { profile: 'admin', name: 'Marcos Teixeira' }), 'admin');
  const agent = await signedIn(await makeUser(tenant, { name: 'Célia Prado', flags }), 'user', flags);
  const person = await signedIn(await makeUser(tenant, { name: 'Bruna Reis' }), 'user');
  await allowRemote(tenant, person);
  return { tenant, admin, agent, person };
}
const ask = (who: Who, user: User, more: object = {}, at?: string) =>
  who.calls.post(requests, { user: user.id, ...wish, ...more }, at ? { at } : {});
const asked = async (who: Who, user: User, more: object = {}) => {
  const { status, body, text } = await ask(who, user, more);
  if (status !== 200) throw new Error(text);
  return body as { id: string; token: string; state: string };
};
const wait = (who: Who, token: string, at?: string) => who.calls.get(`/api/auth/remote/wait/${token}`, at ? { at } : {});
const told = (user: User) => query('select kind, vars, link from notifications where user_id = $1 order by created_at, kind', [user.id]);

test('a request waits for the user, who is notified, sees it at once and can allow less than requested', async () => {
  const { tenant, admin, person } = await scene();
  const beat = async () => (await person.calls.get('/api/auth/notifications/count')).body.remote;
  const every = async () => (await person.calls.get('/api/auth/remote/live')).body.every;
  expect((await person.calls.get('/api/auth/remote/live')).body).toMatchObject({ every: 60_000, asks: [], inside: [] });
  expect(await beat()).toBe(false);
  const { id, token, state } = await asked(admin, person);
  expect(state).toBe('requested');
  // While a request is open the user's browser polls for it closely.
  expect([await beat(), await every()]).toEqual([true, 1500]);
  expect((await person.calls.get('/api/auth/remote/live')).body.asks).toMatchObject([
    { id, asker: { name: 'Marcos Teixeira' }, reason: wish.reason, ticket: '1284', reach: 'act', minutes: 60 },
  ]);
  expect(await told(person)).toMatchObject([{ kind: 'remote_requested', link: `/remote/authorization?id=${id}` }]);
  expect(await query("select 1 from outbox where tenant_id = $1 and kind = 'notification'", [person.tenantId])).toHaveLength(1);
  const over = await person.calls.post(`${requests}/${id}/allow`, { minutes: 90 });
  expect(over).toMatchObject({ status: 422, body: { field: 'minutes' } });
  expect(await person.calls.post(`${requests}/${id}/allow`, { minutes: 10, reach: 'view' })).toMatchObject({
    status: 200,
    body: { state: 'authorized' },
  });
  expect((await wait(admin, token)).body).toMatchObject({
    state: 'authorized',
    reach: 'view',
    minutes: 10,
    gates: { person: 'passed', admin: 'open' },
  });
  expect([await beat(), await every()]).toEqual([true, 1500]);
  const { body } = await admin.calls.post(`/api/auth/remote/wait/${token}/enter`);
  expect((await person.calls.get('/api/auth/remote/live')).body.inside).toMatchObject([
    { id, asker: 'Marcos Teixeira', reach: 'view', ticket: '1284' },
  ]);
  const acting = api(harness, tenant, body.token);
  expect((await acting.get('/api/auth/remote/live')).body.inside).toMatchObject([{ id, person: 'Bruna Reis' }]);
  expect((await person.calls.post(`${requests}/${id}/end`)).body).toEqual({ state: 'ended' });
  expect((await acting.get('/api/auth/remote/live')).status).toBe(401);
  expect((await person.calls.get('/api/auth/remote/live')).body).toMatchObject({ inside: [], over: [{ id, endedBy: 'person' }] });
  expect((await told(person)).map(({ kind }) => kind)).toContain('remote_ended');
  expect((await told(admin)).map(({ kind }) => kind)).toEqual(['remote_allowed', 'remote_over']);
});

test('an administrator can reduce what an agent gets, and the user can reduce it further', async () => {
  const { admin, agent, person } = await scene();
  const { id, token } = await asked(agent, person);
  expect((await admin.calls.get('/api/auth/remote/live')).body.asks).toMatchObject([{ id, gate: 'admin', person: { name: 'Bruna Reis' } }]);
  expect((await person.calls.get('/api/auth/remote/live')).body.asks).toMatchObject([{ id, gate: 'person' }]);
  expect((await admin.calls.post(`${requests}/${id}/allow`, { minutes: 30, reach: 'view' })).body.state).toBe('requested');
  expect((await person.calls.post(`${requests}/${id}/allow`, { minutes: 45 })).body.status).toBe('invalid_input');
  expect((await person.calls.post(`${requests}/${id}/allow`, { reach: 'act' })).body.status).toBe('invalid_input');
  expect((await person.calls.post(`${requests}/${id}/allow`, { minutes: 15 })).body.state).toBe('authorized');
  expect((await wait(agent, token)).body).toMatchObject({ reach: 'view', minutes: 15 });
});

test('signing out of the session that gave consent ends the remote session too', async () => {
  const { admin, person } = await scene();
  const { id, token } = await asked(admin, person);
  await person.calls.post(`${requests}/${id}/allow`);
  await admin.calls.post(`/api/auth/remote/wait/${token}/enter`);
  await person.calls.post('/api/logout');
  expect(await query('select state, ended_by from remote_requests where id = $1', [id])).toEqual([{ state: 'ended', ended_by: 'person' }]);
});

test('an agent also needs an administrator’s consent, in either order, and neither the asker nor a stranger decides', async () => {
  const { tenant, admin, agent, person } = await scene();
  const first = await asked(agent, person);
  expect((await told(admin)).map(({ kind }) => kind)).toEqual(['remote_needs_admin']);
  expect((await agent.calls.post(`${requests}/${first.id}/allow`)).status).toBe(404);
  const stranger = await makeUser(tenant);
  const theirs = api(harness, tenant, (await getSession(tenant, stranger, 'user')).token);
  expect((await theirs.post(`${requests}/${first.id}/allow`)).status).toBe(404);
  expect((await theirs.get(`${requests}/${first.id}`)).status).toBe(404);
  expect((await person.calls.post(`${requests}/${first.id}/allow`)).body.state).toBe('requested');
  expect((await agent.calls.post(`/api/auth/remote/wait/${first.token}/enter`)).status).toBe(409);
  expect((await admin.calls.post(`${requests}/${first.id}/allow`)).body.state).toBe('authorized');
  expect((await agent.calls.post(`/api/auth/remote/wait/${first.token}/enter`)).status).toBe(200);
});

test('simultaneous consents of both deciders start it, and 60 clicks are one decision', async () => {
  const { admin, agent, person } = await scene();
  const { id } = await asked(agent, person);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 ? admin : person).calls.post(`${requests}/${id}/allow`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(58);
  expect(await query('select state, version from remote_requests where id = $1', [id])).toEqual([{ state: 'authorized', version: 3 }]);
  expect(await query("select count(*)::int as n from audit where row_id = $1 and what = 'remote.allow'", [id])).toEqual([{ n: 2 }]);
});

test('60 simultaneous requests are one, and another request waits for it', async () => {
  const { admin, person } = await scene();
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(admin, person)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    expect([status, body.status]).toEqual([409, 'remote_pending']);
  const id = answers.find(({ status }) => status === 200)?.body.id;
  expect(await query("select row_id, change from audit where tenant_id = $1 and what = 'remote.ask'", [admin.tenantId])).toEqual([
    { row_id: id, change: { user: person.id, ...wish, admin: false, person: true } },
  ]);
  expect((await told(person)).map(({ kind }) => kind)).toEqual(['remote_requested']);
});

test('a request unanswered for 10 minutes expires for both sides, and can be repeated', async () => {
  const { admin, person } = await scene();
  const { id, token } = await asked(admin, person);
  expect((await wait(admin, token, after(9, 50))).body.state).toBe('requested');
  expect((await wait(admin, token, after(10))).body.state).toBe('expired');
  const late = await person.calls.post(`${requests}/${id}/allow`, {}, { at: after(10) });
  expect(late).toMatchObject({ status: 409, body: { status: 'remote_over', vars: { state: 'expired' } } });
  expect((await person.calls.get('/api/auth/remote/live', { at: after(10) })).body.asks).toEqual([]);
  expect((await ask(admin, person, {}, after(10))).status).toBe(200);
});

test('three refusals within 24 hours block the asker for 24 hours', async () => {
  const { tenant, admin, person } = await scene();
  for (let time = 0; time < 3; time += 1) {
    const { id } = await asked(admin, person);
    expect((await person.calls.post(`${requests}/${id}/refuse`, { reason: 'Agora não' })).body.state).toBe('refused');
  }
  expect(await ask(admin, person)).toMatchObject({ status: 409, body: { status: 'remote_wait', vars: { person: 'Bruna Reis' } } });
  expect((await told(admin)).filter(({ kind }) => kind === 'remote_refused')).toHaveLength(3);
  const day = new Date(Date.now() + 24 * 60 * minute + 5000).toISOString();
  await query("update sessions set expires_at = expires_at + interval '2 days' where id = $1", [admin.sid]);
  const token = (await admin.calls.post('/api/refresh/token', {}, { at: day })).body.token;
  const again = api(harness, tenant, token);
  expect((await again.post(requests, { user: person.id, ...wish }, { at: day })).status).toBe(200);
});

test.each([
  ['the unit does not allow it', `update settings set "values" = '{}' where tenant_id = $1`, 'remote_off'],
  ['the user does not allow it', 'update users set allow_remote = false where tenant_id = $1', 'remote_not_allowed'],
  ['the user is an administrator', "update users set profile = 'admin' where tenant_id = $1 and name = 'Bruna Reis'", 'remote_profile'],
])('is refused with a hint about who can change it when %s', async (_, sql, code) => {
  const { tenant, admin, person } = await scene();
  await query(sql, [tenant.id]);
  expect(await ask(admin, person)).toMatchObject({ status: 403, body: { status: code } });
  expect(await admin.calls.post('/api/auth/remote/views', { user: person.id })).toMatchObject({ status: 403, body: { status: code } });
  expect(await query('select 1 from remote_requests where tenant_id = $1', [tenant.id])).toEqual([]);
});

test('an agent cannot enter an agent or administrator, and a user without both flags cannot ask', async () => {
  const { tenant, admin, agent, person } = await scene();
  const other = await makeUser(tenant, { flags: ['support', 'remote_access'] });
  await allowRemote(tenant, other, admin);
  for (const above of [other, admin, agent]) expect([403, 404]).toContain((await ask(agent, above)).status);
  expect((await ask(person, agent)).status).toBe(403);
  for (const [field, value] of [
    ['reason', ' '],
    ['minutes', 4],
    ['minutes', 121],
    ['reach', 'all'],
    ['user', 'x'],
    ['tenant', 'x'],
  ] as const)
    expect(await ask(admin, person, { [field]: value })).toMatchObject({ status: 422, body: { field } });
});

test('a standing consent or the unit’s policy admits an administrator without asking, and the user is notified', async () => {
  const { admin, person } = await scene();
  const until = new Date(Date.now() + 60 * minute).toISOString();
  expect((await person.calls.put('/api/auth/remote/consent', { allow: true, until })).status).toBe(200);
  expect((await person.calls.get('/api/auth/remote/consent')).body).toEqual({ allow: true, until, unit: { allows: true, asks: true } });
  const { token, state } = await asked(admin, person);
  expect(state).toBe('authorized');
  expect((await admin.calls.post(`/api/auth/remote/wait/${token}/enter`)).status).toBe(200);
  expect((await told(person)).map(({ kind }) => kind)).toEqual(['remote_started']);
  expect((await person.calls.put('/api/auth/remote/consent', { allow: false })).status).toBe(200);
  expect(await query('select state, ended_by from remote_requests where user_id = $1', [person.id])).toEqual([
    { state: 'ended', ended_by: 'person' },
  ]);
  expect(
    await query("select change from audit where row_id = $1 and what = 'remote.consent' order by change->>'allow'", [person.id]),
  ).toEqual([{ change: { allow: false, until: null } }, { change: { allow: true, until } }]);
  for (const bad of [new Date(Date.now() - minute).toISOString(), 'tomorrow', new Date(Date.now() + 400 * 24 * 60 * minute).toISOString()])
    expect(await person.calls.put('/api/auth/remote/consent', { allow: true, until: bad })).toMatchObject({
      status: 422,
      body: { field: 'until' },
    });
  const open = await scene({ remote_consent: 'none' });
  expect((await asked(open.admin, open.person)).state).toBe('authorized');
  expect((await asked(open.agent, open.person)).state).toBe('requested');
});

test('view as starts at once, is read-only, notifies the user, and is listed among remote sessions', async () => {
  const { tenant, admin, agent, person } = await scene();
  const { status, body } = await admin.calls.post('/api/auth/remote/views', { user: person.id });
  expect(status).toBe(200);
  const looking = api(harness, tenant, body.token);
  expect((await looking.post('/api/auth/config')).body.config.user.id).toBe(person.id);
  expect((await looking.post('/api/auth/notifications/read-all')).body.status).toBe('view_only');
  expect((await looking.post('/api/auth/config', {}, { at: after(15) })).status).toBe(401);
  expect(await told(person)).toMatchObject([{ kind: 'remote_looking', vars: { person: 'Marcos Teixeira', minutes: 15 } }]);
  expect((await agent.calls.post('/api/auth/remote/views', { user: person.id })).status).toBe(403);
  await looking.post('/api/auth/remote/session/page', { path: '/catalogs', title: 'Catálogos' });
  await looking.post('/api/auth/remote/session/end');
  const { items, counts } = (await person.calls.get(requests)).body;
  expect([items.length, counts]).toEqual([1, { open: 0, past: 1, all: 1 }]);
  expect(items[0]).toMatchObject({ kind: 'view', state: 'ended', endedBy: 'asker', pages: 1, changes: 0 });
  expect((await person.calls.get(`${requests}/${items[0].id}`)).body.opened).toMatchObject([{ path: '/catalogs', title: 'Catálogos' }]);
  expect((await person.calls.get(`${requests}?whose=unit`)).status).toBe(403);
  expect((await admin.calls.get(`${requests}?whose=unit&search=bruna`)).body.items).toHaveLength(1);
  expect((await admin.calls.get(`${requests}?whose=unit&search=ninguem`)).body.items).toHaveLength(0);
  const { csv, rows } = (await person.calls.get(`${requests}/export`, { headers: { lang: 'pt-BR' } })).body;
  expect([rows, csv.includes('Marcos Teixeira'), csv.includes('Ver como')]).toEqual([1, true, true]);
});
