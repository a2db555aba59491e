import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeCustomer } from '../support/make-customer.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { limit, one, tenantsScene, units, wish } from './tenants-scene.ts';

const harness = useHarness();
const { partner } = tenantsScene(harness);

test('a partner creates a complete unit: settings, host, relation, payer, theme, invited administrator, and audit rows in both tenants', async () => {
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
  // The portal responds on its host at once.
  const page = await api(harness, { host: made.body.host }).post('/api/login/config', {});
  expect(page.body.tenant).toMatchObject({ name: 'Café do Sul' });
});

test('of sixty concurrent claims of one sub-domain one succeeds, and the others leave nothing', async () => {
  const { tenant, master } = await partner();
  const body = wish({ party: { fantasyName: 'Mil', document: '11.222.333/0001-81' } });
  const answers = await Promise.all(Array.from({ length: 60 }, () => master.post(units, body)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(['subdomain_taken', 'document_taken']).toContain(answer.body.status);
  expect(await query('select count(*)::int as n from tenants where parent_id = $1', [tenant.id])).toEqual([{ n: 1 }]);
  expect(await query('select count(*)::int as n from parties where tenant_id = $1', [tenant.id])).toEqual([{ n: 1 }]);
});

test.each([
  ['a reserved name', { subdomain: 'admin' }, 'subdomain_reserved', 'subdomain'],
  ['a name with a dot', { subdomain: 'a.b.c' }, 'invalid_input', 'subdomain'],
  ['an unknown time zone', { timezone: 'Mars/Base' }, 'invalid_input', 'timezone'],
  ['a domain of the product', { ownDomain: 'x.localhost' }, 'invalid_input', 'ownDomain'],
  ['an administrator without an e-mail', { admin: { name: 'Bia', email: 'bia@', language: 'pt-BR' } }, 'invalid_input', 'admin.email'],
  ['a wrong CNPJ', { party: { fantasyName: 'X', document: '11.222.333/0001-82' } }, 'invalid_input', 'party.document'],
  ['colors without contrast', { theme: { from: 'colors', main: '#f4a259', text: '#ffffff' } }, 'theme_contrast', 'theme.main'],
  ['CSS in a color', { theme: { from: 'colors', main: 'red;}', text: '#ffffff' } }, 'invalid_input', 'theme.main'],
  ['an unknown payer', { payerId: randomUUID() }, 'not_found', 'payerId'],
  ['a partner added by a partner', { kind: 'partner' }, 'not_permitted', 'kind'],
])('%s is refused at its field, and nothing is created', async (_, more, status, field) => {
  const { tenant, master } = await partner();
  expect((await master.post(units, wish(more))).body).toMatchObject({ status, field });
  expect(await query('select 1 from tenants where parent_id = $1', [tenant.id])).toEqual([]);
});

test('a partner cannot allot more than it has, also in two concurrent calls', async () => {
  const { tenant, master } = await partner();
  await limit(tenant, 'user_limit', 50);
  const made = await Promise.all(Array.from({ length: 6 }, () => master.post(units, wish({ userLimit: 15 }))));
  // The partner's own user counts as well: 1 + 3 × 15 = 46.
  expect(made.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = made.find(({ status }) => status !== 200);
  expect(refused?.body).toMatchObject({ status: 'capacity_exceeded', field: 'userLimit', vars: { what: 'users', left: 4 } });
  expect((await master.post(units, wish({ userLimit: null }))).body.status).toBe('capacity_exceeded');
  const { id } = made.find(({ status }) => status === 200)?.body ?? {};
  expect((await master.put(`${units}/${id}`, { version: 1, userLimit: 20 })).body.status).toBe('capacity_exceeded');
  expect((await master.put(`${units}/${id}`, { version: 1, userLimit: 19 })).body).toEqual({ version: 2 });
  // A limit can't be removed; a unit that never had one can still be renamed.
  expect((await master.put(`${units}/${id}`, { version: 2, userLimit: null })).body.status).toBe('capacity_exceeded');
  const old = await makeTenant({ parent: tenant });
  expect((await master.put(`${units}/${old.id}`, { version: 1, name: 'Sem limite' })).status).toBe(200);
  const { tree } = (await master.get(units)).body;
  expect(tree).toMatchObject({ users: 4, usersGiven: 50, userLimit: 50 });
});

test('the list shows seats, trial, activity and counts, finds by name, host and CNPJ, and lists deleted units separately', async () => {
  const { tenant, master } = await partner();
  const vertice = await makeTenant({ parent: tenant, name: 'Vértice Alimentos', host: 'zz-vertice.localhost', userLimit: 9 });
  const party = await makeCustomer(tenant, { document: '11222333000181' });
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

test('sent fields change over the version that was read, are recorded with the previous values, and the portal’s name changes at once', async () => {
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

test('a new sub-domain becomes the main address, the old one redirects there, and a taken one is refused', async () => {
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

test('each step of a registration reports at once everything that the final call would refuse', async () => {
  const { tenant, master } = await partner();
  await makeCustomer(tenant, { document: '11222333000181' });
  const party = { fantasyName: 'Outra', document: '11.222.333/0001-81', commercialPhone: '12', invoiceEmails: [] };
  const refused = async (body: object) => (await master.post(`${units}/check`, { kind: 'unit', ...body })).body.refused;
  expect(await refused({ party })).toEqual([
    { field: 'party.commercialPhone', code: 'invalid' },
    { field: 'party.document', code: 'document_taken' },
  ]);
  expect(await refused({ phone: '12' })).toEqual([{ field: 'admin.phone', code: 'invalid' }]);
  expect(await refused({ phone: '(11) 98765-4321', timezone: 'America/Sao_Paulo' })).toEqual([]);
  // Another partner's clients stay unknown here.
  const other = await partner();
  expect((await other.master.post(`${units}/check`, { kind: 'unit', party: { ...party, commercialPhone: '' } })).body.refused).toEqual([]);
});
