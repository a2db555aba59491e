import { generateKeyPairSync, sign as signEc } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { getSession, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport, makeWindow } from '../support/make-content.ts';
import { type EmbedKey, embedToken, makeEmbedKey } from '../support/make-embedding.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

const harness = useHarness();
const origins = ['https://intranet.vertice.test'];
type Scene = { tenant: Tenant; key: EmbedKey; admin: User; person: User; report: { id: string; title: string } };
let scene: Scene;

async function makeScene(): Promise<Scene> {
  const tenant = await makeTenant();
  const [admin, person] = [
    await makeUser(tenant, { profile: 'admin' }),
    await makeUser(tenant, { rlsUsername: '{email}', rlsRoles: ['Sul'] }),
  ];
  const principal = await makePrincipal({ roles: { Sul: 'region', Norte: 'region' } });
  const report = await makeEmbeddable(tenant, principal, { title: 'Vendas por loja', needsIdentity: true, needsRoles: true });
  return { tenant, key: await makeEmbedKey(tenant, { origins }), admin, person, report };
}
beforeAll(async () => {
  scene = await makeScene();
});

const seconds = () => Math.floor(Date.now() / 1000);
const toClaims = (tenant: Tenant, more: Record<string, unknown> = {}) => ({
  aud: tenant.host,
  iat: seconds(),
  exp: seconds() + 300,
  jti: crypto.randomUUID(),
  ...more,
});
const asPerson = ({ tenant, person, key }: Scene, more: Record<string, unknown> = {}) =>
  embedToken(key, toClaims(tenant, { sub: person.email, ...more }));
const asNobody = ({ tenant, key, report }: Scene, more: Record<string, unknown> = {}) =>
  embedToken(key, toClaims(tenant, { report: report.id, identity: { username: 'loja-12', roles: ['Norte'] }, ...more }));
const exchange = (tenant: Tenant, token: string, parent: string | null = null) =>
  api(harness, tenant).post('/api/login/embedded', { token, parent });
const getKeys = async ({ tenant, admin }: Scene) => api(harness, tenant, (await getSession(tenant, admin, 'admin')).token);
const cachedFor = (report: { id: string }, username: string) =>
  query('select key from embed_tokens where key like $1 and key like $2', [`${report.id}%`, `%|${username}|%`]);

describe('one report', () => {
  test('without a user is shown under the RLS identity and filters of the token, and opens nothing else', async () => {
    const { tenant, report, key } = scene;
    const filters = [{ table: 'Lojas', column: 'UF', operator: 'In', values: ['SP'] }];
    const { status, body, text } = await exchange(tenant, asNobody(scene, { filters }));
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ auth_type: 'embedded', scope: 'report', report: report.id, session: null, tenant_id: tenant.id });
    expect(Date.parse(body.until) - Date.parse(body.serverNow)).toBe(8 * 3_600_000);
    const client = api(harness, tenant, body.token);
    const facts = await client.get('/api/embedded/report');
    expect(facts.body).toMatchObject({ id: report.id, title: report.title, prevented: null });
    const held = await client.post('/api/embedded/report/token');
    expect(held.body, held.text).toMatchObject({ rights: 'view', filters });
    expect(await cachedFor(report, 'loja-12')).toHaveLength(1);
    for (const [method, path] of [
      ['GET', '/api/auth/dashboard'],
      ['GET', `/api/auth/reports/${report.id}`],
      ['POST', `/api/auth/reports/${report.id}/embed`],
      ['POST', '/api/auth/config'],
    ] as const)
      expect((await client.call(method, path, method === 'GET' ? {} : { body: {} })).body.status, path).toBe('embedded_closed');
    expect((await client.get('/api/auth/dashboard')).status).toBe(403);
    expect(
      await query('select user_id from embed_sessions where key_id = $1 and report_id = $2 and user_id is null', [key.id, report.id]),
    ).not.toEqual([]);
    expect(
      await query("select change->>'username' as who from audit where tenant_id = $1 and what = 'embedded.start'", [tenant.id]),
    ).toContainEqual({ who: 'loja-12' });
  });

  test('of a user is shown with their own identity, and the session is in the sign-in log', async () => {
    const { tenant, report, person } = scene;
    const { body, text } = await exchange(tenant, asPerson(scene, { report: report.id }));
    expect(body, text).toMatchObject({ scope: 'report', session: null });
    const client = api(harness, tenant, body.token);
    expect((await client.post('/api/embedded/report/token')).status).toBe(200);
    expect(await cachedFor(report, person.email)).toHaveLength(1);
    expect(await query('select way, outcome from sign_ins where user_id = $1', [person.id])).toEqual([{ way: 'embedded', outcome: 'ok' }]);
    expect((await client.get('/api/auth/dashboard')).body.status).toBe('embedded_closed');
  });

  test('renews its token while its session lives, never becomes a full session, and ends at sign-out', async () => {
    const { tenant } = scene;
    const { body } = await exchange(tenant, asNobody(scene));
    const client = api(harness, tenant, body.token);
    const renewed = (await client.post('/api/refresh/token')).body.token;
    expect((await api(harness, tenant, renewed).get('/api/embedded/report')).status).toBe(200);
    expect((await api(harness, tenant, renewed).get('/api/auth/dashboard')).status).toBe(403);
    await client.post('/api/logout');
    expect((await client.get('/api/embedded/report')).body.status).toBe('session_gone');
    expect((await client.post('/api/refresh/token')).body.status).toBe('session_gone');
  });

  test('that is hidden, deleted, not granted or under maintenance is not shown', async () => {
    const own = await makeScene();
    const { tenant, person, key } = own;
    const kept = await makeReport(tenant, { title: 'Só da diretoria' });
    const hidden = await makeReport(tenant, { hidden: true, grantTo: 'everyone' });
    const elsewhere = scene.report;
    for (const { id } of [hidden, elsewhere]) {
      expect((await exchange(tenant, asNobody(own, { report: id }))).body.status).toBe('not_found');
      expect((await exchange(tenant, embedToken(key, toClaims(tenant, { sub: person.email, report: id })))).body.status).toBe('not_found');
    }
    const { body } = await exchange(tenant, asPerson(own, { report: kept.id }));
    expect((await api(harness, tenant, body.token).get('/api/embedded/report')).body.status).toBe('not_found');
    const open = await exchange(tenant, asNobody(own));
    const client = api(harness, tenant, open.body.token);
    await query('update reports set hidden = true where id = $1', [own.report.id]);
    expect((await client.post('/api/embedded/report/token')).body.status).toBe('not_found');
    await query('update reports set hidden = false where id = $1', [own.report.id]);
    await makeWindow(tenant, {
      startsAt: new Date(Date.now() - 60_000).toISOString(),
      endsAt: new Date(Date.now() + 600_000).toISOString(),
    });
    expect((await client.get('/api/embedded/report')).body.prevented).toBe('report_in_maintenance');
    expect((await client.post('/api/embedded/report/token')).status).toBe(503);
  });

  test('counts as a visit of its user, or as an anonymous one apart from the users', async () => {
    const own = await makeScene();
    const { tenant, report, person, admin } = own;
    const visitId = crypto.randomUUID();
    const anonymous = api(harness, tenant, (await exchange(tenant, asNobody(own))).body.token);
    const personal = api(harness, tenant, (await exchange(tenant, asPerson(own, { report: report.id }))).body.token);
    const path = '/api/embedded/report/view';
    expect((await anonymous.post(path, { visitId, state: 'open' })).body).toEqual({ status: 'ok' });
    expect((await anonymous.post(path, { visitId, state: 'beat', page: 'Resumo' })).status).toBe(200);
    // Another page's visit cannot be ended by naming it. Anonymous: one visit per embedded session; of a user: one per burst.
    expect((await personal.post(path, { visitId, state: 'closed' })).status).toBe(200);
    expect(await query('select 1 from visits where tenant_id = $1 and user_id is null and ended_at is null', [tenant.id])).toHaveLength(1);
    for (const page of [anonymous, personal])
      expect((await page.post(path, { visitId: crypto.randomUUID(), state: 'open' })).status).toBe(200);
    expect((await anonymous.post(path, { visitId, state: 'closed' })).status).toBe(200);
    expect((await anonymous.post(path, { visitId, state: 'gone' })).status).toBe(422);
    expect(
      await query(
        'select user_id, report_id, page, ended_at is not null as ended from visits where tenant_id = $1 order by user_id nulls first',
        [tenant.id],
      ),
    ).toEqual([
      { user_id: null, report_id: report.id, page: 'Resumo', ended: true },
      { user_id: person.id, report_id: report.id, page: null, ended: false },
    ]);
    const client = api(harness, tenant, (await getSession(tenant, admin, 'admin')).token);
    expect((await client.get('/api/auth/usage')).body).toMatchObject({ views: 2, viewers: 1, opened: 1 });
    const { body } = await client.get('/api/auth/usage/users');
    expect(body.items.find(({ id }: { id: string }) => id === person.id)).toMatchObject({ views: 1 });
    await query('update reports set hidden = true where id = $1', [report.id]);
    expect((await anonymous.post(path, { visitId, state: 'beat' })).body.status).toBe('not_found');
  });

  test('that needs an RLS identity is refused for a token without one', async () => {
    const { tenant } = scene;
    const { body } = await exchange(tenant, asNobody(scene, { identity: undefined }));
    const client = api(harness, tenant, body.token);
    expect((await client.get('/api/embedded/report')).body.prevented).toBe('rls_identity_missing');
    expect((await client.post('/api/embedded/report/token')).body.status).toBe('rls_identity_missing');
  });
});

describe('the whole portal', () => {
  test('is a session of the user; account pages and other units stay closed, also after a renewal', async () => {
    const { tenant, person } = scene;
    const { body, text } = await exchange(tenant, asPerson(scene));
    expect(body, text).toMatchObject({ scope: 'portal', report: null, session: { user: { id: person.id }, auth_type: 'embedded' } });
    expect(body.session.token).toBe(body.token);
    const renewed = (await api(harness, tenant, body.token).post('/api/refresh/token')).body.token;
    for (const token of [body.token, renewed]) {
      const client = api(harness, tenant, token);
      expect((await client.get('/api/auth/dashboard')).status).toBe(200);
      expect((await client.post('/api/auth/change/companies', { company: tenant.id })).body.status).toBe('embedded_closed');
      expect((await client.get('/api/auth/account')).body.status).toBe('embedded_closed');
    }
  });

  test('of an administrator has a viewer’s permissions: administrator calls are refused, also after a renewal', async () => {
    const { tenant, admin, report } = scene;
    const hidden = await makeReport(tenant, { title: 'Só da diretoria' });
    const { body, text } = await exchange(tenant, asPerson(scene, { sub: admin.email }));
    expect(body, text).toMatchObject({
      scope: 'portal',
      session: { perfil_usuario: 'user', user: { id: admin.id, flags: [], mayManage: false, zone: 'America/Sao_Paulo' } },
    });
    const client = api(harness, tenant, body.token);
    const config = await client.post('/api/auth/config');
    expect(config.body.config.user).toMatchObject({ id: admin.id, perfil_usuario: 'user' });
    // Reports granted to everyone are visible, reports only an administrator sees are not.
    expect((await client.get(`/api/auth/reports/${report.id}`)).status).toBe(200);
    expect((await client.get(`/api/auth/reports/${hidden.id}`)).status).toBe(404);
    for (const path of ['/api/auth/users', '/api/auth/mail/server', '/api/auth/saml/all', '/api/auth/config/getConfig'])
      expect((await client.get(path)).body.status, path).toBe('not_permitted');
    const renewed = (await client.post('/api/refresh/token')).body.token;
    const said = JSON.parse(Buffer.from(renewed.split('.')[1] ?? '', 'base64url').toString());
    expect(said).toMatchObject({ kind: 'embed_portal', profile: 'user', flags: [] });
  });

  test('lives no longer than the unit’s session limit', async () => {
    const own = await makeScene();
    await query(`update settings set "values" = "values" || '{"login_timeout": 2}' where tenant_id = $1`, [own.tenant.id]);
    const { body } = await exchange(own.tenant, asPerson(own));
    expect(Date.parse(body.until) - Date.parse(body.serverNow)).toBe(2 * 3_600_000);
    expect(
      await query('select extract(epoch from expires_at - created_at)::int as life from sessions where user_id = $1', [own.person.id]),
    ).toEqual([{ life: 7200 }]);
  });
});

describe('a token is refused', () => {
  const getReason = async (token: string, tenant = scene.tenant) => {
    const { status, body } = await exchange(tenant, token);
    return [status, body.status, body.vars?.reason];
  };

  test('with a wrong signature, without one, with another algorithm or another key', async () => {
    const { tenant, key, person } = scene;
    const claims = toClaims(tenant, { sub: person.email });
    const good = embedToken(key, claims);
    const [header = '', payload = ''] = good.split('.');
    const otherKey = await makeEmbedKey(await makeTenant());
    expect(await getReason(`${header}.${payload}.${'A'.repeat(43)}`)).toEqual([401, 'embedded_token', 'signature']);
    expect(await getReason(embedToken({ ...key, secret: 'guess' }, claims))).toEqual([401, 'embedded_token', 'signature']);
    expect(await getReason(embedToken(otherKey, claims))).toEqual([401, 'embedded_token', 'signature']);
    expect(await getReason(embedToken({ ...otherKey, secret: key.secret }, claims))).toEqual([401, 'embedded_token', 'signature']);
    expect(await getReason(embedToken({ id: 'none', secret: key.secret }, claims))).toEqual([401, 'embedded_token', 'signature']);
    for (const alg of ['none', 'HS512', 'ES256', 'hs256', undefined])
      expect(await getReason(embedToken(key, claims, { alg })), String(alg)).toEqual([
        401,
        'embedded_token',
        alg === undefined ? 'algorithm' : 'algorithm',
      ]);
    const bare = `${Buffer.from(JSON.stringify({ alg: 'none', kid: key.id })).toString('base64url')}.${payload}.`;
    expect((await getReason(bare))[2]).toMatch(/algorithm|malformed/);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ec = `${Buffer.from(JSON.stringify({ alg: 'ES256', kid: key.id })).toString('base64url')}.${payload}`;
    const ecSigned = `${ec}.${signEc('sha256', Buffer.from(ec), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
    expect(await getReason(ecSigned)).toEqual([401, 'embedded_token', 'algorithm']);
    expect(await getReason(good)).toEqual([200, 'ok', undefined]);
  });

  test.each([
    ['expired', () => ({ iat: seconds() - 400, exp: seconds() - 1 })],
    ['future', () => ({ iat: seconds() + 120, exp: seconds() + 300 })],
    ['life', () => ({ exp: seconds() + 3600 })],
    ['audience', () => ({ aud: 'other.localhost' })],
    ['claims', () => ({ jti: undefined })],
    ['claims', () => ({ identity: { username: 'diretoria' } })],
    ['claims', () => ({ sub: undefined })],
  ])('%s', async (reason, more) => {
    expect(await getReason(asPerson(scene, more()))).toEqual([401, 'embedded_token', reason]);
  });

  test.each(['garbage', 'a.b.c', '.', `${'x'.repeat(7000)}`])('that is malformed: %s', async (token) => {
    expect(await getReason(token)).toEqual([401, 'embedded_token', 'malformed']);
  });

  test('on the host of a unit that does not own the key', async () => {
    const other = await makeScene();
    expect(await getReason(asPerson(scene), other.tenant)).toEqual([401, 'embedded_token', 'signature']);
    expect(await getReason(asPerson({ ...scene, key: other.key }))).toEqual([401, 'embedded_token', 'signature']);
  });

  test('the second time: of sixty at once one begins a session', async () => {
    const own = await makeScene();
    for (const token of [asPerson(own), asNobody(own)]) {
      const answers = await Promise.all(Array.from({ length: 60 }, () => exchange(own.tenant, token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body } of answers.filter((each) => each.status !== 200))
        expect([status, body.status]).toEqual([401, 'embedded_used']);
    }
    expect(await query('select count(*)::int as n from embed_sessions where tenant_id = $1', [own.tenant.id])).toEqual([{ n: 2 }]);
  });

  test('for an unknown or blocked user, and for administrators of other tenants', async () => {
    const own = await makeScene();
    const [elsewhere, blocked, master] = [
      await makeUser(scene.tenant),
      await makeUser(own.tenant, { status: 'B' }),
      await makeUser(own.tenant, { profile: 'master' }),
    ];
    const said = async (sub: string) => (await exchange(own.tenant, asPerson(own, { sub }))).body.status;
    expect(await said('nobody@people.test')).toBe('embedded_person');
    expect(await said(elsewhere.email)).toBe('embedded_person');
    expect(await said(master.email)).toBe('embedded_person');
    expect(await said(blocked.email)).toBe('blocked');
    expect(await said(own.person.email.toUpperCase())).toBe('ok');
    expect(await said(own.person.id)).toBe('ok');
  });

  test('from a site that is not allowed', async () => {
    const { tenant } = scene;
    const said = async (parent: string) => (await exchange(tenant, asNobody(scene), parent)).body.status;
    expect(await said('https://evil.test')).toBe('embedded_origin');
    expect(await said('https://intranet.vertice.test.evil.test')).toBe('embedded_origin');
    expect(await said('https://intranet.vertice.test')).toBe('ok');
    expect(await said(tenant.origin)).toBe('ok');
  });
});

describe('an embedded session ends', () => {
  test('when its key is revoked, with or without a user; other keys are unaffected', async () => {
    const own = await makeScene();
    const second = await makeEmbedKey(own.tenant, { name: 'Loja', origins });
    const sessions = [await exchange(own.tenant, asPerson(own)), await exchange(own.tenant, asNobody(own))];
    const kept = await exchange(own.tenant, asNobody({ ...own, key: second }));
    const { status } = await (await getKeys(own)).delete(`/api/auth/embedding/keys/${own.key.id}`);
    expect(status).toBe(200);
    expect((await api(harness, own.tenant, sessions[0]?.body.token).get('/api/auth/dashboard')).body.status).toBe('session_gone');
    expect((await api(harness, own.tenant, sessions[1]?.body.token).get('/api/embedded/report')).body.status).toBe('session_gone');
    expect((await api(harness, own.tenant, kept.body.token).get('/api/embedded/report')).status).toBe(200);
    expect((await exchange(own.tenant, asNobody(own))).body.vars.reason).toBe('signature');
  });

  test('when embedding is switched off, and new tokens get that reason', async () => {
    const own = await makeScene();
    const open = await exchange(own.tenant, asNobody(own));
    const admin = await getKeys(own);
    expect((await admin.post('/api/auth/config/update', { enable_embedded: 'N' })).status).toBe(200);
    expect((await api(harness, own.tenant, open.body.token).get('/api/embedded/report')).body.status).toBe('session_gone');
    expect((await exchange(own.tenant, asNobody(own))).body.status).toBe('embedded_off');
  });

  test('when its user is blocked, also for a single report', async () => {
    const own = await makeScene();
    const open = await exchange(own.tenant, asPerson(own, { report: own.report.id }));
    await query("update users set status = 'B' where id = $1", [own.person.id]);
    expect((await api(harness, own.tenant, open.body.token).get('/api/embedded/report')).status).toBeGreaterThanOrEqual(401);
  });
});

describe('keys', () => {
  test('show their secret once, sign at once, and appear in the form', async () => {
    const tenant = await makeTenant();
    const admin = await makeUser(tenant, { profile: 'admin' });
    const client = api(harness, tenant, (await getSession(tenant, admin, 'admin')).token);
    expect((await client.get('/api/auth/config/getConfig')).body.config.token_embedded).toEqual({ set: false, at: null });
    expect((await client.post('/api/auth/embedding/try', { report: null })).body.status).toBe('embedded_off');
    await client.post('/api/auth/config/update', { enable_embedded: 'S', embed_origins: [' https://A.test/ ', 'https://a.test'] });
    expect((await client.post('/api/auth/embedding/try', { report: null })).body.status).toBe('embed_key_missing');
    const { body: key } = await client.post('/api/auth/embedding/keys', { name: 'Intranet' });
    expect(key.secret).toMatch(/^[\w-]{43}$/);
    const { body: form } = await client.get('/api/auth/config/getConfig');
    expect(form.config).toMatchObject({ enable_embedded: 'S', embed_origins: ['https://a.test'], token_embedded: { set: true } });
    expect((await client.post('/api/auth/embedding/keys', { name: 'intranet' })).body.status).toBe('name_taken');
    const list = await client.get('/api/auth/embedding/keys');
    expect(list.body.items).toMatchObject([
      { id: key.id, name: 'Intranet', createdBy: admin.name, lastUsedAt: null, revokedAt: null, sessions: 0 },
    ]);
    expect(list.text).not.toContain(key.secret);
    const answer = await exchange(tenant, embedToken(key, toClaims(tenant, { sub: admin.email })));
    expect(answer.status, answer.text).toBe(200);
    expect((await client.get('/api/auth/embedding/keys')).body.items[0]).toMatchObject({ sessions: 1, lastUsedAt: expect.any(String) });
    const tried = await client.post('/api/auth/embedding/try', { report: null });
    expect((await exchange(tenant, tried.body.path.split('/')[2])).body.session.user.id).toBe(admin.id);
    for (let n = 1; n < 10; n += 1) await client.post('/api/auth/embedding/keys', { name: `Chave ${n}` });
    expect((await client.post('/api/auth/embedding/keys', { name: 'Mais uma' })).body.status).toBe('embed_key_limit');
  });

  test('reject origins that would break out of a policy', async () => {
    const { body } = await (await getKeys(scene)).post('/api/auth/config/update', {
      embed_origins: ["https://a.test; script-src 'unsafe-inline'"],
    });
    expect(body).toMatchObject({ status: 'embed_origin_form', field: 'embed_origins' });
  });
});

describe('the page', () => {
  const getPolicy = async (tenant: Tenant, path: string) => {
    const { headers } = await api(harness, tenant).get(path);
    const [ancestors] = /frame-ancestors [^;]*/.exec(headers.get('content-security-policy') ?? '') ?? [];
    return [ancestors, headers.get('x-frame-options')];
  };
  test('can be framed by its unit’s allowed sites; no other page can be framed at all', async () => {
    const off = await makeTenant();
    expect(await getPolicy(scene.tenant, '/embedded/a.b.c')).toEqual([`frame-ancestors 'self' ${origins[0]}`, null]);
    for (const path of ['/signin', '/', '/embedded', '/embedded/a/b', '/all/reports'])
      expect(await getPolicy(scene.tenant, path), path).toEqual(["frame-ancestors 'none'", 'DENY']);
    expect(await getPolicy(off, '/embedded/a.b.c')).toEqual(["frame-ancestors 'none'", 'DENY']);
  });
});
