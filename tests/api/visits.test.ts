import { expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { makeFactor } from '../support/make-factor.ts';
import { messageText } from '../support/make-message.ts';
import { allowRemote } from '../support/make-remote.ts';
import { makeTask } from '../support/make-task.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { none } from './report-access-scene.ts';

const harness = useHarness();
const to = '/api/auth/change/partner/to/admin';

type Scene = Awaited<ReturnType<typeof scene>>;

/** A partner below another layer, a unit that admits it without verification, and a user who allows remote access. */
async function scene() {
  const upper = await makeTenant({ kind: 'partner', name: 'Acima' });
  const partner = await makeTenant({ kind: 'partner', name: 'Numera', parent: upper });
  const unit = await makeTenant({ parent: partner, name: 'Filial Campinas' });
  await query('update relations set verify = false where tenant_id = $1', [unit.id]);
  const [master, admin, person] = [
    await makeUser(partner, { profile: 'master', name: 'Rui Sá' }),
    await makeUser(unit, { profile: 'admin', name: 'Ana Nunes' }),
    await makeUser(unit, { name: 'Caio Prado' }),
  ];
  await allowRemote(unit, person);
  const getCalls = async (tenant: Tenant, user: User, profile: 'master' | 'admin' | 'user') =>
    api(harness, tenant, (await getSession(tenant, user, profile)).token);
  const asMaster = await getCalls(partner, master, 'master');
  const [asAdmin, asPerson] = [await getCalls(unit, admin, 'admin'), await getCalls(unit, person, 'user')];
  const arrive = async (token: string) => {
    const arrived = await api(harness, unit).post('/api/oauth/company', { token });
    expect(arrived.status, arrived.text).toBe(200);
    return api(harness, unit, arrived.body.token);
  };
  return { upper, partner, unit, master, admin, person, asMaster, asAdmin, asPerson, arrive };
}

const getWish = ({ unit }: Scene) => ({ company: unit.id, reason: 'Conferir um painel' });

async function asAdministrator(at: Scene) {
  const { body } = await at.asMaster.post(`${to}/no/verify`, getWish(at));
  expect(body).toMatchObject({ status: 'change', domain: at.unit.host, message: null, redirect: null });
  return at.arrive(body.token);
}

/** A view of the user after the user's consent. */
async function asPersonAllowed(at: Scene) {
  const { body } = await at.asMaster.post(`${to}/no/verify`, { ...getWish(at), user: at.person.id });
  expect(body).toMatchObject({ status: 'ok', message: 'wait_authorization', redirect: `/authorization/${body.token}`, intended: '/' });
  const { asks } = (await at.asPerson.get('/api/auth/remote/live')).body;
  expect((await at.asPerson.post(`/api/auth/remote/requests/${asks[0].id}/allow`, {})).body.state).toBe('authorized');
  const ticket = await at.asMaster.post('/api/auth/change/partner/enter', { token: body.token });
  expect(ticket.status, ticket.text).toBe(200);
  return at.arrive(ticket.body.token);
}

/** A view of the user without asking: by the unit's policy, or a temporary consent. */
async function asPersonUnasked(at: Scene) {
  const { body } = await at.asMaster.post(`${to}/no/verify`, { ...getWish(at), user: at.person.id });
  expect(body).toMatchObject({ status: 'change', domain: at.unit.host });
  return at.arrive(body.token);
}
const unasked = (at: Scene) =>
  query(`update settings set "values" = "values" || '{"remote_consent":"none"}' where tenant_id = $1`, [at.unit.id]);
const standing = (at: Scene) => query("update users set remote_until = now() + interval '1 day' where id = $1", [at.person.id]);

test('without verification a partner enters as administrator at once; a user’s view needs the user’s consent, unless unit policy waives it', async () => {
  const at = await scene();
  expect((await (await asAdministrator(at)).post('/api/auth/config')).body.config.partner_access_remote.is_partner_admin).toBe(true);
  const inside = await asPersonAllowed(at);
  expect((await inside.post('/api/auth/config')).body.config.partner_access_remote.is_partner_user).toBe(true);
  await unasked(at);
  expect((await (await asPersonUnasked(at)).post('/api/auth/config')).status).toBe(200);
});

test('if the unit wants its administrators to be asked, every entry is verified, also a user’s view', async () => {
  const at = await scene();
  await query('update relations set verify = true where tenant_id = $1', [at.unit.id]);
  await unasked(at);
  for (const wish of [getWish(at), { ...getWish(at), user: at.person.id }])
    expect(await at.asMaster.post(`${to}/no/verify`, wish)).toMatchObject({ status: 409, body: { status: 'partner_verify' } });
});

const off = (at: { id: string }, values: object) =>
  query('update settings set "values" = "values" || $2::jsonb where tenant_id = $1', [at.id, JSON.stringify(values)]);
const ended: readonly (readonly [what: string, (at: Scene) => Promise<unknown>])[] = [
  ['the unit switches remote access off', (at) => at.asAdmin.post('/api/auth/config/update', { allow_access_remote: 'N' })],
  ['the partner’s layer forbids it', (at) => off(at.partner, { below_remote: false })],
  ['the layer above the partner forbids it', (at) => off(at.upper, { below_remote: false })],
  ['the user withdraws consent', (at) => at.asPerson.put('/api/auth/remote/consent', { allow: false, until: null })],
  [
    'the user becomes an administrator',
    (at) => query("update users set profile = 'admin', rights = rights + 1 where id = $1", [at.person.id]),
  ],
  ['the user gets a flag', (at) => query("update users set flags = '{edit_reports}', rights = rights + 1 where id = $1", [at.person.id])],
  ['the user is blocked', (at) => query("update users set status = 'B' where id = $1", [at.person.id])],
  ['the relation is suspended', (at) => query("update relations set status = 'suspended' where tenant_id = $1", [at.unit.id])],
  ['the relation covers billing only', (at) => query("update relations set role = 'billing' where tenant_id = $1", [at.unit.id])],
  ['the unit wants to be asked', (at) => query('update relations set verify = true where tenant_id = $1', [at.unit.id])],
  ['the partner’s user is no longer a master', (at) => query("update users set profile = 'user' where id = $1", [at.master.id])],
  ['the partner’s user is blocked', (at) => query("update users set status = 'B' where id = $1", [at.master.id])],
  ['the partner is blocked', (at) => query("update tenants set status = 'B' where id = $1", [at.partner.id])],
];

test.each(ended)('a partner’s user view ends within one call when %s', async (_, end) => {
  const at = await scene();
  const inside = await asPersonAllowed(at);
  expect((await inside.post('/api/auth/config')).status).toBe(200);
  await end(at);
  expect([401, 403]).toContain((await inside.post('/api/auth/config')).status);
  expect([401, 403]).toContain((await inside.post('/api/refresh/token')).status);
  expect(await query("select 1 from audit where tenant_id = $1 and what = 'session.act'", [at.unit.id])).toHaveLength(1);
});

test('the user and an administrator can end the view, which ends both the visit and its token', async () => {
  const at = await scene();
  for (const side of [at.asPerson, at.asAdmin]) {
    const inside = await asPersonAllowed(at);
    const [{ id }] = (await side.get(`/api/auth/remote/requests?whose=${side === at.asAdmin ? 'unit' : 'mine'}&view=open`)).body.items;
    expect((await side.post(`/api/auth/remote/requests/${id}/end`, {})).body).toEqual({ state: 'ended' });
    expect((await inside.post('/api/auth/config')).status).toBe(401);
  }
});

const policies: readonly (readonly [string, (at: Scene) => Promise<unknown>, (at: Scene) => Promise<unknown>])[] = [
  ['the unit requires consent again', unasked, (at) => off(at.unit, { remote_consent: 'each' })],
  [
    'the user’s temporary consent has expired',
    standing,
    (at) => query('update users set remote_until = now() where id = $1', [at.person.id]),
  ],
];
test.each(policies)('a view without consent ends when %s', async (_, allow, end) => {
  const at = await scene();
  await allow(at);
  const inside = await asPersonUnasked(at);
  expect((await inside.post('/api/auth/config')).status).toBe(200);
  await end(at);
  expect((await inside.post('/api/auth/config')).status).toBe(401);
});

test('a view that a change no longer allows is over for good, recorded at once, and its token stays closed after the change is undone', async () => {
  const { unit, person, asMaster, asAdmin, arrive } = await scene();
  const change = (values: object) =>
    query('update settings set "values" = "values" || $2::jsonb where tenant_id = $1', [unit.id, JSON.stringify(values)]);
  const profile = async (of: string) => {
    const { body } = await asAdmin.get(`/api/auth/users/${person.id}`);
    const saved = await asAdmin.put(`/api/auth/users/${person.id}`, {
      version: body.version,
      name: person.name,
      email: person.email,
      profile: of,
    });
    expect(saved.status, saved.text).toBe(200);
  };
  const verify = async (on: boolean) => {
    const [relation] = (await asAdmin.get('/api/auth/partner/access')).body.relations;
    const set = { version: relation.version, action: 'verify', verify: on };
    expect((await asAdmin.put(`/api/auth/partner/access/${relation.id}`, set)).status).toBe(200);
  };
  const undone: Record<string, [() => Promise<unknown>, () => Promise<unknown>]> = {
    'the unit’s switch': [() => change({ allow_access_remote: 'N' }), () => change({ allow_access_remote: 'S' })],
    'asking the person': [() => change({ remote_consent: 'each' }), () => change({ remote_consent: 'none' })],
    'the person’s profile': [() => profile('admin'), () => profile('user')],
    'the person’s own switch': [
      () => query('update users set allow_remote = false where id = $1', [person.id]),
      () => query('update users set allow_remote = true where id = $1', [person.id]),
    ],
    'asking an administrator': [() => verify(true), () => verify(false)],
  };
  await change({ remote_consent: 'none' });
  await query('update users set remote_until = null where id = $1', [person.id]);
  for (const [name, [close, open]] of Object.entries(undone)) {
    const way = await asMaster.post(`${to}/no/verify`, { company: unit.id, user: person.id, reason: 'Conferir' });
    expect(way.status, `${name}: ${way.text}`).toBe(200);
    const visit = await arrive(way.body.token);
    expect((await visit.get('/api/auth/dashboard')).status, name).toBe(200);
    await close();
    const [told] = await query(
      "select change->>'by' as by from audit where tenant_id = $1 and what = 'remote.end' order by at desc limit 1",
      [unit.id],
    );
    await open();
    expect([name, (await visit.get('/api/auth/dashboard')).status]).toEqual([name, 401]);
    expect([name, told?.by]).toEqual([name, name === 'asking an administrator' ? 'admin' : 'rights']);
  }
  expect(await query("select count(*)::int as n from audit where tenant_id = $1 and what = 'remote.end'", [unit.id])).toEqual([{ n: 5 }]);
});

test('a permitted view cannot be entered once the permission is gone', async () => {
  for (const [what, end] of ended) {
    if (what.startsWith('the partner')) continue;
    const at = await scene();
    const { body } = await at.asMaster.post(to, { ...getWish(at), user: at.person.id });
    const { asks } = (await at.asPerson.get('/api/auth/remote/live')).body;
    await at.asPerson.post(`/api/auth/remote/requests/${asks[0].id}/allow`, {});
    await end(at);
    expect((await at.asMaster.post('/api/auth/change/partner/enter', { token: body.token })).status, what).toBeGreaterThanOrEqual(400);
  }
});

test('an agent’s session ends when the layer above forbids it, the user is promoted, or the agent loses the role', async () => {
  const changes: readonly ((at: Scene, agent: User) => Promise<unknown>)[] = [
    (at) => off(at.partner, { below_remote: false }),
    (at) => query("update users set profile = 'admin', rights = rights + 1 where id = $1", [at.person.id]),
    (_, agent) => query("update users set flags = '{support}', rights = rights + 1 where id = $1", [agent.id]),
  ];
  for (const change of changes) {
    const at = await scene();
    const flags = ['support', 'remote_access'];
    const agent = await makeUser(at.unit, { flags, name: 'Tina Alves' });
    const asAgent = api(harness, at.unit, (await getSession(at.unit, agent, 'user', { flags })).token);
    const { body } = await asAgent.post('/api/auth/remote/requests', {
      user: at.person.id,
      reason: 'Um filtro',
      ticket: '',
      reach: 'act',
      minutes: 30,
    });
    for (const side of [at.asAdmin, at.asPerson]) await side.post(`/api/auth/remote/requests/${body.id}/allow`, {});
    const entered = await asAgent.post(`/api/auth/remote/wait/${body.token}/enter`);
    expect(entered.status, entered.text).toBe(200);
    const inside = api(harness, at.unit, entered.body.token);
    expect((await inside.post('/api/auth/config')).status).toBe(200);
    await change(at, agent);
    expect((await inside.post('/api/auth/config')).status).toBe(401);
  }
});

test('copying from a unit needs its consent, unless the unit waives it', async () => {
  const at = await scene();
  await off(at.partner, { user_import: 'S' });
  const units = async () => (await at.asMaster.get('/api/auth/user-imports/units')).body.units.map(({ id }: { id: string }) => id);
  expect(await units()).toEqual([at.unit.id]);
  await query('update relations set verify = true where tenant_id = $1', [at.unit.id]);
  expect(await units()).toEqual([]);
  expect((await at.asMaster.get(`/api/auth/user-imports/units/${at.unit.id}/people`)).status).toBe(404);
  await query("update relations set standing_until = now() + interval '1 hour' where tenant_id = $1", [at.unit.id]);
  expect(await units()).toEqual([at.unit.id]);
  await off(at.upper, { below_user_import: false });
  expect(await units()).toEqual([]);
});

test('what a visit adds is recorded with who visited and for which partner, and nothing above an ordinary user outlives the relation', async () => {
  const at = await scene();
  const report = await makeReport(at.unit);
  const ranks = () =>
    query("select id, profile, flags from users where tenant_id = $1 and seat is null and (profile <> 'user' or flags <> '{}')", [
      at.unit.id,
    ]);
  const before = await ranks();
  const inside = await asAdministrator(at);
  const fields = { name: 'Elisa Rocha', email: `elisa-${at.unit.id}@numera.test`, phone: null, department: '', language: null, groups: [] };
  for (const more of [{ profile: 'admin' }, { profile: 'user', flags: ['manage_service'] }])
    expect((await inside.post('/api/auth/users', { flags: [], ...fields, ...more })).status).toBe(403);
  const made = await inside.post('/api/auth/users', { ...fields, profile: 'user', flags: [] });
  expect(made.status, made.text).toBe(200);
  const subjects = [{ kind: 'user', id: made.body.id }];
  const given = await inside.post(`/api/auth/reports/${report.id}/grants`, { subjects, ...none, note: '', validUntil: null });
  expect(given.status, given.text).toBe(200);
  // An administrator finds both by the name of the visitor, of the partner, and of the new user.
  for (const search of ['rui sa', 'Numera', 'elisa']) {
    const { items } = (await at.asAdmin.get(`/api/auth/audit?search=${encodeURIComponent(search)}`)).body;
    expect(items, search).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'user.add', who: 'Rui Sá (Numera)', thing: 'Elisa Rocha' }),
        expect.objectContaining({ what: 'grant.add', who: 'Rui Sá (Numera)', whom: 'Elisa Rocha' }),
      ]),
    );
  }
  await query('update relations set ended_at = now() where tenant_id = $1', [at.unit.id]);
  expect([401, 403]).toContain((await inside.get('/api/auth/users')).status);
  expect((await at.asMaster.post(`${to}/no/verify`, getWish(at))).status).toBeGreaterThanOrEqual(400);
  expect(await ranks()).toEqual(before);
  // The user stays, as an ordinary one that the unit's administrators can remove.
  const asMade = api(harness, at.unit, (await getSession(at.unit, { id: made.body.id }, 'user')).token);
  expect(await asMade.get('/api/auth/users')).toMatchObject({ status: 403, body: { status: 'not_permitted' } });
  expect((await at.asAdmin.post(`/api/auth/users/${made.body.id}/remove`, { typed: 'ELISA_ROCHA' })).status).toBe(200);
  expect(await asMade.get('/api/auth/dashboard')).toMatchObject({ status: 403, body: { status: 'user_blocked' } });
});

test('a visit ends when the partner’s factor is older than twelve hours, and continues once it is passed again', async () => {
  const at = await scene();
  const given = (hours: number) =>
    query('update sessions set factor_at = now() - make_interval(hours => $2::int) where user_id = $1 and actor_sid is null', [
      at.master.id,
      hours,
    ]);
  await makeFactor(at.master);
  await given(11);
  const visit = await asAdministrator(at);
  expect((await visit.get('/api/auth/users')).status).toBe(200);
  await given(13);
  expect((await visit.get('/api/auth/users')).status).toBe(401);
  await given(0);
  expect((await (await asAdministrator(at)).get('/api/auth/users')).status).toBe(200);
});

test('a visit writes no message by an automatic action, and starts, copies or takes over none', async () => {
  const at = await scene();
  const inside = await asAdministrator(at);
  const message = { audience: { type: 'all' }, texts: { 'pt-BR': { subject: 'Aviso', body: messageText('Leia.') } }, mail: 'N' };
  const task = { name: 'Aviso', targetKind: 'unit', triggers: [{ frequency: 'daily', times: ['06:00'] }] };
  const added = await inside.post('/api/auth/tasks', { type: 'notification', action: 'send', ...task, options: { message } });
  expect([added.status, added.body.status]).toEqual([403, 'not_permitted']);
  const options = { message: { ...message, mail: false, names: [] } };
  const { id } = await makeTask(at.unit, { type: 'notification', action: 'send', owner: at.admin, options });
  for (const act of ['run', 'duplicate', 'takeover'])
    expect([act, (await inside.post(`/api/auth/tasks/${id}/${act}`)).body.status]).toEqual([act, 'gives_more']);
  const edited = await inside.put(`/api/auth/tasks/${id}`, { version: 1, ...task, targetId: null, options: { message } });
  expect([edited.status, edited.body.status], edited.text).toEqual([403, 'not_permitted']);
  expect((await at.asAdmin.post(`/api/auth/tasks/${id}/run`)).status).toBe(200);
  // A task that a visit left has no one to write as.
  const left = await makeTask(at.unit, { type: 'notification', action: 'send', owner: at.admin, options });
  await query('update tasks set owner_id = null, relation_id = (select id from relations where tenant_id = $1) where id = $2', [
    at.unit.id,
    left.id,
  ]);
  const { steps } = (await at.asAdmin.post(`/api/auth/tasks/${left.id}/test`)).body;
  expect(steps[0]).toMatchObject({ step: 'owner', ok: 'N', reason: 'right_gone' });
});

test('a message of an automatic action is for groups and users of its own unit', async () => {
  const at = await scene();
  const other = await makeTenant();
  const stranger = await makeUser(other);
  const send = (ids: readonly string[]) =>
    at.asAdmin.post('/api/auth/tasks', {
      ...{ type: 'notification', action: 'send', name: 'Aviso', targetKind: 'unit', triggers: [{ frequency: 'daily', times: ['06:00'] }] },
      options: { message: { audience: { type: 'users', ids }, texts: { es: { subject: 'Aviso', body: messageText('Lea.') } } } },
    });
  expect([(await send([at.person.id, stranger.id])).status, (await send([at.person.id])).status]).toEqual([404, 200]);
});
