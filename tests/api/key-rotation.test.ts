import { expect, test } from 'vitest';
import { rotateSigning } from '../../dev/keys/ring.ts';
import { api, signIn } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { world } from '../support/world.ts';

const { ring } = rotateSigning(world().keys.JWT_KEYS);
const before = useHarness();
const after = useHarness({ secrets: { JWT_KEYS: ring } });

test('during and after a rotation, no one is signed out', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const old = await signIn(before, tenant, user);
  const see = async (where: typeof before, token: string) => (await api(where, tenant, token).get('/api/auth/dashboard')).status;
  expect(await see(after, old)).toBe(200);
  // A laptop that slept past its token's expiry renews it.
  const at = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const renewed = await api(after, tenant, old).post('/api/refresh/token', {}, { at });
  expect(renewed.status, renewed.text).toBe(200);
  expect(JSON.parse(atob(renewed.body.token.split('.')[0])).kid).toBe(JSON.parse(ring).current);
  // A location not yet reached by the deployment accepts the new token too.
  const fresh = await signIn(after, tenant, user);
  expect(await see(before, fresh)).toBe(200);
  const { keys } = (await api(before, tenant).get('/.well-known/jwks.json')).body;
  expect(keys.map(({ kid }: { kid: string }) => kid)).toContain(JSON.parse(ring).current);
});
