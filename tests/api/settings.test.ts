import { describe, expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { makeTenant, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const update = '/api/auth/config/update';

async function unit(options: TenantOptions = {}, profile: 'admin' | 'master' = 'admin') {
  const tenant = await makeTenant(options);
  const user = await makeUser(tenant, { profile });
  return { tenant, user, admin: await getApi(harness, tenant, user) };
}
const toValues = async (tenant: { id: string }) =>
  (await query('select "values" from settings where tenant_id = $1', [tenant.id]))[0]?.values;

test('given values are saved, others stay, and the change is recorded with the previous values', async () => {
  const { tenant, user, admin } = await unit({ settings: { save_filter: 'S', home_page: '/catalogs' } });
  const { version } = (await admin.get('/api/auth/config/getConfig')).body.config;
  const saved = await admin.post(update, { version, save_filter: 'N', show_name_report: 'N' });
  expect(saved).toMatchObject({ status: 200, body: { status: 'ok', version: version + 1 } });
  expect(await toValues(tenant)).toEqual({ save_filter: 'N', show_name_report: 'N', home_page: '/catalogs' });
  expect(await query("select user_id, change from audit where tenant_id = $1 and what = 'settings.edit'", [tenant.id])).toEqual([
    {
      user_id: user.id,
      change: { before: { save_filter: 'S', show_name_report: null }, after: { save_filter: 'N', show_name_report: 'N' } },
    },
  ]);
});

test('the values of getConfig can be posted back whole, and change nothing', async () => {
  for (const profile of ['admin', 'master'] as const) {
    const { admin } = await unit(profile === 'master' ? { kind: 'partner' } : {}, profile);
    const { config } = (await admin.get('/api/auth/config/getConfig')).body;
    const saved = await admin.post(update, config);
    expect(saved, saved.text).toMatchObject({ status: 200, body: { status: 'ok', version: config.version + 1 } });
    expect((await admin.get('/api/auth/config/getConfig')).body.config).toEqual({ ...config, version: config.version + 1 });
    expect((await admin.post(update, { ...config, version: config.version + 1 })).status).toBe(200);
  }
});

test('values that could not be chosen now can still be posted back: switched off above, or of a deleted report', async () => {
  const partner = await makeTenant({ kind: 'partner', settings: { below_user_import: false, below_remote: false } });
  const on = { user_import: 'S', allow_access_remote: 'S' } as const;
  const { tenant, admin } = await unit({ parent: partner, settings: on });
  const report = await makeReport(tenant);
  expect((await admin.post(update, { relatorio_id: report.id, enable: 'S' })).status).toBe(200);
  expect((await admin.post('/api/auth/management/reports/bulk', { action: 'delete', ids: [report.id] })).status).toBe(200);

  const { config } = (await admin.get('/api/auth/config/getConfig')).body;
  expect(config).toMatchObject({ ...on, relatorio_id: report.id, functions: { user_import: false, remote: false } });
  const saved = await admin.post(update, config);
  expect(saved, saved.text).toMatchObject({ status: 200, body: { version: config.version + 1 } });
  expect((await admin.get('/api/auth/config/getConfig')).body.config).toEqual({ ...config, version: config.version + 1 });
  // Another value is a choice, and refused: the deleted report can be left, not chosen again.
  expect((await admin.post(update, { relatorio_id: null, user_import: 'N' })).status).toBe(200);
  expect(await admin.post(update, { relatorio_id: report.id })).toMatchObject({ status: 404, body: { field: 'relatorio_id' } });
  expect(await admin.post(update, { user_import: 'S' })).toMatchObject({ status: 403, body: { field: 'user_import' } });
});

test('hidden_menu accepts the names of the specification', async () => {
  const { tenant, user, admin } = await unit();
  const hidden_menu = ['{id}/management/view', '{id}/reports/view', '{id}/reports/external', '{id}/playlist/view'];
  expect((await admin.post(update, { hidden_menu })).status).toBe(200);
  expect(await toValues(tenant)).toMatchObject({ hidden_menu: ['management/view', 'playlist/view', 'reports/external', 'reports/view'] });
  expect((await (await getApi(harness, tenant, user)).post(update, { hidden_menu: ['{id}/setting'] })).status).toBe(422);
});

test('flags apply at the next reading of the configuration', async () => {
  const { admin } = await unit();
  await admin.post(update, {
    save_filter: 'S',
    enable_watermark: 'S',
    show_menu_report: 'N',
    enable: 'S',
    home_page: '/all/reports',
    timezone: 'Europe/Lisbon',
  });
  expect((await admin.post('/api/auth/config')).body.config).toMatchObject({
    save_filter: 'S',
    enable_watermark: 'S',
    show_menu_report: 'N',
    intended: '/all/reports',
    timezone: 'Europe/Lisbon',
  });
});

test('a concurrent change is reported, and nothing is overwritten', async () => {
  const { tenant, admin } = await unit();
  const { version } = (await admin.get('/api/auth/config/getConfig')).body.config;
  expect((await admin.post(update, { version, save_filter: 'S' })).status).toBe(200);
  expect(await admin.post(update, { version, enable_watermark: 'S' })).toMatchObject({
    status: 409,
    body: { status: 'changed_meanwhile' },
  });
  expect(await toValues(tenant)).toEqual({ save_filter: 'S' });
});

test('two concurrent saves without a version are both kept; of two first saves with a version one is', async () => {
  const [open, first] = [await makeTenant(), await makeTenant()];
  const one = await getApi(harness, open, await makeUser(open, { profile: 'admin' }));
  const both = await Promise.all([one.post(update, { save_filter: 'S' }), one.post(update, { enable_watermark: 'S' })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await one.get('/api/auth/config/getConfig')).body.config).toMatchObject({ save_filter: 'S', enable_watermark: 'S' });

  const other = await getApi(harness, first, await makeUser(first, { profile: 'admin' }));
  const { version } = (await other.get('/api/auth/config/getConfig')).body.config;
  const saves = await Promise.all(['S', 'N'].map((save_filter) => other.post(update, { version, save_filter })));
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('language and time zone belong to the tenant: the sign-in page uses them', async () => {
  const { tenant, admin } = await unit();
  await admin.post(update, { language: 'es', timezone: 'America/Bogota' });
  expect(await query('select language, zone from tenants where id = $1', [tenant.id])).toEqual([
    { language: 'es', zone: 'America/Bogota' },
  ]);
  const page = await admin.post('/api/login/config', {}, { headers: { authorization: '' } });
  expect(page.body.tenant).toMatchObject({ language: 'es', zone: 'America/Bogota' });
});

test('a landing report must belong to this tenant', async () => {
  const { tenant, admin } = await unit();
  const [own, foreign] = [await makeReport(tenant, { grantTo: 'everyone' }), await makeReport(await makeTenant())];
  for (const id of [foreign.id, '018f0000-0000-7000-8000-000000000009'])
    expect(await admin.post(update, { relatorio_id: id })).toMatchObject({
      status: 404,
      body: { status: 'not_found', field: 'relatorio_id' },
    });
  expect((await admin.post(update, { relatorio_id: own.id, enable: 'S' })).status).toBe(200);
  expect((await admin.post('/api/auth/config')).body.config.intended).toBe(`/${own.id}/reports/view`);
});

describe('hidden_menu', () => {
  test.each(['dashboard', 'setting', 'profile', 'logout', 'nonsense', '/catalogs'])('does not accept %s', async (name) => {
    const { admin } = await unit();
    expect(await admin.post(update, { hidden_menu: ['catalogs', name] })).toMatchObject({ status: 422 });
  });

  test('applies at the next call: the previous token is stale', async () => {
    const { admin } = await unit();
    expect((await admin.post(update, { hidden_menu: ['catalogs', 'notifications', 'catalogs'] })).status).toBe(200);
    expect(await admin.get('/api/auth/dashboard')).toMatchObject({ status: 409, body: { status: 'rights_stale' } });
  });
});

describe('the last update', () => {
  test('is switched off for the units below only by the layer above', async () => {
    const partner = await unit({ kind: 'partner' }, 'master');
    const below = await unit({ parent: partner.tenant });
    expect(await below.admin.post(update, { last_update_below: false })).toMatchObject({
      status: 422,
      body: { field: 'last_update_below' },
    });
    expect((await below.admin.get('/api/auth/config/getConfig')).body.config).toMatchObject({
      mostrar_ultima_atualizacao_relatorio_global: true,
      decides_for_below: false,
      last_update_below: null,
    });
    expect((await partner.admin.post(update, { last_update_below: false })).status).toBe(200);
    expect((await below.admin.get('/api/auth/config/getConfig')).body.config.mostrar_ultima_atualizacao_relatorio_global).toBe(false);
    expect((await below.admin.post('/api/auth/config')).body.config.mostrar_ultima_atualizacao_relatorio_global).toBe(false);
  });
});

describe('invalid input', () => {
  test.each([
    [{ home_page: '//evil.test' }, 'home_page'],
    [{ home_page: '/\\evil.test' }, 'home_page'],
    [{ home_page: 'javascript:alert(1)' }, 'home_page'],
    [{ home_page: 'https://evil.test/' }, 'home_page'],
    [{ home_page: '/no/such/page' }, 'home_page'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ language: 'fr' }, 'language'],
    [{ save_filter: 'Y' }, 'save_filter'],
    [{ save_filter: true }, 'save_filter'],
    [{ watermark_opacity: 4 }, 'watermark_opacity'],
    [{ watermark_opacity: 31 }, 'watermark_opacity'],
    [{ watermark_opacity: 7.5 }, 'watermark_opacity'],
    [{ waiting_text: 'x'.repeat(301) }, 'waiting_text'],
    [{ watermark_template: ' ' }, 'watermark_template'],
    [{ watermark_template: 'x'.repeat(201) }, 'watermark_template'],
    [{ login_timeout: 0 }, 'login_timeout'],
    [{ relatorio_id: 'x' }, 'relatorio_id'],
    [{ listIp: ['1.2.3.999'] }, 'listIp.0'],
    [{ perfil_usuario: 'a2m' }, 'perfil_usuario'],
    [{ tenant_id: 'x' }, 'tenant_id'],
    [{ version: 'x' }, 'version'],
  ])('%j is refused at its field and changes nothing', async (body, field) => {
    const { tenant, admin } = await unit();
    expect(await admin.post(update, { ...body })).toMatchObject({ status: 422, body: { field } });
    expect(await toValues(tenant)).toEqual({});
  });
});

describe('settings that the layer above leaves to its units', () => {
  test('are in remote_config and the form, cannot be switched on below, and override what was on before', async () => {
    const partner = await makeTenant({ kind: 'partner' });
    const boss = await getApi(harness, partner, await makeUser(partner, { profile: 'master' }));
    const { tenant, admin } = await unit({ parent: partner });
    expect((await admin.get('/api/auth/config/remote_config')).body.config.functions).toEqual({
      user_import: true,
      saml: true,
      mfa: true,
      remote: true,
    });
    expect((await admin.post(update, { user_import: 'S', allow_access_remote: 'S' })).status).toBe(200);
    expect((await admin.post('/api/auth/config')).body.config.functions).toEqual({
      user_import: true,
      saml: true,
      mfa: true,
      remote: true,
    });
    expect((await boss.post(update, { below_user_import: false, below_mfa: false })).status).toBe(200);
    const left = { user_import: false, saml: true, mfa: false, remote: true };
    expect((await admin.get('/api/auth/config/remote_config')).body.config).toMatchObject({ functions: left, mfa_permission_admin: 'N' });
    expect((await admin.get('/api/auth/config/getConfig')).body.config.functions).toEqual(left);
    expect((await admin.post('/api/auth/config')).body.config).toMatchObject({ functions: left, mfa_permission_admin: 'N' });
    const other = await unit({ parent: partner });
    expect(await other.admin.post(update, { user_import: 'S' })).toMatchObject({
      status: 403,
      body: { status: 'function_disabled', field: 'user_import' },
    });
    expect((await admin.post(update, { user_import: 'N', allow_access_remote: 'S' })).status).toBe(200);
    expect(await admin.post(update, { below_saml: false })).toMatchObject({ status: 422, body: { field: 'below_saml' } });
    expect(await toValues(tenant)).not.toHaveProperty('below_saml');
  });
});

test.each([
  [{ min_character: 7 }, 'min_character'],
  [{ min_character: 65 }, 'min_character'],
  [{ min_character: 8.5 }, 'min_character'],
  [{ expiry_time_password: 0 }, 'expiry_time_password'],
  [{ expiry_time_password: '30' }, 'expiry_time_password'],
  [{ enable_password: true }, 'enable_password'],
  [{ send_email_register_user: 'X' }, 'send_email_register_user'],
])('the password pattern and other fields reject %j', async (patch, field) => {
  const { admin } = await unit();
  expect(await admin.post(update, patch)).toMatchObject({ status: 422, body: { field } });
});

test('the history of an area lists its changes with authors, newest first, and nothing of other areas or tenants', async () => {
  const { admin, user } = await unit();
  const other = await unit();
  await other.admin.post(update, { min_character: 20 });
  await admin.post(update, { enable_password: 'S', min_character: 12, save_filter: 'S' });
  await admin.post(update, { save_filter: 'N' });
  await admin.post(update, { min_character: null });
  const { items, next } = (await admin.get('/api/auth/config/history?area=security')).body;
  expect(next).toBeNull();
  expect(items).toMatchObject([
    { who: user.name, fields: [{ field: 'min_character', before: 12, after: null }] },
    {
      who: user.name,
      fields: [
        { field: 'enable_password', before: null, after: 'S' },
        { field: 'min_character', before: null, after: 12 },
      ],
    },
  ]);
  expect((await admin.get('/api/auth/config/history?area=everything')).status).toBe(422);
});

test('the allowed addresses of a domain belong to its own tenant', async () => {
  const { tenant, admin } = await unit({ settings: { ip: 'S', listIp: ['10.0.0.0/8', '203.0.113.0/24'] } });
  const exempt = await makeUser(tenant, { name: 'Ana Isenta' });
  await query('update users set ip_exempt = true where id = $1', [exempt.id]);
  const path = '/api/auth/config/get/whitelist/by/domain';
  const own = {
    domain_id: tenant.host,
    ip: 'S',
    listIp: ['10.0.0.0/8', '203.0.113.0/24'],
    exempt: [{ id: exempt.id, name: 'Ana Isenta' }],
  };
  expect((await admin.get(path)).body).toMatchObject(own);
  expect((await admin.get(`${path}?domain_id=${tenant.host.toUpperCase()}`)).body).toMatchObject(own);
  const stranger = await makeTenant();
  for (const host of [stranger.host, 'nowhere.example']) expect((await admin.get(`${path}?domain_id=${host}`)).status).toBe(404);
});
