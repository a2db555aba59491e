import { expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { allowRemote } from '../support/make-remote.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const to = '/api/auth/change/partner/to/admin';
const after = (minutes: number) => new Date(Date.now() + minutes * 60_000 + 1000).toISOString();

async function scene(relation = '') {
  const partner = await makeTenant({ kind: 'partner', name: 'Numera' });
  const unit = await makeTenant({ parent: partner, name: 'Filial Campinas' });
  if (relation) await query(`update relations set ${relation} where tenant_id = $1`, [unit.id]);
  const [master, admin, person] = [
    await makeUser(partner, { profile: 'master', name: 'Rui Sá' }),
    await makeUser(unit, { profile: 'admin', name: 'Ana Nunes' }),
    await makeUser(unit, { name: 'Caio Prado' }),
  ];
  const getCalls = async (tenant: typeof unit, user: typeof admin, profile: 'master' | 'admin' | 'user') => {
    const { sid, token } = await getSession(tenant, user, profile);
    return { sid, calls: api(harness, tenant, token) };
  };
  const [asMaster, asAdmin] = [await getCalls(partner, master, 'master'), await getCalls(unit, admin, 'admin')];
  const arrive = (token: string, place = unit, options = {}) => api(harness, place).post('/api/oauth/company', { token }, options);
  return { partner, unit, master, admin, person, asMaster, asAdmin, arrive, wish: { company: unit.id, reason: 'Conferir um painel' } };
}
const told = (kind: string, user: { id: string }) =>
  query('select vars from notifications where kind = $1 and user_id = $2', [kind, user.id]);
const getRequest = async (calls: Api) => (await calls.get('/api/auth/remote/requests?whose=unit&view=open')).body.items[0];

test('without verification a partner enters at once, as administrator, under its own name, and can return', async () => {
  const { partner, unit, master, admin, asMaster, asAdmin, arrive, wish } = await scene('verify = false');
  expect((await asMaster.calls.post('/api/auth/config')).body.config.partner_access_remote).toEqual({
    is_partner_with_admin_company: true,
    is_partner_admin: false,
    is_partner_user: false,
    partner_id: partner.id,
  });
  const { status, body } = await asMaster.calls.post(`${to}/no/verify`, wish);
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'change', domain: unit.host, message: null, redirect: null } });
  const arrived = await arrive(body.token);
  expect(arrived).toMatchObject({
    status: 200,
    body: { perfil_usuario: 'admin', auth_type: 'act', user: { name: 'Rui Sá' }, tenant_id: unit.id },
  });
  const inside = api(harness, unit, arrived.body.token);
  expect((await inside.post('/api/auth/config')).body.config.partner_access_remote).toEqual({
    is_partner_with_admin_company: false,
    is_partner_admin: true,
    is_partner_user: false,
    partner_id: partner.id,
  });
  expect((await inside.post('/api/auth/groups', { kind: 'groups', name: 'Do parceiro', audience: 'everyone' })).status).toBeLessThan(500);
  // The visitor's row is not a user of the unit: not listed, not counted.
  expect(await query('select users_used from tenants where id = $1', [unit.id])).toEqual([{ users_used: 2 }]);
  expect((await asAdmin.calls.get('/api/auth/users?search=rui')).body.items ?? []).toEqual([]);
  const people = await inside.get('/api/auth/users');
  expect(people.body.items.map(({ name }: { name: string }) => name)).toEqual(['Ana Nunes', 'Caio Prado']);
  expect(people.body.counts).toMatchObject({ all: 2 });
  expect((await inside.get('/api/auth/grant-subjects?q=rui')).body.subjects).toEqual([]);
  expect(await told('partner_entered', admin)).toMatchObject([{ vars: { person: 'Rui Sá', partner: 'Numera' } }]);
  const back = await inside.post('/api/auth/change/back/partner');
  expect(back).toMatchObject({ status: 200, body: { redirect: expect.stringContaining(`${partner.host}`), intended: '/' } });
  expect((await inside.post('/api/auth/config')).status).toBe(401);
  expect((await asMaster.calls.post('/api/auth/config')).status).toBe(200);
  expect((await asMaster.calls.post('/api/auth/change/back/partner')).body).toEqual({ redirect: null, intended: '/' });
  const audit = await query("select what, actor_id from audit where tenant_id = $1 and what in ('session.act', 'remote.end') order by at", [
    unit.id,
  ]);
  expect(audit).toEqual([
    { what: 'session.act', actor_id: master.id },
    { what: 'remote.end', actor_id: master.id },
  ]);
});

test('with verification an administrator of the unit is asked, and the partner waits for the answer', async () => {
  const { unit, admin, asMaster, asAdmin, arrive, wish } = await scene('verify = true');
  expect(await asMaster.calls.post(`${to}/no/verify`, wish)).toMatchObject({ status: 409, body: { status: 'partner_verify' } });
  const { body } = await asMaster.calls.post(to, wish);
  expect(body).toMatchObject({
    message: 'wait_authorization',
    redirect: expect.stringMatching(/^\/authorization\/[\w-]{43}$/),
    intended: '/',
  });
  const token = body.redirect.split('/')[2];
  const wait = () => asMaster.calls.get(`/api/auth/remote/wait/${token}`);
  expect((await wait()).body).toMatchObject({
    kind: 'partner',
    state: 'requested',
    tenant: { id: unit.id },
    gates: { admin: 'waiting', person: 'open' },
  });
  expect(await told('partner_asks', admin)).toMatchObject([{ vars: { person: 'Rui Sá', reason: wish.reason } }]);
  expect((await asMaster.calls.post('/api/auth/change/partner/enter', { token })).body.status).toBe('remote_over');
  const request = await getRequest(asAdmin.calls);
  expect((await asAdmin.calls.get('/api/auth/remote/live')).body).toMatchObject({
    every: 1500,
    asks: [{ id: request.id, gate: 'admin', kind: 'partner', person: null, asker: { name: 'Rui Sá' }, reach: 'act', minutes: 480 }],
  });
  const allow = (lower: object) => asAdmin.calls.post(`/api/auth/remote/requests/${request.id}/allow`, lower);
  expect(await allow({ minutes: 485 })).toMatchObject({ status: 422, body: { field: 'minutes' } });
  expect((await allow({ reach: 'view', minutes: 240 })).body).toEqual({ state: 'authorized' });
  expect((await asAdmin.calls.get('/api/auth/remote/live')).body.asks).toEqual([]);
  expect((await wait()).body).toMatchObject({ state: 'authorized', reach: 'view', minutes: 240 });
  const ticket = (await asMaster.calls.post('/api/auth/change/partner/enter', { token })).body;
  expect(ticket).toMatchObject({ status: 'change', domain: unit.host });
  const answers = await Promise.all(Array.from({ length: 20 }, () => arrive(ticket.token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(410)]);
});

test('a request lives for 30 minutes, a refused one is closed, and a ticket dies with the session it came from', async () => {
  const { asMaster, asAdmin, arrive, wish } = await scene('verify = true');
  const { body } = await asMaster.calls.post(to, wish);
  expect((await asMaster.calls.get(`/api/auth/remote/wait/${body.token}`, { at: after(29) })).body.state).toBe('requested');
  await query("update remote_requests set expires_at = expires_at - interval '30 minutes' where tenant_id = $1", [wish.company]);
  expect((await asMaster.calls.get(`/api/auth/remote/wait/${body.token}`)).body.state).toBe('expired');
  await query("update remote_requests set expires_at = expires_at + interval '30 minutes' where tenant_id = $1", [wish.company]);
  const request = await getRequest(asAdmin.calls);
  await asAdmin.calls.post(`/api/auth/remote/requests/${request.id}/refuse`, { reason: 'Agora não' });
  expect((await asMaster.calls.post('/api/auth/change/partner/enter', { token: body.token })).body.status).toBe('remote_over');
  const [relation] = (await asAdmin.calls.get('/api/auth/partner/access')).body.relations;
  await asAdmin.calls.put(`/api/auth/partner/access/${relation.id}`, { version: relation.version, action: 'stand', hours: 2 });
  const ticket = (await asMaster.calls.post(`${to}/no/verify`, wish)).body;
  await asMaster.calls.post('/api/logout');
  expect((await arrive(ticket.token)).status).toBe(410);
});

test('the unit decides whether it is asked, and can end a partner’s visit at any time', async () => {
  const { unit, asMaster, asAdmin, arrive, wish, master } = await scene('verify = true');
  const relations = async () => (await asAdmin.calls.get('/api/auth/partner/access')).body.relations;
  const set = async (change: object) => {
    const [relation] = await relations();
    return asAdmin.calls.put(`/api/auth/partner/access/${relation.id}`, { version: relation.version, ...change });
  };
  expect((await set({ action: 'verify', verify: false })).status).toBe(200);
  expect(await relations()).toMatchObject([{ partner: 'Numera', verify: false, status: 'active', setBy: 'Ana Nunes' }]);
  const { body } = await asMaster.calls.post(`${to}/no/verify`, wish);
  const inside = api(harness, unit, (await arrive(body.token)).body.token);
  expect(await relations()).toMatchObject([{ inside: 1 }]);
  expect((await inside.get('/api/auth/partner/access')).body.status).toBe('act_as_blocked');
  expect((await set({ action: 'suspend' })).status).toBe(200);
  expect((await inside.post('/api/auth/config')).status).toBe(401);
  expect(await asMaster.calls.post(to, wish)).toMatchObject({ status: 404 });
  expect(await told('partner_relation', master)).toHaveLength(1);
  expect((await set({ action: 'suspend' })).body.status).toBe('changed_meanwhile');
  await set({ action: 'resume' });
  expect((await asMaster.calls.post(`${to}/no/verify`, wish)).status).toBe(200);
  await set({ action: 'end' });
  expect(await asMaster.calls.post(to, wish)).toMatchObject({ status: 404 });
});

test('a visit ends after an hour without a call, after eight hours in any case, and with the partner’s own session', async () => {
  const { unit, asMaster, arrive, wish } = await scene('verify = false');
  const enter = async () => api(harness, unit, (await arrive((await asMaster.calls.post(to, wish)).body.token)).body.token);
  const inside = await enter();
  expect((await inside.post('/api/auth/config')).status).toBe(200);
  await query("update sessions set last_seen = now() - interval '61 minutes' where tenant_id = $1", [unit.id]);
  expect((await inside.post('/api/auth/config')).status).toBe(401);
  const second = await enter();
  await query('update sessions set revoked_at = now() where id = $1', [asMaster.sid]);
  expect((await second.post('/api/auth/config')).status).toBe(401);
});

test('a partner needs the user’s consent to view as that user, and sees what the user sees', async () => {
  const { unit, person, asMaster, arrive, wish } = await scene('verify = false');
  const asPerson = { ...wish, user: person.id, reach: 'view' };
  expect(await asMaster.calls.post(to, asPerson)).toMatchObject({ status: 403, body: { status: 'remote_off' } });
  await allowRemote(unit, person);
  expect((await asMaster.calls.get(`/api/auth/partner/people?company=${unit.id}`)).body.people).toMatchObject([{ id: person.id }]);
  expect((await asMaster.calls.post(to, asPerson)).body.message).toBe('wait_authorization');
  const { token } = await getSession(unit, person, 'user');
  const own = api(harness, unit, token);
  const { asks } = (await own.get('/api/auth/remote/live')).body;
  await own.post(`/api/auth/remote/requests/${asks[0].id}/allow`, { minutes: 20 });
  await query("update users set remote_until = now() + interval '1 day' where id = $1", [person.id]);
  const ticket = (await asMaster.calls.post(`${to}/no/verify`, asPerson)).body;
  const arrived = await arrive(ticket.token);
  expect(arrived.body).toMatchObject({ perfil_usuario: 'user', user: { id: person.id } });
  const inside = api(harness, unit, arrived.body.token);
  expect((await inside.post('/api/auth/config')).body.config.partner_access_remote).toMatchObject({ is_partner_user: true });
  expect((await inside.put('/api/auth/favorites/order', { ids: [] })).body.status).toBe('view_only');
});

test('no partner enters a unit outside its tree, a closed unit, or from a role that does not reach it; visits cannot be chained', async () => {
  const { unit, asMaster, wish, arrive } = await scene("verify = false, role = 'billing'");
  expect((await asMaster.calls.post(to, wish)).body.status).toBe('partner_role');
  await query("update relations set role = 'admin' where tenant_id = $1", [unit.id]);
  const stranger = await makeTenant({ parent: await makeTenant({ kind: 'partner' }) });
  for (const company of [stranger.id, crypto.randomUUID()]) expect((await asMaster.calls.post(to, { ...wish, company })).status).toBe(404);
  const inside = api(harness, unit, (await arrive((await asMaster.calls.post(to, wish)).body.token)).body.token);
  expect((await inside.post('/api/auth/change/companies', { company: unit.id })).body.status).toMatch(/function_disabled|act_as_blocked/);
  await query("update tenants set status = 'B' where id = $1", [unit.id]);
  expect((await asMaster.calls.post(to, wish)).body.status).toBe('partner_closed');
});

test('changes during a visit carry the partner user’s name and the partner’s in the unit’s histories', async () => {
  const { unit, asMaster, asAdmin, arrive, wish } = await scene('verify = false');
  const { body: ticket } = await asMaster.calls.post(`${to}/no/verify`, wish);
  const inside = api(harness, unit, (await arrive(ticket.token)).body.token);
  const who = async (path: string) =>
    (await asAdmin.calls.get(path)).body.items.map((item: { what: string; who: string | null; actor?: string | null }) => [
      item.who,
      item.actor,
    ]);
  const group = await inside.post('/api/auth/user-groups', { name: 'Do parceiro', description: '' });
  expect(group.status).toBe(200);
  expect(await who(`/api/auth/user-groups/${group.body.id}/history`)).toEqual([['Rui Sá (Numera)', undefined]]);
  const person = await inside.post('/api/auth/users', { name: 'Elisa Rocha', email: 'elisa@rocha.test', profile: 'user', invite: 'N' });
  expect(person.status).toBe(200);
  // The visitor's row already names the actor.
  expect(await who(`/api/auth/users/${person.body.id}/history`)).toEqual([['Rui Sá (Numera)', null]]);
  expect((await asAdmin.calls.get(`/api/auth/users/${person.body.id}`)).body.addedBy).toBe('Rui Sá (Numera)');
  // The same in the audit log; a remote view names its viewer.
  expect(new Set((await who('/api/auth/audit')).map(String))).toEqual(new Set(['Rui Sá (Numera),']));
});

test('the audit log names the viewer of a remote view', async () => {
  const { unit, person, asMaster, asAdmin, arrive, wish } = await scene('verify = false');
  await allowRemote(unit, person);
  await query(`update settings set "values" = "values" || '{"remote_consent":"none"}' where tenant_id = $1`, [unit.id]);
  const { body } = await asMaster.calls.post(`${to}/no/verify`, { ...wish, user: person.id });
  expect((await arrive(body.token)).status).toBe(200);
  const rows = (await asAdmin.calls.get('/api/auth/audit?family=sessions')).body.items;
  expect(rows[0]).toMatchObject({ what: 'session.act', who: 'Caio Prado', actor: 'Rui Sá · Numera' });
});
