import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Env } from '../../functions/request/env.ts';
import { tokenService } from '../../functions/request/jwt.ts';
import { outcome, type Statement } from '../attack/sql-roles.ts';
import { getSession, makePrincipal } from '../guards/place.ts';
import { samlSamples } from '../guards/samples-saml.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { makeWay } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport, makeServiceAccount } from '../support/make-content.ts';
import { embedToken, makeEmbedKey } from '../support/make-embedding.ts';
import { codeAt, makeFactor } from '../support/make-factor.ts';
import { makeMailServer } from '../support/make-notification.ts';
import { tinyPng } from '../support/make-picture.ts';
import { makeScimToken } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { world } from '../support/world.ts';

const harness = useHarness();
const mailServer = {
  name: 'Fora',
  email: 'x@fora.test',
  host: 'smtp.fora.test',
  port: 587,
  protocol: 'starttls',
  version: 0,
  password: 'x',
};
// This sample names no row and has a body.
const provider = () => samlSamples['POST /api/auth/saml/add']?.[0]?.of({} as never, 'admin@unit.test').body as object;
const personFields = (user: User, more: object = {}) => ({
  ...{ name: user.name, email: user.email, phone: null, profile: 'user', department: '', language: null, flags: [], groups: [] },
  ...more,
});
const stored = async ({ id }: { id: string }) =>
  (await query('select email, name, profile, flags, status, version, deleted_at, department from users where id = $1', [id]))[0];
const getKeys = async ({ id }: { id: string }) =>
  (
    await query(
      `select (select count(*)::int from mail_servers where tenant_id = $1) as servers,
        (select count(*)::int from sso_apps where tenant_id = $1) as providers,
        (select count(*)::int from embed_keys where tenant_id = $1) as keys,
        (select count(*)::int from users where tenant_id = $1 and profile = 'admin' and seat is null) as administrators,
        (select "values" from settings where tenant_id = $1) as settings`,
      [id],
    )
  )[0];
const enter = (sid: string, tenant: Tenant): Statement => ['select app.enter($1::uuid, 1, $2::uuid, null)', [sid, tenant.id]];
const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

// Writes that an attacker with code execution in the Worker would try, one for each protected setting.
const attacks = (tenant: Tenant, person: User, admin: User): Record<string, string> => ({
  'the mail server': `insert into mail_servers (name, email, host, port, protocol) values ('x', 'x@fora.test', 'smtp.fora.test', 25, 'none')`,
  'a provider': `insert into sso_apps (id, kind, name, settings) values (gen_random_uuid(), 'saml', 'x', '{}')`,
  'an embedding key': `insert into embed_keys (tenant_id, id, name, secret_sealed) values ('${tenant.id}', gen_random_uuid(), 'x', 'x')`,
  'a token of a directory': `insert into scim_tokens (tenant_id, id, name, slot, prefix, hash) values ('${tenant.id}', gen_random_uuid(), 'x', 1, 'x', 'x')`,
  'a service account': `insert into service_accounts (id, name, directory_id, app_id, secret_sealed) values (gen_random_uuid(), 'x', 'x', 'x', 'x')`,
  'an administrator': `insert into users (tenant_id, id, email, name, sort_key, profile)
    values ('${tenant.id}', gen_random_uuid(), 'x@fora.test', 'x', 'x', 'admin')`,
  'a profile': `update users set profile = 'admin' where id = '${person.id}'`,
  'a flag': `update users set flags = '{manage_service}' where id = '${person.id}'`,
  'an address': `update users set email = 'x@fora.test' where id = '${person.id}'`,
  'hour rules': `update users set access_hours = '[]' where id = '${person.id}'`,
  'remote access of a person': `update users set allow_remote = true where id = '${person.id}'`,
  'the end of a person’s remote access': `update users set remote_until = now() + interval '1 day' where id = '${person.id}'`,
  'an import that gives a profile': `insert into user_imports (id, name, state, options)
    values (gen_random_uuid(), 'x', 'running', '{"fixed":{"profile":"admin"}}')`,
  'what a running import gives': `update user_imports set options = '{"fixed":{"profile":"admin"}}' where tenant_id = '${tenant.id}'`,
  'what a finished import gave': `update user_imports set state = 'running', options = '{"fixed":{"profile":"admin"}}' where tenant_id = '${tenant.id}'`,
  'a row of a running import': `update user_import_rows set person = '{"profile":"admin"}' where tenant_id = '${tenant.id}'`,
  'another row of a running import': `insert into user_import_rows (import_id, n, person)
    select id, 9, '{}'
    from user_imports
    where tenant_id = '${tenant.id}'`,
  'a removed row of a running import': `update user_import_rows set removed = not removed where tenant_id = '${tenant.id}'`,
  'an exemption': `update users set ip_exempt = true where id = '${person.id}'`,
  'an administrator’s name': `update users set name = 'x' where id = '${admin.id}'`,
  'an administrator’s status': `update users set status = 'B' where id = '${admin.id}'`,
  'a link to an administrator': `insert into outbox (kind, body) values ('account.reset', '{"user_id":"${admin.id}"}')`,
  'an administrator’s sessions': `select app.end_person_sessions('${admin.id}')`,
  'password rules': `update settings set "values" = "values" || '{"min_character": 4, "enable_password": "S"}'`,
  'sites of embedded pages': `update settings set "values" = "values" || '{"embed_origins": ["https://fora.test"]}'`,
  'the second factor': `update settings set "values" = "values" || '{"mfa_master": "N", "mfa_trust_sso": "N"}'`,
});

/** An import that an administrator began, as its job finds it. */
const runImport = (tenant: Tenant, { id }: User) =>
  query(
    `with i as (insert into user_imports (tenant_id, id, name, state, added_by_id) values ($1, gen_random_uuid(), 'pessoas.csv', 'running', $2) returning id)
      insert into user_import_rows (tenant_id, import_id, n, person) select $1, id, 1, '{"profile":"user"}' from i`,
    [tenant.id, id],
  );

describe('a partner’s visit', () => {
  let unit: Tenant;
  let admin: User;
  let person: User;
  let inside: Api;
  let sid: string;
  beforeAll(async () => {
    const partner = await makeTenant({ kind: 'partner' });
    unit = await makeTenant({ parent: partner });
    await query('update relations set verify = false where tenant_id = $1', [unit.id]);
    const master = await makeUser(partner, { profile: 'master' });
    [admin, person] = [await makeUser(unit, { profile: 'admin', name: 'Ana Nunes' }), await makeUser(unit, { name: 'Caio Prado' })];
    await makeFactor(admin);
    await makeUser(unit, { profile: 'admin' });
    const asMaster = api(harness, partner, (await getSession(partner, master, 'master')).token);
    const way = await asMaster.post('/api/auth/change/partner/to/admin/no/verify', { company: unit.id, reason: 'Conferir' });
    const arrived = await api(harness, unit).post('/api/oauth/company', { token: way.body.token });
    inside = api(harness, unit, arrived.body.token);
    sid = claimsIn(arrived.body.token).sid;
    expect(claimsIn(arrived.body.token)).toMatchObject({ kind: 'partner', profile: 'admin' });
  });

  test('can manage content and people below administrators', async () => {
    const made = await inside.post('/api/auth/user-groups', { name: 'Do parceiro' });
    expect(made.status, made.text).toBe(200);
    const added = await inside.post('/api/auth/users', personFields(person, { name: 'Nova Pessoa', email: 'nova@unit.test' }));
    expect(added.status, added.text).toBe(200);
    const edited = await inside.put(`/api/auth/users/${person.id}`, { version: 1, ...personFields(person, { department: 'Vendas' }) });
    expect(edited.status, edited.text).toBe(200);
    expect(await stored(person)).toMatchObject({ department: 'Vendas', email: person.email, profile: 'user' });
    expect((await inside.post(`/api/auth/users/${person.id}/account_mail`)).status).toBe(200);
    expect((await inside.post(`/api/auth/users/${person.id}/sign_out`)).status).toBe(200);
    const saved = await inside.post('/api/auth/config/update', { version: 1, save_filter: 'S', enable_password: 'N' });
    expect(saved.status, saved.text).toBe(200);
  });

  test('cannot set a mail server, add a provider, make a key or an administrator, or change security', async () => {
    const before = await getKeys(unit);
    const { version } = (await stored(person)) ?? {};
    const edit = (more: object) => ['PUT', `/api/auth/users/${person.id}`, { version, ...personFields(person, more) }] as const;
    const calls: readonly (readonly [string, string, object?])[] = [
      ['PUT', '/api/auth/mail/server', mailServer],
      ['POST', '/api/auth/saml/add', provider()],
      ['POST', '/api/auth/embedding/keys', { name: 'Fora' }],
      ['POST', '/api/auth/scim/add', { name: 'Fora' }],
      ['POST', '/api/auth/users', personFields(person, { email: 'x@fora.test', profile: 'admin' })],
      ['POST', '/api/auth/users', personFields(person, { email: 'x@fora.test', flags: ['manage_service'] })],
      edit({ profile: 'admin' }),
      edit({ email: 'x@fora.test', reinvite: true }),
      edit({ flags: ['manage_service'] }),
      edit({ ipExempt: true }),
      edit({ accessHours: [{ days: [1], from: '08:00', to: '18:00' }] }),
      edit({ allowRemote: true }),
      ['POST', '/api/auth/users/bulk', { ids: [person.id], action: 'setFlag', flag: 'manage_service', on: true }],
      ['POST', '/api/auth/config/update', { enable_password: 'S', capital_letter: 'S' }],
      ['POST', '/api/auth/config/update', { mfa_master: 'S' }],
      ['POST', '/api/auth/config/update', { enable_embedded: 'S', embed_origins: ['https://fora.test'] }],
      ['POST', '/api/auth/config/update', { allow_access_remote: 'S' }],
    ];
    for (const [method, path, body] of calls) {
      const answer = await inside.call(method as 'POST', path, { body: body ?? {} });
      expect([path, answer.status], answer.text).toEqual([path, 403]);
      // A call that sets a profile is refused before anything is tried.
      expect(['act_as_blocked', 'gives_more'], path).toContain(answer.body.status);
    }
    expect(await getKeys(unit)).toEqual(before);
    expect(await stored(person)).toMatchObject({ email: person.email, profile: 'user', flags: [] });
  });

  test('can neither change, remove, reset nor re-address an administrator', async () => {
    await query("update users set picture = 'kept.png' where id = $1", [admin.id]);
    const before = await stored(admin);
    const calls: readonly (readonly [string, string, object?])[] = [
      [
        'PUT',
        `/api/auth/users/${admin.id}`,
        { version: 1, ...personFields(admin, { profile: 'admin', email: 'x@fora.test', reinvite: true }) },
      ],
      ['PUT', `/api/auth/users/${admin.id}`, { version: 1, ...personFields(admin, { profile: 'admin', department: 'Fora' }) }],
      ['PUT', `/api/auth/users/${admin.id}/status`, { action: 'block', reason: 'x' }],
      ['POST', `/api/auth/users/${admin.id}/remove`, { typed: 'ANA_NUNES' }],
      ['POST', `/api/auth/users/${admin.id}/account_mail`],
      ['POST', `/api/auth/users/${admin.id}/factors/reset`],
      ['POST', `/api/auth/users/${admin.id}/sign_out`],
      ['POST', `/api/auth/users/${admin.id}/unlock`],
      ['DELETE', `/api/auth/users/${admin.id}/picture`],
      ['PUT', `/api/auth/users/${admin.id}/picture`, { data: tinyPng(200, 200) }],
      ['POST', '/api/auth/users/bulk', { ids: [admin.id, person.id], action: 'block', reason: 'x' }],
    ];
    for (const [method, path, body] of calls) {
      const answer = await inside.call(method, path, { body: method === 'DELETE' ? undefined : (body ?? {}) });
      expect([path, answer.status], answer.text).toEqual([path, 403]);
      // A call that sets a profile is refused before anything is tried.
      expect(['act_as_blocked', 'gives_more'], path).toContain(answer.body.status);
    }
    expect(await stored(admin)).toEqual(before);
    const { FILES } = await harness.getWorker<Env>().getEnv();
    await expect.poll(async () => (await FILES.list({ prefix: `${unit.id}/` })).objects).toEqual([]);
    expect(
      await query("select 1 from outbox where tenant_id = $1 and kind = 'account.reset' and body->>'user_id' = $2", [unit.id, admin.id]),
    ).toEqual([]);
    expect(
      (await query('select count(*)::int as n from factors f join users u on u.account_id = f.account_id where u.id = $1', [admin.id]))[0]
        ?.n,
    ).toBe(3);
  });

  test('is stopped by the database as well', async () => {
    await runImport(unit, admin);
    const before = await getKeys(unit);
    for (const [what, attack] of Object.entries(attacks(unit, person, admin)))
      expect(['MR425', '42501'], what).toContain(await outcome('app', enter(sid, unit), attack));
    expect(await getKeys(unit)).toEqual(before);
    // Its permitted work passes.
    expect(await outcome('app', enter(sid, unit), `update users set name = 'Caio' where id = '${person.id}' returning name`)).toEqual([
      { name: 'Caio' },
    ]);
  });
});

describe('an embedding key of an administrator', () => {
  test('opens a portal for viewing; it makes no administrator, provider or mail server, whatever its token says', async () => {
    const tenant = await makeTenant();
    const [admin, person] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant)];
    const report = await makeReport(tenant, { grantTo: 'everyone' });
    const key = await makeEmbedKey(tenant);
    const now = Math.floor(Date.now() / 1000);
    const signed = embedToken(key, { aud: tenant.host, iat: now, exp: now + 300, jti: randomUUID(), sub: admin.email });
    const { body, text } = await api(harness, tenant).post('/api/login/embedded', { token: signed, parent: null });
    expect(body, text).toMatchObject({ scope: 'portal' });
    const portal = api(harness, tenant, body.token);
    const before = await getKeys(tenant);
    expect((await portal.get('/api/auth/dashboard')).status).toBe(200);
    expect((await portal.get(`/api/auth/reports/${report.id}`)).status).toBe(200);
    const { sid, sub, ver } = claimsIn(body.token);
    const claims = { sid, sub, ver, tenant: tenant.id, flags: [], hidden: [], act: null };
    const signer = tokenService(world().keys.JWT_KEYS);
    const asAdmin = await signer.sign({ ...claims, kind: 'embed_portal', profile: 'admin' }, tenant.host, Date.now());
    const asOwn = await signer.sign({ ...claims, kind: 'own', profile: 'admin' }, tenant.host, Date.now());
    const calls = [
      ['put', '/api/auth/mail/server', mailServer],
      ['post', '/api/auth/saml/add', provider()],
      ['post', '/api/auth/users', personFields(person, { email: 'x@fora.test', profile: 'admin' })],
    ] as const;
    for (const [method, path, input] of calls) {
      expect((await portal[method](path, input)).body.status, path).toBe('not_permitted');
      expect((await api(harness, tenant, asAdmin)[method](path, input)).body.status, path).toBe('embedded_closed');
      expect((await api(harness, tenant, asOwn)[method](path, input)).status, path).toBeGreaterThanOrEqual(400);
    }
    await runImport(tenant, admin);
    for (const [what, attack] of Object.entries(attacks(tenant, person, admin)).filter(([name]) => !name.startsWith('an administrator’s')))
      expect(['MR425', '42501'], what).toContain(await outcome('app', enter(sid, tenant), attack));
    expect(await getKeys(tenant)).toEqual(before);
  });
});

describe('a protected setting of the unit, for a user with a second factor', () => {
  type Scene = { tenant: Tenant; admin: User; person: User; calls: Api; age: (minutes: number | null) => Promise<unknown> };
  async function scene({ factor = true } = {}): Promise<Scene> {
    const tenant = await makeTenant();
    const [admin, person] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant)];
    if (factor) await makeFactor(admin);
    const { sid, token } = await getSession(tenant, admin, 'admin');
    const age = (minutes: number | null) =>
      query('update sessions set factor_at = now() - make_interval(mins => $2::int) where id = $1', [sid, minutes]);
    return { tenant, admin, person, calls: api(harness, tenant, token), age };
  }
  const confirm = ({ calls }: Scene) => calls.post('/api/auth/account/factors/confirm', { code: codeAt(Date.now()) });

  test('cannot be changed by a stolen session older than fifteen minutes, but can once the factor is passed again', async () => {
    const at = await scene();
    const { calls, tenant } = at;
    const save = () => calls.put('/api/auth/mail/server', { ...mailServer, host: 'localhost', port: world().mail.smtpPort });
    for (const minutes of [null, 16]) {
      await at.age(minutes);
      const refused = await save();
      expect([refused.status, refused.body.status], refused.text).toEqual([403, 'factor_due']);
    }
    expect(await getKeys(tenant)).toMatchObject({ servers: 0 });
    expect((await confirm(at)).status).toBe(200);
    const saved = await save();
    expect(saved.status, saved.text).toBe(200);
    expect(await getKeys(tenant)).toMatchObject({ servers: 1 });
    await at.age(14);
    expect((await calls.delete('/api/auth/mail/server')).status).toBe(200);
  });

  test('is not opened by a factor that the session adds beside the existing one', async () => {
    const at = await scene();
    const { calls, tenant, admin } = at;
    await query("update sessions set vouched = 'unit' where user_id = $1", [admin.id]);
    const key = () => calls.post('/api/auth/embedding/keys', { name: 'Intranet' });
    expect((await key()).body.status).toBe('factor_due');
    const { body: fresh } = await calls.post('/api/auth/account/factors/start');
    const add = () =>
      calls.post('/api/auth/account/factors', {
        ...{ id: fresh.id, seal: fresh.seal, name: 'De outro', app_code: codeAt(Date.now(), fresh.key), bound: 'unit' },
      });
    // No factor can be added before the account's existing factor was passed.
    expect((await add()).body.status).toBe('factor_due');
    expect((await key()).body.status).toBe('factor_due');
    expect(await getKeys(tenant)).toMatchObject({ keys: 0 });
    // The account's own factor opens both, also in a session vouched for only by the unit.
    expect((await confirm(at)).status).toBe(200);
    expect((await key()).status).toBe(200);
    expect((await add()).status).toBe(200);
  });

  test('asks no factor of users who have none', async () => {
    const { calls, person } = await scene({ factor: false });
    const made = await calls.post('/api/auth/embedding/keys', { name: 'Intranet' });
    expect(made.status, made.text).toBe(200);
    expect((await calls.put(`/api/auth/users/${person.id}`, { version: 1, ...personFields(person, { profile: 'admin' }) })).status).toBe(
      200,
    );
  });

  test('asks only when something changes: unchanged values can be posted back', async () => {
    const { calls, person, tenant } = await scene();
    const { config } = (await calls.get('/api/auth/config/getConfig')).body;
    const read = [
      'password_sign_in',
      'enable_password',
      'min_character',
      'capital_letter',
      'special_characters',
      'expiry_time_password',
      'login_timeout',
      'ip',
      'listIp',
      'mfa_master',
      'mfa_required',
      'mfa_trust_sso',
      'allow_access_remote',
      'remote_consent',
      'enable_embedded',
      'embed_origins',
    ];
    const back = { ...Object.fromEntries(read.map((name) => [name, config[name]])), listIp: [] };
    const same = await calls.post('/api/auth/config/update', { version: config.version, ...back });
    expect(same.status, same.text).toBe(200);
    const other = await calls.post('/api/auth/config/update', { ...back, login_timeout: 2 });
    expect(other.body.status).toBe('factor_due');
    const edit = (more: object) => calls.put(`/api/auth/users/${person.id}`, { version: 1, ...personFields(person, more) });
    expect((await edit({ flags: ['manage_service'] })).body.status).toBe('factor_due');
    expect((await edit({ department: 'Vendas' })).status).toBe(200);
    expect(await getKeys(tenant)).toMatchObject({ administrators: 1 });
  });

  test('is removed and rotated by the same rule', async () => {
    const at = await scene();
    const { calls, tenant } = at;
    const key = await makeEmbedKey(tenant);
    await makeMailServer(tenant);
    const directory = await makeScimToken(tenant);
    const account = await makeServiceAccount(tenant, await makePrincipal());
    const removals = [
      ['delete', `/api/auth/embedding/keys/${key.id}`],
      ['post', `/api/auth/embedding/keys/${key.id}/rotate`],
      ['delete', '/api/auth/mail/server'],
      ['delete', `/api/auth/scim/delete?id=${directory.id}`],
      ['delete', `/api/auth/service-accounts/${account.id}`],
    ] as const;
    // The provider decides which people the directory adopts.
    const tid = randomUUID();
    await makeWay(tenant, { directories: [tid] });
    const tied = { id: directory.id, version: 1, name: 'Diretório', provider: { kind: 'entra', issuer: tid } };
    expect((await calls.put('/api/auth/scim/update', tied)).body.status).toBe('factor_due');
    for (const [method, path] of removals) expect((await calls[method](path)).body.status, path).toBe('factor_due');
    expect((await confirm(at)).status).toBe(200);
    for (const [method, path] of removals.slice(2)) expect((await calls[method](path)).status, path).toBe(200);
    expect((await calls.post(`/api/auth/embedding/keys/${key.id}/rotate`)).status).toBe(200);
  });
});

test('the settings counted as protected keep the form’s own defaults', async () => {
  const { defaultSettings } = await import('../../domain/settings/defaults.ts');
  const [row] = await query('select app.house_settings() as keys');
  const { ip_trial: trial, ...keys } = (row?.keys ?? {}) as Record<string, unknown>; // because the column is jsonb
  expect(trial).toBe(null);
  expect({ ...defaultSettings, listIp: [] }).toMatchObject(keys);
  expect(Object.keys(keys).length).toBeGreaterThan(15);
});
