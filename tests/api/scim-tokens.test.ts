import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Api, api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { type DirectoryClient, getDirectory, makeScimToken, scimGroup, scimUser } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
let unit: Tenant;
let directory: DirectoryClient;
let asAdmin: Api;
const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error';
const ids: Record<string, string> = {};

beforeAll(async () => {
  unit = await makeTenant();
  asAdmin = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
  directory = getDirectory(harness, unit, (await makeScimToken(unit)).token);
  ids.Ana = (await directory.post('/Users', { schemas: [scimUser], userName: 'ana@x.test', displayName: 'Ana' })).body.id;
  ids.group = (await directory.post('/Groups', { schemas: [scimGroup], displayName: 'Diretoria', members: [{ value: ids.Ana }] })).body.id;
});

describe('a caller', () => {
  const paths = [
    '',
    '/Users',
    '/Groups',
    '/Schemas',
    '/ResourceTypes',
    '/ServiceProviderConfig',
    '/Me',
    '/Nothing',
    `/Users/${randomUUID()}`,
    `/Groups/${randomUUID()}`,
  ];

  test('needs a valid token of this tenant at every address', async () => {
    const other = await makeTenant();
    await makeUser(other, { profile: 'admin' });
    const foreign = await makeScimToken(other);
    const revoked = await makeScimToken(unit, { slot: 2 });
    await query('update scim_tokens set revoked_at = now() where id = $1', [revoked.id]);
    const expired = await makeScimToken(unit, { slot: 2 });
    await query("update scim_tokens set expires_at = now() - interval '1 day' where id = $1", [expired.id]);
    const session = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
    expect(session).toBeDefined();
    const tokens = [undefined, 'garbage', `mscim_${'A'.repeat(43)}`, foreign.token, revoked.token, expired.token];
    for (const token of tokens)
      for (const path of paths)
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const body = method === 'GET' || method === 'DELETE' ? undefined : '{"userName":';
          const answer = await api(harness, unit, token).call(method, `/scim/v2${path}`, { ...(body === undefined ? {} : { body }) });
          expect(answer, `${method} ${path}`).toMatchObject({ status: 401, body: { schemas: [errorUrn], status: '401' } });
          expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
        }
    await query('update scim_tokens set revoked_at = now() where id = $1', [expired.id]);
  }, 120_000);

  test('of another tenant finds nothing of this one', async () => {
    const other = await makeTenant();
    await makeUser(other, { profile: 'admin' });
    const stranger = getDirectory(harness, other, (await makeScimToken(other)).token);
    for (const path of [`/Users/${ids.Ana}`, `/Groups/${ids.group}`]) {
      expect((await stranger.get(path)).status).toBe(404);
      expect((await stranger.patch(path, [{ op: 'add', path: 'externalId', value: 'mine' }])).status).toBe(404);
      expect((await stranger.delete(path)).status).toBe(404);
    }
    expect((await stranger.post('/Groups', { displayName: 'Theirs', members: [{ value: ids.Ana }] })).status).toBe(400);
    expect((await stranger.get('/Users?filter=userName%20eq%20%22ana@x.test%22')).body.totalResults).toBe(0);
  });

  test('with an invalid body is refused before anything happens', async () => {
    expect((await directory.post('/Users', '[]')).body).toMatchObject({ status: '400', scimType: 'invalidSyntax' });
    expect((await directory.call('POST', '/Users', '<x/>', { 'content-type': 'application/xml' })).status).toBe(415);
    expect((await directory.post('/Users', `{"userName":"${'x'.repeat(1_200_000)}"}`)).status).toBe(413);
    expect((await directory.post('/Users', '{"userName":"a\\u0000b"}')).body).toMatchObject({ status: '400' });
    expect((await directory.post('/Users', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)).body).toMatchObject({ status: '400' });
    expect((await directory.post('/Users', '{"__proto__":{"x":1},"userName":"p"}')).status).toBe(400);
  });
});

describe('an administrator', () => {
  test('adds two tokens, each shown once, and removes them', async () => {
    const place = await makeTenant();
    const boss = await getApi(harness, place, await makeUser(place, { profile: 'admin', name: 'Rita' }));
    const first = await boss.post('/api/auth/scim/add', { name: 'Entra', life: 'd365' });
    expect(first.body.token).toMatch(/^mscim_[\w-]{43}$/);
    expect((await boss.post('/api/auth/scim/add', { name: 'Next', life: 'never' })).status).toBe(200);
    expect((await boss.post('/api/auth/scim/add', { name: 'Third', life: 'd90' })).body).toMatchObject({ status: 'scim_token_limit' });
    const { body } = await boss.get('/api/auth/scim/token');
    expect(body).toMatchObject({
      url: expect.stringContaining('/scim/v2'),
      mostTokens: 2,
      tokens: [
        { name: 'Entra', prefix: first.body.token.slice(0, 12), addedBy: 'Rita', lastUsedAt: null },
        { name: 'Next', expiresAt: null },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(first.body.token);
    expect((await getDirectory(harness, place, first.body.token).get('/Users')).status).toBe(200);
    expect((await boss.get('/api/auth/scim/token')).body.tokens[0].lastUsedAt).not.toBeNull();
    expect((await boss.put('/api/auth/scim/update', { id: first.body.id, version: 1, name: 'Entra ID' })).body).toEqual({
      id: first.body.id,
      version: 2,
    });
    expect((await boss.put('/api/auth/scim/update', { id: first.body.id, version: 1, name: 'X' })).body.status).toBe('changed_meanwhile');
    expect((await boss.delete(`/api/auth/scim/delete?id=${first.body.id}`)).status).toBe(200);
    expect((await getDirectory(harness, place, first.body.token).get('/Users')).status).toBe(401);
    expect((await boss.delete(`/api/auth/scim/delete?id=${first.body.id}`)).status).toBe(404);
    expect(await query("select what from audit where tenant_id = $1 and what like 'scim.%' order by at", [place.id])).toHaveLength(4);
  });

  test('chooses whether invitations are sent', async () => {
    const invites = async (name: string) => {
      const { id } = (await directory.post('/Users', { userName: name })).body;
      return (await query('select invited_at from users where id = $1', [id]))[0]?.invited_at !== null;
    };
    expect(await invites(`i-${randomUUID()}@x.test`)).toBe(false);
    expect((await asAdmin.put('/api/auth/scim/choices', { invite: 'S', version: 0 })).body).toEqual({ version: 1 });
    expect((await asAdmin.put('/api/auth/scim/choices', { invite: 'N', version: 0 })).body.status).toBe('changed_meanwhile');
    expect(await invites(`i-${randomUUID()}@x.test`)).toBe(true);
    expect(await invites(`nobody-${randomUUID()}`)).toBe(false);
  });

  test('reads accepted and refused requests, by name and by day, and exports them', async () => {
    const name = `Log-${randomUUID()}`;
    await directory.post('/Users', { userName: name });
    await directory.post('/Users', { userName: name });
    const search = encodeURIComponent(name.toLowerCase());
    const { body } = await asAdmin.get(`/api/auth/scim/log?search=${search}`);
    expect(body).toMatchObject({ total: 2, counts: { all: 2, ok: 1, error: 1 } });
    expect(body.items.map((each: { status: number }) => each.status).toSorted()).toEqual([201, 409]);
    const errors = (await asAdmin.get(`/api/auth/scim/log?search=${search}&view=error`)).body;
    expect(errors.items).toMatchObject([{ method: 'POST', kind: 'User', status: 409, code: 'uniqueness', token: 'Entra', name }]);
    expect((await asAdmin.get(`/api/auth/scim/log/export?search=${search}`)).body).toMatchObject({ rows: 2, more: false });
    for (const day of ['2026-02-30', '2026-13-01', '0000-00-00'])
      expect((await asAdmin.get(`/api/auth/scim/log/export?from=${day}`)).status, day).toBe(422);
  });

  test('is refused at every call if the layer above forbids it', async () => {
    const partner = await makeTenant({ kind: 'partner', settings: { below_saml: false } });
    const below = await makeTenant({ parent: partner });
    const boss = await getApi(harness, below, await makeUser(below, { profile: 'admin' }));
    for (const path of ['token', 'groups', 'groups/choices', 'log', 'log/export'])
      expect((await boss.get(`/api/auth/scim/${path}`)).body).toMatchObject({ status: 'function_disabled' });
    const id = randomUUID();
    for (const refused of [
      await boss.post('/api/auth/scim/add', { name: 'x', life: 'd90' }),
      await boss.put('/api/auth/scim/update', { id, version: 1, name: 'x' }),
      await boss.delete(`/api/auth/scim/delete?id=${id}`),
      await boss.get('/api/auth/scim/groups/export'),
      await boss.put(`/api/auth/scim/groups/${id}`, { version: 1, profile: null }),
      await boss.put('/api/auth/scim/choices', { invite: 'S', version: 0 }),
    ])
      expect(refused).toMatchObject({ status: 403, body: { status: 'function_disabled' } });
    const person = await getApi(harness, unit, await makeUser(unit));
    expect((await person.get('/api/auth/scim/token')).status).toBe(403);
  });
});
