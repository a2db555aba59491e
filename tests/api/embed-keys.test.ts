import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { embedExample } from '../../web/features/settings/embed-example.ts';
import { type Api, api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { embedToken } from '../support/make-embedding.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

const harness = useHarness();

async function scene() {
  const tenant = await makeTenant();
  const admin = await makeUser(tenant, { profile: 'admin' });
  const client = await getApi(harness, tenant, admin);
  await client.post('/api/auth/config/update', { enable_embedded: 'S' });
  const { body: key } = await client.post('/api/auth/embedding/keys', { name: 'Intranet' });
  return { tenant, admin, client, key };
}
const rotate = (client: Api, id: string) => client.post(`/api/auth/embedding/keys/${id}/rotate`);
const listed = async (client: Api) => (await client.get('/api/auth/embedding/keys')).body.items;
const open = (tenant: Tenant, admin: User, key: { id: string; secret: string }) => {
  const now = Math.floor(Date.now() / 1000);
  const claims = { aud: tenant.host, iat: now, exp: now + 120, jti: crypto.randomUUID(), sub: admin.email };
  return api(harness, tenant).post('/api/login/embedded', { token: embedToken(key, claims) });
};

describe('a key is rotated', () => {
  test('the new one takes its name, both open pages until the old one is revoked, and the audit log records it', async () => {
    const { tenant, admin, client, key } = await scene();
    const { status, body: next, text } = await rotate(client, key.id);
    expect(status, text).toBe(200);
    expect(next).toEqual({ id: expect.any(String), secret: expect.stringMatching(/^[\w-]{43}$/) });
    expect([next.id === key.id, next.secret === key.secret]).toEqual([false, false]);
    expect((await open(tenant, admin, key)).status).toBe(200);
    expect((await open(tenant, admin, next)).status).toBe(200);
    expect(await listed(client)).toMatchObject([
      { id: next.id, name: 'Intranet', replacedAt: null, revokedAt: null, lastUsedAt: expect.any(String) },
      { id: key.id, name: 'Intranet', replacedAt: expect.any(String), revokedAt: null, lastUsedAt: expect.any(String), sessions: 1 },
    ]);
    expect(
      await query(`select row_id, change->'after'->>'name' as name from audit where tenant_id = $1 and what = 'embedKey.rotate'`, [
        tenant.id,
      ]),
    ).toEqual([{ row_id: next.id, name: 'Intranet' }]);
    const { body: audit } = await client.get('/api/auth/audit?family=ways');
    expect(audit.items.find(({ what }: { what: string }) => what === 'embedKey.rotate')).toMatchObject({
      thing: 'Intranet',
      who: admin.name,
    });
    // The test page is signed with the newest key.
    const tried = await client.post('/api/auth/embedding/try', { report: null });
    expect(JSON.parse(Buffer.from(tried.body.path.split('/')[2].split('.')[0], 'base64url').toString()).kid).toBe(next.id);
    await client.delete(`/api/auth/embedding/keys/${key.id}`);
    expect((await open(tenant, admin, key)).body.status).toBe('embedded_token');
    expect((await open(tenant, admin, next)).status).toBe(200);
  });

  test('once, even by two concurrent calls; a revoked, unknown or another tenant’s key is refused', async () => {
    const { client, key } = await scene();
    const both = await Promise.all([rotate(client, key.id), rotate(client, key.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await rotate(client, key.id)).body.status).toBe('changed_meanwhile');
    expect(await listed(client)).toHaveLength(2);
    const next = both.find(({ status }) => status === 200)?.body;
    await client.delete(`/api/auth/embedding/keys/${next.id}`);
    expect((await rotate(client, next.id)).body.status).toBe('changed_meanwhile');
    expect((await rotate(client, crypto.randomUUID())).body.status).toBe('not_found');
    expect((await rotate(client, 'nonsense')).status).toBe(422);
    const other = await scene();
    expect((await rotate(other.client, key.id)).body.status).toBe('not_found');
    expect((await rotate(client, other.key.id)).body.status).toBe('not_found');
    const user = await getApi(harness, other.tenant, await makeUser(other.tenant));
    expect((await rotate(user, other.key.id)).body.status).toBe('not_permitted');
  });

  test('only while there is room for another, and its name stays taken', async () => {
    const { client, key } = await scene();
    for (let n = 1; n < 10; n += 1) await client.post('/api/auth/embedding/keys', { name: `Chave ${n}` });
    expect((await rotate(client, key.id)).body.status).toBe('embed_key_limit');
    expect((await listed(client)).find(({ id }: { id: string }) => id === key.id).replacedAt).toBeNull();
    const [{ id: last }] = await listed(client);
    await client.delete(`/api/auth/embedding/keys/${last}`);
    expect((await rotate(client, key.id)).status).toBe(200);
    const [{ id: another }] = (await listed(client)).filter(({ name }: { name: string }) => name.startsWith('Chave'));
    await client.delete(`/api/auth/embedding/keys/${another}`);
    expect((await client.post('/api/auth/embedding/keys', { name: 'intranet' })).body.status).toBe('name_taken');
  });
});

test('the five-line sample beside a new secret opens a page as it is', async () => {
  const { tenant, admin, client, key } = await scene();
  const { host } = (await client.get('/api/auth/embedding/keys')).body;
  const lines = embedExample({ host, key: key.id, email: admin.email }).split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe("import { SignJWT } from 'jose';");
  // The first line is replaced by the second argument; the rest runs unchanged.
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const run = new AsyncFunction('SignJWT', 'process', `${lines.slice(1).join('\n')}\nreturn address;`);
  const address = new URL(await run(SignJWT, { env: { EMBED_SECRET: key.secret } }));
  expect([address.host, address.pathname.split('/')[1]]).toEqual([tenant.host.split(':')[0], 'embedded']);
  const { body, text } = await api(harness, tenant).post('/api/login/embedded', { token: address.pathname.split('/')[2] });
  expect(body, text).toMatchObject({ scope: 'portal', session: { user: { id: admin.id } } });
});
