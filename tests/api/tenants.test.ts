import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { api, apiOf } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { makeParty } from '../support/make-party.ts';
import { makeTenant, platform, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const units = '/api/auth/units';

async function partner(options: TenantOptions = {}) {
  const tenant = await makeTenant({ kind: 'partner', ...options });
  const user = await makeUser(tenant, { profile: 'master' });
  return { tenant, user, master: await apiOf(harness, tenant, user) };
}
async function operator() {
  const user = await makeUser({ id: platform.id }, { profile: 'a2m' });
  return { user, a2m: await apiOf(harness, { ...platform, kind: 'unit', name: 'Mirante', origin: '' } as never, user) }; // because the platform is no tenant of the tests' own
}
const limit = (tenant: { id: string }, column: string, value: number) =>
  query(`update tenants set ${column} = $2 where id = $1`, [tenant.id, value]);
const wish = (more: object = {}) => ({
  kind: 'unit',
  name: 'Café do Sul',
  language: 'pt-BR',
  timezone: 'America/Sao_Paulo',
  subdomain: `u-${randomUUID().slice(0, 18)}`,
  userLimit: 20,
  bonusUsers: 2,
  domainLimit: null,
  reportLimit: null,
  trialDays: null,
  defaultDirectory: 'N',
  restrictAccounts: 'N',
  allowReports: 'S',
  lastUpdate: 'S',
  theme: { from: 'default' },
  admin: { name: 'Bia Reis', email: `${randomUUID().slice(0, 13)}@cafe.test`, language: 'pt-BR' },
  ...more,
});
const one = async (id: string) => (await query('select * from tenants where id = $1', [id]))[0];

test('a partner makes a unit whole: settings, host, relation, payer, theme, administrator with his invitation, and the record in both', async () => {
  const { tenant, user, master } = await partner({ zone: 'America/Bahia' });
  await query(
    `insert into themes (tenant_id, id, name, "values", published) values ($1, gen_random_uuid(), 'Numera', '{"button":"#1f2a6b"}', true)`,
    [tenant.id],
  );
  const body = wish({
    trialDays: 30,
    theme: { from: 'own' },
    party: {
      fantasyName: 'Café do Sul',
      document: '12.ABC.345/01DE-35',
      invoiceEmails: ['NF@cafe.test'],
      commercialPhone: '(11) 3333-4444',
    },
    admin: { name: ' Bia  Reis ', email: 'BIA@cafe.test', phone: '(71) 99999-8888', language: 'es' },
    account: { name: 'Conta', directoryId: randomUUID(), appId: randomUUID(), secret: 's3cret' },
    lastUpdate: 'N',
    verify: 'S',
  });
  const made = await master.post(units, body);
  expect(made).toMatchObject({ status: 200, body: { host: `${body.subdomain}.localhost`, version: 1 } });
  const { id } = made.body;
  expect(await one(id)).toMatchObject({
    kind: 'unit',
    parent_id: tenant.id,
    status: 'T',
    user_limit: 20,
    bonus_users: 2,
    trial_days: 30,
    users_used: 1,
    payer_tenant_id: tenant.id,
  });
  const [party] = await query('select * from parties where tenant_id = $1', [tenant.id]);
  expect(party).toMatchObject({
    document: '12ABC34501DE35',
    person: 'legal',
    invoice_emails: ['nf@cafe.test'],
    commercial_phone: '+551133334444',
  });
  expect((await one(id))?.payer_id).toBe(party?.id);
  expect(await query('select email, name, profile, language, phone, account_id from users where tenant_id = $1', [id])).toEqual([
    { email: 'bia@cafe.test', name: 'Bia Reis', profile: 'admin', language: 'es', phone: '+5571999998888', account_id: null },
  ]);
  expect(await query('select above_id, role, verify, set_by_id from relations where tenant_id = $1', [id])).toEqual([
    { above_id: tenant.id, role: 'admin', verify: true, set_by_id: user.id },
  ]);
  expect(await query(`select "values"->>'mostrar_ultima_atualizacao_relatorio' as shown from settings where tenant_id = $1`, [id])).toEqual(
    [{ shown: 'false' }],
  );
  expect(
    await query(`select "values"->>'button' as button, "values"->>'pageTitle' as title, published from themes where tenant_id = $1`, [id]),
  ).toEqual([{ button: '#1f2a6b', title: 'Café do Sul', published: true }]);
  expect((await query('select secret_sealed from service_accounts where tenant_id = $1', [id]))[0]?.secret_sealed).not.toContain('s3cret');
  const audited = await query('select tenant_id, user_id, home_id from audit where row_id = $1 and what = $2', [id, 'tenant.add']);
  expect(audited.map((row) => row.tenant_id).sort()).toEqual([tenant.id, id].sort());
  expect(audited.every((row) => row.user_id === user.id && row.home_id === tenant.id)).toBe(true);
  expect(JSON.stringify(await query('select change from audit where tenant_id in ($1, $2)', [tenant.id, id]))).not.toContain('s3cret');
  // The portal answers on its host at once.
  const page = await api(harness, { host: made.body.host }).post('/api/login/config', {});
  expect(page.body.tenant).toMatchObject({ name: 'Café do Sul' });
});

test('of sixty at once for one sub-domain one gets it, and the others leave nothing', async () => {
  const { tenant, master } = await partner();
  const body = wish({ party: { fantasyName: 'Mil', document: '11.222.333/0001-81' } });
  const answers = await Promise.all(Array.from({ length: 60 }, () => master.post(units, body)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(['subdomain_taken', 'document_taken']).toContain(answer.body.status);
  expect(await query('select count(*)::int as n from tenants where parent_id = $1', [tenant.id])).toEqual([{ n: 1 }]);
  expect(await query('select count(*)::int as n from parties where tenant_id = $1', [tenant.id])).toEqual([{ n: 1 }]);
}, 60_000);

test.each([
  ['a reserved name', { subdomain: 'admin' }, 'subdomain_reserved', 'subdomain'],
  ['a name with a dot', { subdomain: 'a.b.c' }, 'invalid_input', 'subdomain'],
  ['no such zone', { timezone: 'Mars/Base' }, 'invalid_input', 'timezone'],
  ['a domain of the product', { ownDomain: 'x.localhost' }, 'invalid_input', 'ownDomain'],
  ['an administrator without an e-mail', { admin: { name: 'Bia', email: 'bia@', language: 'pt-BR' } }, 'invalid_input', 'admin.email'],
  ['a wrong CNPJ', { party: { fantasyName: 'X', document: '11.222.333/0001-82' } }, 'invalid_input', 'party.document'],
  ['colours that do not read', { theme: { from: 'colors', main: '#f4a259', text: '#ffffff' } }, 'theme_contrast', 'theme.main'],
  ['a style sheet for a colour', { theme: { from: 'colors', main: 'red;}', text: '#ffffff' } }, 'invalid_input', 'theme.main'],
  ['a payer that is none', { payerId: randomUUID() }, 'not_found', 'payerId'],
  ['a partner made by a partner', { kind: 'partner' }, 'not_permitted', 'kind'],
])('%s is refused at its field, and nothing is made', async (_, more, status, field) => {
  const { tenant, master } = await partner();
  expect((await master.post(units, wish(more))).body).toMatchObject({ status, field });
  expect(await query('select 1 from tenants where parent_id = $1', [tenant.id])).toEqual([]);
});

test('a partner gives away no more than it has, also when two ask at once', async () => {
  const { tenant, master } = await partner();
  await limit(tenant, 'user_limit', 50);
  const made = await Promise.all(Array.from({ length: 6 }, () => master.post(units, wish({ userLimit: 15 }))));
  // The partner's own person counts as well: 1 + 3 × 15 = 46.
  expect(made.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = made.find(({ status }) => status !== 200);
  expect(refused?.body).toMatchObject({ status: 'capacity_exceeded', field: 'userLimit', vars: { what: 'users', left: 4 } });
  expect((await master.post(units, wish({ userLimit: null }))).body.status).toBe('capacity_exceeded');
  const { id } = made.find(({ status }) => status === 200)?.body ?? {};
  expect((await master.put(`${units}/${id}`, { version: 1, userLimit: 20 })).body.status).toBe('capacity_exceeded');
  expect((await master.put(`${units}/${id}`, { version: 1, userLimit: 19 })).body).toEqual({ version: 2 });
  // What has its limit keeps one; what never had one may still be renamed.
  expect((await master.put(`${units}/${id}`, { version: 2, userLimit: null })).body.status).toBe('capacity_exceeded');
  const old = await makeTenant({ parent: tenant });
  expect((await master.put(`${units}/${old.id}`, { version: 1, name: 'Sem limite' })).status).toBe(200);
  const { tree } = (await master.get(units)).body;
  expect(tree).toMatchObject({ users: 4, usersGiven: 50, userLimit: 50 });
});

test('the list says seats, trial, activity and counts, and finds by name, host and CNPJ; the deleted stand apart', async () => {
  const { tenant, master } = await partner();
  const vertice = await makeTenant({ parent: tenant, name: 'Vértice Alimentos', host: 'zz-vertice.localhost', userLimit: 9 });
  const party = await makeParty(tenant, { document: '11222333000181' });
  await query('update tenants set payer_tenant_id = $2, payer_id = $3 where id = $1', [vertice.id, tenant.id, party.id]);
  await makeUser(vertice, {});
  await query("update users set last_sign_in_at = '2026-11-20T10:00:00Z' where tenant_id = $1", [vertice.id]);
  await makeTenant({ parent: tenant, name: 'Teste', status: 'T', trialEndsAt: '2099-01-01T00:00:00Z' });
  const gone = await makeTenant({ parent: tenant, name: 'Antiga', status: 'D' });
  await query('update tenants set deleted_at = app.now() where id = $1', [gone.id]);
  await makeTenant({ name: 'Vértice de outro' });
  const all = (await master.get(`${units}?sort=-users`)).body;
  expect(all.counts).toEqual({ all: 2, A: 1, T: 1, B: 0, I: 0, D: 1 });
  expect(all.items[0]).toMatchObject({
    name: 'Vértice Alimentos',
    users: 1,
    userLimit: 9,
    host: 'zz-vertice.localhost',
    lastActivityAt: '2026-11-20T10:00:00.000Z',
  });
  for (const search of ['vertice', 'zz-ver', '11.222.333'])
    expect((await master.get(`${units}?search=${search}`)).body.items).toMatchObject([{ id: vertice.id }]);
  expect((await master.get(`${units}?status=D`)).body.items).toMatchObject([{ id: gone.id }]);
  const file = (await master.get(`${units}/export`)).body;
  expect(file.rows).toBe(2);
  expect(file.csv).toContain('Nome');
});

test('what is given changes over the version that was seen, is recorded with what was before, and the portal’s name changes at once', async () => {
  const { tenant, user, master } = await partner();
  const unit = await makeTenant({ parent: tenant, userLimit: 10 });
  await api(harness, unit).post('/api/login/config', {});
  const saved = await master.put(`${units}/${unit.id}`, {
    version: 1,
    name: 'Nome novo',
    userLimit: 5,
    bonusUsers: 1,
    allowReports: 'N',
    restrictAccounts: 'S',
    lastUpdate: 'N',
  });
  expect(saved.body).toEqual({ version: 2 });
  expect(await master.put(`${units}/${unit.id}`, { version: 1, name: 'Outro' })).toMatchObject({
    status: 409,
    body: { status: 'changed_meanwhile' },
  });
  expect((await api(harness, unit).post('/api/login/config', {})).body.tenant.name).toBe('Nome novo');
  const read = (await master.get(`${units}/${unit.id}`)).body;
  expect(read).toMatchObject({
    name: 'Nome novo',
    userLimit: 5,
    bonusUsers: 1,
    allowReports: 'N',
    restrictAccounts: 'S',
    lastUpdate: 'N',
    version: 2,
  });
  const [past] = (await master.get(`${units}/${unit.id}/history`)).body.items;
  expect(past).toMatchObject({
    who: user.name,
    what: 'tenant.edit',
    before: { name: unit.name, user_limit: 10 },
    after: { name: 'Nome novo', user_limit: 5 },
  });
  expect(await query("select count(*)::int as n from audit where row_id = $1 and what = 'tenant.edit'", [unit.id])).toEqual([{ n: 2 }]);
});

test('a new sub-domain is the main address, the old one still leads there, and a taken one is refused', async () => {
  const { tenant, master } = await partner();
  const unit = await makeTenant({ parent: tenant });
  const other = await makeTenant({});
  const name = `n-${randomUUID().slice(0, 18)}`;
  expect((await master.put(`${units}/${unit.id}`, { version: 1, subdomain: name })).status).toBe(200);
  for (const host of [`${name}.localhost`, unit.host])
    expect((await api(harness, { host }).post('/api/login/config', {})).body.tenant.id).toBe(unit.id);
  expect((await master.get(`${units}/${unit.id}`)).body.hosts[0]).toEqual({ host: `${name}.localhost`, main: true });
  expect((await master.put(`${units}/${unit.id}`, { version: 2, subdomain: other.host.replace('.localhost', '') })).body).toMatchObject({
    status: 'subdomain_taken',
    field: 'subdomain',
  });
  const check = async (text: string) => (await master.get(`/api/auth/subdomains/check?name=${text}`)).body.outcome;
  expect([await check(name), await check('www'), await check('a b'), await check(`x${name}`)]).toEqual([
    'taken',
    'reserved',
    'invalid',
    'free',
  ]);
});

test('whoever is inside a blocked unit is refused at the next call, and is in again when it is lifted', async () => {
  const { tenant, master } = await partner();
  const unit = await makeTenant({ parent: tenant });
  const admin = await apiOf(harness, unit, await makeUser(unit, { profile: 'admin' }));
  expect((await admin.get('/api/auth/dashboard')).status).toBe(200);
  expect((await master.post(`${units}/${unit.id}/status`, { version: 1, action: 'block' })).body).toMatchObject({
    status: 'required',
    field: 'reason',
  });
  expect((await master.post(`${units}/${unit.id}/status`, { version: 1, action: 'block', reason: 'Contrato suspenso' })).body).toEqual({
    version: 2,
  });
  expect((await admin.get('/api/auth/dashboard')).body.status).toMatch(/tenant_blocked|rights_stale/);
  expect((await admin.post('/api/refresh/token')).status).not.toBe(200);
  expect(await one(unit.id)).toMatchObject({ status: 'B', status_reason: 'Contrato suspenso' });
  expect((await master.post(`${units}/${unit.id}/status`, { version: 2, action: 'block', reason: 'x' })).body.status).toBe(
    'changed_meanwhile',
  );
  expect((await master.post(`${units}/${unit.id}/status`, { version: 2, action: 'unblock' })).body).toEqual({ version: 3 });
  expect((await admin.post('/api/refresh/token')).status).toBe(200);
});

test('what is deleted is nowhere, loses nothing, and comes back within 30 days and not later', async () => {
  const { tenant, master } = await partner();
  const unit = await makeTenant({ parent: tenant });
  const report = await makeReport(unit);
  const admin = await apiOf(harness, unit, await makeUser(unit, { profile: 'admin' }));
  expect((await master.post(`${units}/${unit.id}/status`, { version: 1, action: 'delete' })).status).toBe(200);
  expect(await admin.get('/api/auth/dashboard')).toMatchObject({ status: 404, body: { status: 'unknown_host' } });
  expect((await master.put(`${units}/${unit.id}`, { version: 2, name: 'x' })).status).toBe(404);
  expect((await master.post(`${units}/${unit.id}/status`, { version: 2, action: 'restore' })).status).toBe(200);
  expect(await one(unit.id)).toMatchObject({ status: 'A', deleted_at: null });
  expect(await query('select id from reports where tenant_id = $1', [unit.id])).toEqual([{ id: report.id }]);
  expect((await admin.get('/api/auth/dashboard')).body.status).toBe('session_gone');
  await master.post(`${units}/${unit.id}/status`, { version: 3, action: 'delete' });
  await query("update tenants set deleted_at = app.now() - interval '31 days' where id = $1", [unit.id]);
  expect((await master.post(`${units}/${unit.id}/status`, { version: 4, action: 'restore' })).status).toBe(404);
  expect((await master.get(`${units}/${unit.id}`)).status).toBe(404);
});

test('a trial is extended by one day of a calendar or becomes a contract', async () => {
  const { tenant, master } = await partner();
  const unit = await makeTenant({ parent: tenant, status: 'T', trialEndsAt: new Date(Date.now() - 1000).toISOString() });
  await query('update tenants set trial_told = 0 where id = $1', [unit.id]);
  const path = `${units}/${unit.id}/status`;
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  for (const [trialEndsOn, status] of [
    [undefined, 'required'],
    ['2026-02-31', 'invalid_input'],
    ['2020-01-01', 'invalid_input'],
    ['2999-01-01', 'invalid_input'],
  ])
    expect((await master.post(path, { version: 1, action: 'extend', trialEndsOn })).body, trialEndsOn).toMatchObject({
      status,
      field: 'trialEndsOn',
    });
  expect((await master.post(path, { version: 1, action: 'extend', trialEndsOn: day })).body).toEqual({ version: 2 });
  expect(await one(unit.id)).toMatchObject({ status: 'T', trial_told: null });
  expect((await master.post(path, { version: 2, action: 'convert' })).body).toEqual({ version: 3 });
  expect(await one(unit.id)).toMatchObject({ status: 'A', trial_ends_at: null });
  expect((await master.post(path, { version: 3, action: 'extend', trialEndsOn: day })).body.status).toBe('changed_meanwhile');
});

test('what partner and platform hide is gone from the unit, is shown to it with who hid it, and it cannot bring it back', async () => {
  const { tenant, master } = await partner();
  const unit = await makeTenant({ parent: tenant });
  const person = await makeUser(unit, { profile: 'admin' });
  const admin = await apiOf(harness, unit, person);
  expect((await admin.get('/api/auth/playlists')).status).toBe(200);
  expect((await master.put(`${units}/${unit.id}`, { version: 1, hidden_menu: ['playlists', 'catalogs'] })).status).toBe(200);
  const { a2m } = await operator();
  await query('update tenants set parent_id = $2 where id = $1', [tenant.id, platform.id]);
  expect((await a2m.put(`${units}/${unit.id}`, { version: 2, hidden_menu: ['playlists'] })).status).toBe(200);
  expect((await master.put(`${units}/${unit.id}`, { version: 3, hidden_menu: [] })).status).toBe(200);
  const after = await apiOf(harness, unit, person);
  expect((await after.get('/api/auth/playlists')).body.status).toBe('function_disabled');
  expect((await after.post('/api/auth/config')).body.hidden_menu).toEqual(['playlists']);
  expect((await after.get('/api/auth/config/getConfig')).body.config.hidden_above).toEqual([{ name: 'playlists', by: 'platform' }]);
  await after.post('/api/auth/config/update', { hidden_menu: [] });
  expect((await (await apiOf(harness, unit, person)).post('/api/auth/config')).body.hidden_menu).toEqual(['playlists']);
  expect((await master.put(`${units}/${unit.id}`, { version: 4, hidden_menu: ['dashboard'] })).status).toBe(422);
});

test('one unit of a parent is the default of the cloud identity provider: the next one takes it over', async () => {
  const { tenant, master } = await partner();
  const [first, second] = [await makeTenant({ parent: tenant, name: 'Primeira' }), await makeTenant({ parent: tenant })];
  await master.put(`${units}/${first.id}`, { version: 1, defaultDirectory: 'S' });
  expect((await master.get(`${units}/${second.id}`)).body.directoryHolder).toBe('Primeira');
  await master.put(`${units}/${second.id}`, { version: 1, defaultDirectory: 'S' });
  expect(await query('select id from tenants where parent_id = $1 and default_directory', [tenant.id])).toEqual([{ id: second.id }]);
});

test('a limit of reports is kept where reports are written', async () => {
  const unit = await makeTenant({});
  await limit(unit, 'report_limit', 1);
  await makeReport(unit);
  await expect(makeReport(unit)).rejects.toThrow(/report_limit/);
});

test('the platform makes a partner with its registration data, and nobody reaches what is not below', async () => {
  const { a2m } = await operator();
  const made = await a2m.post(
    units,
    wish({ kind: 'partner', name: 'Numera', party: { fantasyName: 'Numera BI', document: '52998224725' } }),
  );
  expect(made.status, made.text).toBe(200);
  const [party] = await query('select * from parties where of_tenant_id = $1', [made.body.id]);
  expect(party).toMatchObject({ tenant_id: platform.id, kind: 'partner', person: 'physical' });
  expect(await query('select profile from users where tenant_id = $1', [made.body.id])).toEqual([{ profile: 'master' }]);
  const below = await makeTenant({ parent: { id: made.body.id } });
  expect((await a2m.get(`${units}/${made.body.id}`)).body).toMatchObject({ kind: 'partner', units: 1, partyId: party?.id });
  expect((await a2m.post(`${units}/${made.body.id}/status`, { version: 1, action: 'delete' })).body.status).toBe('tenant_has_units');
  const { master, tenant } = await partner();
  for (const id of [below.id, made.body.id, tenant.id, platform.id]) {
    expect((await master.get(`${units}/${id}`)).status).toBe(404);
    expect((await master.put(`${units}/${id}`, { version: 1, userLimit: 999 })).status).toBe(404);
    expect((await master.post(`${units}/${id}/status`, { version: 1, action: 'delete' })).status).toBe(404);
  }
  expect(await one(tenant.id)).toMatchObject({ user_limit: null, status: 'A' });
  // A unit's own administrator has none of it.
  const admin = await apiOf(harness, below, await makeUser(below, { profile: 'admin' }));
  expect((await admin.put(`${units}/${below.id}`, { version: 1, userLimit: 999 })).status).toBe(403);
});

test('a partner neither unblocks, restores, converts nor extends what the platform blocked, deleted or set on trial; its own it does', async () => {
  const { tenant, master } = await partner();
  const { a2m } = await operator();
  const status = (as: typeof master, id: string, action: string, more: object = {}) =>
    one(id).then((row) => as.post(`${units}/${id}/status`, { version: row?.version, action, ...more }));
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const rows: readonly (readonly [string, object, string, string, string])[] = [
    ['block', { reason: 'Fatura em aberto' }, 'unblock', 'blocked', 'A'],
    ['delete', {}, 'restore', 'deleted', 'A'],
  ];
  for (const [set, more, undo, held, after] of rows) {
    const { id } = await makeTenant({ parent: tenant });
    expect((await status(a2m, id, set, more)).status).toBe(200);
    expect(await status(master, id, undo)).toMatchObject({ status: 403, body: { status: 'set_by_platform' } });
    expect((await master.get(`${units}/${id}`)).body.held).toEqual([held]);
    expect((await a2m.get(`${units}/${id}`)).body.held).toEqual([]);
    expect((await status(a2m, id, undo)).status).toBe(200);
    expect(await one(id)).toMatchObject({ status: after, blocked_by: null, deleted_by: null });
    // What the partner does it undoes itself.
    expect((await status(master, id, set, more)).status).toBe(200);
    expect((await master.get(`${units}/${id}`)).body.held).toEqual([]);
    expect((await status(master, id, undo)).status).toBe(200);
  }
  const { id } = await makeTenant({ parent: tenant, status: 'T', trialEndsAt: new Date(Date.now() + 86_400_000).toISOString() });
  expect((await status(a2m, id, 'extend', { trialEndsOn: day })).status).toBe(200);
  for (const action of ['convert', 'extend'])
    expect(await status(master, id, action, { trialEndsOn: day })).toMatchObject({ status: 403, body: { status: 'set_by_platform' } });
  expect((await status(a2m, id, 'convert')).status).toBe(200);
  const { body } = await master.post(units, wish({ trialDays: 10 }));
  expect((await status(master, body.id, 'extend', { trialEndsOn: day })).status).toBe(200);
  expect((await status(master, body.id, 'convert')).status).toBe(200);
});

test('opposite changes of many units at once all happen', async () => {
  const { tenant, master } = await partner();
  const made = await Promise.all(Array.from({ length: 12 }, (_, at) => makeTenant({ parent: tenant, status: at % 2 === 0 ? 'A' : 'B' })));
  const answers = await Promise.all(
    made.map(async ({ id }, at) => {
      const row = await one(id);
      const change = at % 2 === 0 ? { action: 'block', reason: 'Fatura em aberto' } : { action: 'unblock' };
      return (await master.post(`${units}/${id}/status`, { version: row?.version, ...change })).status;
    }),
  );
  expect(answers).toEqual(made.map(() => 200));
});

test('what the platform blocked stays blocked through a partner’s deletion and restoration', async () => {
  const { tenant, master } = await partner();
  const { a2m } = await operator();
  const { id } = await makeTenant({ parent: tenant });
  const status = (as: typeof master, action: string, reason = '') =>
    one(id).then((row) => as.post(`${units}/${id}/status`, { version: row?.version, action, reason }));
  expect((await status(a2m, 'block', 'Fatura em aberto')).status).toBe(200);
  expect((await status(master, 'delete')).status).toBe(200);
  expect((await status(master, 'restore')).status).toBe(200);
  expect(await one(id)).toMatchObject({ status: 'B', blocked_by: 'platform' });
  expect((await status(master, 'unblock')).body.status).toBe('set_by_platform');
});

test('a partner gives a unit no more than the limits that the platform set, and less as it likes', async () => {
  const { tenant, master } = await partner();
  const { a2m } = await operator();
  const { id } = await makeTenant({ parent: tenant, userLimit: 10 });
  const edit = (as: typeof master, change: object) => one(id).then((row) => as.put(`${units}/${id}`, { version: row?.version, ...change }));
  expect((await edit(master, { userLimit: 40, reportLimit: 7 })).status).toBe(200);
  expect((await edit(a2m, { userLimit: 20, bonusUsers: 2, reportLimit: 7 })).status).toBe(200);
  expect((await master.get(`${units}/${id}`)).body.limitsAbove).toEqual({ userLimit: 20, bonusUsers: 2 });
  for (const [field, value] of [
    ['userLimit', 21],
    ['userLimit', null],
    ['bonusUsers', 3],
  ] as const) {
    const refused = await edit(master, { [field]: value });
    expect(refused).toMatchObject({
      status: 403,
      body: { status: 'limit_by_platform', field, vars: { most: field === 'userLimit' ? 20 : 2 } },
    });
  }
  for (const userLimit of [5, 20]) expect((await edit(master, { userLimit, reportLimit: 500 })).status).toBe(200);
  expect((await edit(a2m, { userLimit: null })).status).toBe(200);
  expect((await edit(master, { userLimit: 90 })).status).toBe(200);
});

describe('the first administrator’s invitation', () => {
  const invited = async () => {
    const { tenant, master } = await partner();
    const { body } = await master.post(units, wish());
    const read = async () => (await master.get(`${units}/${body.id}`)).body;
    return { tenant, master, id: body.id as string, invitee: (await read()).invitee, read };
  };
  const mails = (id: string) => query("select count(*)::int as n from outbox where tenant_id = $1 and kind = 'account.invite'", [id]);

  test('is sent again or to another address while nobody administers the unit, recorded in both tenants', async () => {
    const { tenant, master, id, invitee, read } = await invited();
    expect(invitee).toMatchObject({ name: 'Bia Reis' });
    expect((await master.post(`${units}/${id}/invite`, { user: invitee.id })).status).toBe(200);
    const email = `${randomUUID().slice(0, 13)}@cafe.test`;
    expect((await master.post(`${units}/${id}/invite`, { user: invitee.id, email: email.toUpperCase() })).status).toBe(200);
    expect((await read()).invitee).toMatchObject({ id: invitee.id, email });
    expect(await mails(id)).toEqual([{ n: 3 }]);
    for (const where of [tenant.id, id]) {
      const rows = await query("select change, user_id from audit where tenant_id = $1 and what = 'tenant.invite' order by at", [where]);
      expect(rows).toHaveLength(2);
      expect(rows[1]).toMatchObject({ change: { before: { administrator: invitee.email }, after: { administrator: email } } });
    }
    expect(await master.post(`${units}/${id}/invite`, { user: invitee.id, email: 'x' })).toMatchObject({
      status: 422,
      body: { field: 'email' },
    });
  });

  test('is no more the layer above’s business once somebody administers the unit, by whatever way', async () => {
    const ways = [
      (id: string) => makeUser({ id }, { profile: 'admin' }),
      async (id: string) => query("update users set last_sign_in_at = now() where tenant_id = $1 and profile = 'admin'", [id]),
      async (id: string) => {
        const user = await makeUser({ id }, { profile: 'admin', account: false });
        await query(
          "insert into identities (tenant_id, id, user_id, kind, issuer, subject) values ($1, gen_random_uuid(), $2, 'saml', 'https://idp.test', 'x')",
          [...[id, user.id]],
        );
      },
    ];
    for (const way of ways) {
      const { master, id, invitee, read } = await invited();
      await way(id);
      expect((await read()).invitee).toBe(null);
      expect(await master.post(`${units}/${id}/invite`, { user: invitee.id, email: 'mine@numera.test' })).toMatchObject({
        status: 409,
        body: { status: 'already_accepted' },
      });
      expect(await mails(id)).toEqual([{ n: 1 }]);
    }
  });

  test('is nobody else’s: another partner, an ordinary person of the unit, a blocked unit', async () => {
    const { master, id, invitee } = await invited();
    const stranger = await partner();
    expect((await stranger.master.post(`${units}/${id}/invite`, { user: invitee.id })).status).toBe(404);
    const person = await makeUser({ id }, { account: false });
    expect((await master.post(`${units}/${id}/invite`, { user: person.id })).status).toBe(404);
    await query("update tenants set status = 'B' where id = $1", [id]);
    expect((await master.post(`${units}/${id}/invite`, { user: invitee.id })).status).toBe(404);
  });
});

test('a step of a registration hears at once, and of everything, what would be refused at the end', async () => {
  const { tenant, master } = await partner();
  await makeParty(tenant, { document: '11222333000181' });
  const party = { fantasyName: 'Outra', document: '11.222.333/0001-81', commercialPhone: '12', invoiceEmails: [] };
  const refused = async (body: object) => (await master.post(`${units}/check`, { kind: 'unit', ...body })).body.refused;
  expect(await refused({ party })).toEqual([
    { field: 'party.commercialPhone', code: 'invalid' },
    { field: 'party.document', code: 'document_taken' },
  ]);
  expect(await refused({ phone: '12' })).toEqual([{ field: 'admin.phone', code: 'invalid' }]);
  expect(await refused({ phone: '(11) 98765-4321', timezone: 'America/Sao_Paulo' })).toEqual([]);
  // Another partner's clients are not this one's to know.
  const other = await partner();
  expect((await other.master.post(`${units}/check`, { kind: 'unit', party: { ...party, commercialPhone: '' } })).body.refused).toEqual([]);
});
