import { createHmac, createPublicKey } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { getSession, makePlace } from '../guards/place.ts';
import type { Place } from '../guards/sample.ts';
import { api, signIn } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { world } from '../support/world.ts';

const harness = useHarness();
let home: Place;
let twin: Place;
beforeAll(async () => {
  [home, twin] = [await makePlace('admin'), await makePlace('admin')];
});

const minute = 60;
type Ring = { current: string; keys: Record<string, JWK> };
const ring = (): Ring => JSON.parse(world().keys.JWT_KEYS);
const base64 = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

type Wish = { header?: Record<string, unknown>; claims?: Record<string, unknown>; key?: CryptoKey };
/** A token that is valid except for what the attack changes; signed with the Worker's own key unless another is given. */
async function token({ header = {}, claims = {}, key }: Wish = {}): Promise<string> {
  const { current, keys } = ring();
  const now = Math.floor(Date.now() / 1000);
  const { sid } = await getSession(home.tenant, home.person, 'admin');
  const payload = {
    ...{ sid, sub: home.person.id, tenant: home.tenant.id, kind: 'own', profile: 'admin', flags: [], hidden: [], ver: 1 },
    ...{ purpose: 'session', aud: home.tenant.host, iat: now, nbf: now - minute, exp: now + 30 * minute },
    ...claims,
  };
  // Because the ring has its current key, which isn't a symmetric one.
  const own = (await importJWK(keys[current] as JWK, 'ES256')) as CryptoKey;
  const crit = Object.fromEntries((Array.isArray(header.crit) ? header.crit : []).map((name) => [name, true]));
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: current, typ: 'JWT', ...header }).sign(key ?? own, { crit });
}
const unsigned = async (header: Record<string, unknown>, signature: (input: string) => string) => {
  const [, payload = ''] = (await token()).split('.');
  const input = `${base64({ typ: 'JWT', kid: ring().current, ...header })}.${payload}`;
  return `${input}.${signature(input)}`;
};
const publicPem = () => {
  const { d: _, ...jwk } = ring().keys[ring().current] as JWK & { d?: string }; // because the ring has its current key
  return createPublicKey({ key: jwk as never, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString(); // because node and jose name the same key twice
};
const ask = (bearer: string, place: Place = home) => api(harness, place.tenant, bearer).get('/api/auth/dashboard');
const refused = { status: 401, body: { status: 'token_invalid', message: 'token_invalid' } };

test('a valid token is accepted, so that the attacks below fail for their own reasons', async () => {
  expect((await ask(await token())).status).toBe(200);
});

describe('a token is refused', () => {
  const attacks: Record<string, () => Promise<string>> = {
    'without a signature (alg none)': () => unsigned({ alg: 'none' }, () => ''),
    'without a signature (alg None)': () => unsigned({ alg: 'None' }, () => ''),
    'with its signature cut off': async () => (await token()).replace(/[^.]+$/, ''),
    'with the public key used as a secret (HS256)': () =>
      unsigned({ alg: 'HS256' }, (input) => createHmac('sha256', publicPem()).update(input).digest('base64url')),
    'with the published key itself as the secret': () =>
      unsigned({ alg: 'HS256' }, (input) => createHmac('sha256', String(ring().keys[ring().current]?.x)).update(input).digest('base64url')),
    'with an unknown kid': async () => token({ header: { kid: 'stranger' } }),
    'with a kid that is a path': async () => token({ header: { kid: '../../etc/passwd' } }),
    'with a kid of the object prototype': async () => token({ header: { kid: 'constructor' } }),
    'without a kid': async () => token({ header: { kid: undefined } }),
    'with a key of its own under our kid': async () => token({ key: (await generateKeyPair('ES256')).privateKey }),
    'with a key in its header (jwk)': async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      return token({ header: { jwk: await exportJWK(publicKey) }, key: privateKey });
    },
    'with a key URL in its header (jku)': async () => {
      const { privateKey } = await generateKeyPair('ES256');
      return token({
        header: { jku: `${world().reportService.url}/keys`, x5u: `${world().reportService.url}/keys` },
        key: privateKey,
      });
    },
    'with another algorithm of the same family': async () =>
      token({ header: { alg: 'ES384' }, key: (await generateKeyPair('ES384')).privateKey }),
    'with an unknown critical header': async () => token({ header: { crit: ['exact'], exact: true } }),
    'of another type': async () => token({ header: { typ: 'at+jwt' } }),
    'not yet valid': async () => token({ claims: { nbf: Math.floor(Date.now() / 1000) + 10 * minute } }),
    'with a longer lifetime than ours': async () => token({ claims: { exp: Math.floor(Date.now() / 1000) + 31 * minute } }),
    'issued in the future': async () => {
      const iat = Math.floor(Date.now() / 1000) + 5 * minute;
      return token({ claims: { iat, exp: iat + 10 * minute } });
    },
    'for two hosts': async () => token({ claims: { aud: [home.tenant.host, twin.tenant.host] } }),
    'without an expiry': async () => token({ claims: { exp: undefined } }),
    'with an expiry that is no number': async () => token({ claims: { exp: '9999999999' as never } }), // because an attacker ignores types
    'for another purpose': async () => token({ claims: { purpose: 'playlist' } }),
    'without a purpose': async () => token({ claims: { purpose: undefined } }),
    'for another host': async () => token({ claims: { aud: twin.tenant.host } }),
    'for the product’s host': async () => token({ claims: { aud: 'localhost' } }),
    'without an audience': async () => token({ claims: { aud: undefined } }),
    'of another tenant, for this host': async () => token({ claims: { tenant: twin.tenant.id } }),
    'of an unknown profile': async () => token({ claims: { profile: 'root' } }),
    'without a kind': async () => token({ claims: { kind: undefined } }),
    'of an unknown kind': async () => token({ claims: { kind: 'job' } }),
    'of a visit without an actor': async () => token({ claims: { kind: 'partner' } }),
    'without a session': async () => token({ claims: { sid: undefined } }),
    'with a rights version that is no number': async () => token({ claims: { ver: 'all' } }),
    'encrypted instead of signed': async () => `${base64({ alg: 'dir', enc: 'A256GCM' })}..${base64('x')}.${base64('y')}.${base64('z')}`,
    'that is very long': async () => `${'a'.repeat(4000)}.${'b'.repeat(4000)}.${'c'.repeat(4000)}`,
  };
  test.each(Object.entries(attacks))('%s', async (_, forge) => {
    const answer = await ask(await forge());
    expect(answer).toMatchObject(refused);
    expect(answer.text).not.toMatch(/jose|JWS|signature|at .*\.js/i);
  });

  test('of another tenant with its own host as audience, on this host', async () => {
    expect(await ask(twin.token)).toMatchObject(refused);
    expect((await ask(twin.token, twin)).status).toBe(200);
  });

  test('that has expired, with that reason only if the signature is valid', async () => {
    const past = { exp: Math.floor(Date.now() / 1000) - minute };
    expect(await ask(await token({ claims: past }))).toMatchObject({
      status: 401,
      body: { status: 'token_expired', message: 'Token is Expired' },
    });
    expect(await ask(await token({ claims: past, key: (await generateKeyPair('ES256')).privateKey }))).toMatchObject(refused);
    expect(await ask(await token({ claims: { ...past, purpose: 'playlist' } }))).toMatchObject(refused);
    expect(await ask(await token({ claims: { ...past, aud: twin.tenant.host } }))).toMatchObject(refused);
  });

  test('that claims more than its user may do, by the database', async () => {
    const { sid } = await getSession(home.tenant, { id: home.ids.user2 }, 'user');
    const stranger = await token({ claims: { sid, sub: home.ids.user2, ver: 2 } });
    expect(await ask(stranger)).toMatchObject({ status: 409, body: { status: 'rights_stale' } });
    expect(await ask(await token({ claims: { sid: crypto.randomUUID() } }))).toMatchObject({
      status: 401,
      body: { status: 'session_gone' },
    });
    for (const claim of ['sid', 'sub', 'tenant'])
      expect(await ask(await token({ claims: { [claim]: "x' or true --" } })), claim).toMatchObject(refused);
  });
});

describe('a renewal is refused', () => {
  const renew = (bearer: string | undefined, place: Place = home) => api(harness, place.tenant, bearer).post('/api/refresh/token');

  test('without a token, with a forged one, and with another tenant’s', async () => {
    for (const bearer of [
      undefined,
      'x',
      await token({ key: (await generateKeyPair('ES256')).privateKey }),
      await unsigned({ alg: 'none' }, () => ''),
      twin.token,
    ])
      expect(await renew(bearer)).toMatchObject(refused);
    expect(await renew(await token({ claims: { tenant: twin.tenant.id } }))).toMatchObject(refused);
  });

  test('with a session of another user, tenant or purpose and a valid signature', async () => {
    const { sid } = await getSession(twin.tenant, twin.person, 'admin');
    expect(await renew(await token({ claims: { sid } }))).toMatchObject({ status: 401, body: { status: 'session_gone' } });
    expect(await renew(await token({ claims: { sub: home.ids.user2 } }))).toMatchObject({ status: 401, body: { status: 'session_gone' } });
    expect(await renew(await token({ claims: { purpose: 'reset' } }))).toMatchObject(refused);
  });

  test('after logout, which also revokes old and renewed tokens', async () => {
    const first = await signIn(harness, home.tenant, home.person);
    const { body } = await renew(first);
    expect((await ask(body.token)).status).toBe(200);
    expect((await api(harness, home.tenant, first).post('/api/logout')).status).toBe(200);
    for (const bearer of [first, body.token]) {
      expect(await ask(bearer)).toMatchObject({ status: 401, body: { status: 'session_gone' } });
      expect(await renew(bearer)).toMatchObject({ status: 401, body: { status: 'session_gone' } });
    }
  });

  test('and a forged token ends no one’s session', async () => {
    const bearer = await token();
    const forged = `${bearer.split('.').slice(0, 2).join('.')}.${base64('x'.repeat(64))}`;
    expect((await api(harness, home.tenant, forged).post('/api/logout')).status).toBe(200);
    expect((await api(harness, twin.tenant, bearer).post('/api/logout')).status).toBe(200);
    expect((await ask(bearer)).status).toBe(200);
  });
});

test('the authorization header is parsed strictly: other schemes, two tokens and the query are ignored', async () => {
  const good = await token();
  for (const authorization of [`Basic ${good}`, good, `Bearer${good}`, `Bearer ${good}, Bearer ${good}`, `Token ${good}`])
    expect((await api(harness, home.tenant).get('/api/auth/dashboard', { headers: { authorization } })).status).toBe(401);
  expect((await api(harness, home.tenant).get(`/api/auth/reports?token=${good}&access_token=${good}`)).status).toBe(401);
  expect(
    (await api(harness, home.tenant).get('/api/auth/dashboard', { headers: { cookie: `token=${good}; session=${good}` } })).status,
  ).toBe(401);
});
