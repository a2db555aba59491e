// Attacks by a unit that controls its identity provider on existing accounts and users, each beside the honest flow.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Api, api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { codeAt, makeFactor } from '../support/make-factor.ts';
import { makeTenant, platform, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { answer, arrive, begin, bring, makeProvider, makeSamlApp, type Provider, type SamlApp } from '../support/saml-provider.ts';

const harness = useHarness();

type Scene = { tenant: Tenant; administrator: Api; provider: Provider; app: SamlApp; anybody: Api };
async function scene(more: Record<string, unknown> = {}): Promise<Scene> {
  const tenant = await makeTenant();
  const administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const provider = await makeProvider();
  return { tenant, administrator, provider, app: await makeSamlApp(administrator, provider, more), anybody: api(harness, tenant) };
}

/** The provider asserts an address under a key; returns the answer, and the browser's cookie by then. */
async function assert({ anybody, provider, app }: Scene, email: string, key = `k-${randomUUID()}`, more: Record<string, string[]> = {}) {
  const { id, cookie } = await begin(anybody, app);
  const xml = answer(provider, app, { inResponseTo: id, nameId: key, format: '', attributes: { email, ...more } });
  const found = await arrive(anybody, await bring(harness, app.acs, xml), cookie);
  return { ...found, key, token: found.body.token as string, cookie: (found.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}
const getIdentities = (person: { id: string }) => query('select kind, subject from identities where user_id = $1', [person.id]);
const getSessions = (person: { id: string }) => query('select kind, vouched, auth_type from sessions where user_id = $1', [person.id]);
const confirm = (anybody: Api, cookie: string, body: object) => anybody.post('/api/login/link', body, { headers: { cookie } });
const nothingHappened = async (person: { id: string }) => {
  expect(await getIdentities(person)).toEqual([]);
  expect(await getSessions(person)).toEqual([]);
};

describe('an address asserted by a unit’s provider', () => {
  test('links an ordinary user with nothing to lose; the session is the unit’s', async () => {
    const place = await scene();
    const person = await makeUser(place.tenant);
    expect((await assert(place, person.email)).body).toMatchObject({ status: 'ok', user: { id: person.id } });
    expect(await getSessions(person)).toEqual([{ kind: 'own', vouched: 'unit', auth_type: 'saml' }]);
  });

  test('of a user shared with another unit links no one without confirmation, which the user can give and the attacker cannot', async () => {
    const place = await scene();
    const other = await makeTenant();
    const person = await makeUser(place.tenant);
    await makeUser(other, { email: person.email });
    const attacker = await assert(place, person.email);
    expect([attacker.status, attacker.body.status]).toEqual([403, 'redirect_confirm_link']);
    await nothingHappened(person);
    for (const guess of [{ password: 'Wrong!2026' }, { code: '000000' }, {}])
      expect((await confirm(place.anybody, attacker.cookie, { token: attacker.token, ...guess })).status).toBeGreaterThanOrEqual(400);
    await nothingHappened(person);
    // The user, at the same provider, with their own password.
    const honest = await assert(place, person.email);
    const { body: page } = await place.anybody.post(
      '/api/login/link/config',
      { token: honest.token },
      { headers: { cookie: honest.cookie } },
    );
    expect(page).toMatchObject({ email: person.email, unit: place.tenant.name, by: 'account', code: false, passkey: null });
    const confirmed = await confirm(place.anybody, honest.cookie, { token: honest.token, password });
    expect(confirmed.body).toMatchObject({ status: 'ok', auth_type: 'saml', user: { id: person.id } });
    expect(await getSessions(person)).toEqual([{ kind: 'own', vouched: 'unit', auth_type: 'saml' }]);
    expect(await getIdentities(person)).toEqual([{ kind: 'saml', subject: honest.key }]);
    expect(
      await query(`select change->'after'->>'confirmed' as confirmed from audit where tenant_id = $1 and what = 'user.identity'`, [
        place.tenant.id,
      ]),
    ).toEqual([{ confirmed: 'password' }]);
    // Only once: from then on the key is known.
    expect((await assert(place, person.email, honest.key)).body.status).toBe('ok');
  });

  test.each([
    ['an administrator of the unit', { profile: 'admin' as const }],
    ['a person of a domain that is not listed', { email: `${randomUUID().slice(0, 8)}@elsewhere.test` }],
  ])('of %s asks for confirmation', async (_name, options) => {
    const place = await scene();
    const person = await makeUser(place.tenant, options);
    expect((await assert(place, person.email)).body.status).toBe('redirect_confirm_link');
    await nothingHappened(person);
  });

  test('of a user with a second factor is confirmed by password and code, not by the password alone', async () => {
    const place = await scene();
    const person = await makeUser(place.tenant);
    await makeFactor({ ...person, tenantId: place.tenant.id });
    const code = () => codeAt(Date.now());
    const { token, cookie, body } = await assert(place, person.email);
    expect(body.status).toBe('redirect_confirm_link');
    expect((await confirm(place.anybody, cookie, { token, password })).body.status).toBe('factor_code');
    expect((await confirm(place.anybody, cookie, { token, password, code: '000000' })).body.status).toBe('factor_wrong');
    expect((await confirm(place.anybody, cookie, { token, password: 'Wrong!2026', code: code() })).body.status).toBe('password_wrong');
    expect(await getIdentities(person)).toEqual([]);
    expect((await confirm(place.anybody, cookie, { token, password, code: code() })).body.status).toBe('ok');
    expect(await getIdentities(person)).toHaveLength(1);
  });

  test('of a user linked to one provider is not linked to a second one', async () => {
    const place = await scene();
    const person = await makeUser(place.tenant);
    expect((await assert(place, person.email)).body.status).toBe('ok');
    const second = await makeProvider();
    const app = await makeSamlApp(place.administrator, second);
    expect((await assert({ ...place, provider: second, app }, person.email)).body.status).toBe('redirect_confirm_link');
    expect(await getIdentities(person)).toHaveLength(1);
  });

  test('of the platform’s operator creates a user without an account, and gives no access to the operator’s data', async () => {
    const place = await scene({ jit: 'S' });
    const operator = await makeUser(platform, { profile: 'a2m' });
    const made = await assert(place, operator.email);
    expect(made.body).toMatchObject({ status: 'ok', perfil_usuario: 'user' });
    expect(await query('select account_id, profile from users where id = $1', [made.body.user.id])).toEqual([
      { account_id: null, profile: 'user' },
    ]);
    expect(await getSessions(made.body.user)).toEqual([{ kind: 'own', vouched: 'unit', auth_type: 'saml' }]);
    const session = api(harness, place.tenant, made.token);
    expect((await session.get('/api/auth/companies')).body.items ?? []).not.toContainEqual(expect.objectContaining({ id: platform.id }));
    expect((await session.post('/api/auth/account/proof', { password })).status).toBe(404);
    await nothingHappened(operator);
  });

  test('creates no user if no domain is listed, at a partner, or for another domain', async () => {
    const place = await scene({ jit: 'S' });
    expect((await assert(place, `${randomUUID()}@elsewhere.test`)).body.status).toBe('not_found_companies');
    await query(`update sso_apps set domains = '{}' where id = $1`, [place.app.id]);
    expect((await assert(place, `${randomUUID()}@people.test`)).body.status).toBe('not_found_companies');
    await query(`update sso_apps set domains = '{people.test}' where id = $1`, [place.app.id]);
    await query(`update tenants set kind = 'partner' where id = $1`, [place.tenant.id]);
    expect((await assert(place, `${randomUUID()}@people.test`)).body.status).toBe('not_found_companies');
    await query(`update tenants set kind = 'unit' where id = $1`, [place.tenant.id]);
    expect((await assert(place, `${randomUUID()}@people.test`)).body.status).toBe('ok');
  });
});

describe('an answer waiting for confirmation', () => {
  async function waiting() {
    const place = await scene();
    const person = await makeUser(place.tenant, { profile: 'admin' });
    return { place, person, ...(await assert(place, person.email)) };
  }

  test('is worthless in another browser, on another host, late, used, or after five guesses', async () => {
    const one = await waiting();
    const good = { token: one.token, password };
    for (const cookie of ['', `link=${'A'.repeat(43)}`]) {
      expect((await confirm(one.place.anybody, cookie, good)).body.status).toBe('factor_over');
      expect((await one.place.anybody.post('/api/login/link/config', { token: one.token }, { headers: { cookie } })).body.status).toBe(
        'factor_over',
      );
    }
    expect((await confirm(api(harness, await makeTenant()), one.cookie, good)).body.status).toBe('factor_over');
    await query(`update tickets set expires_at = now() - interval '1 second' where tenant_id = $1 and purpose = 'sso.link'`, [
      one.place.tenant.id,
    ]);
    expect((await confirm(one.place.anybody, one.cookie, good)).body.status).toBe('factor_over');
    await nothingHappened(one.person);

    const two = await waiting();
    expect((await confirm(two.place.anybody, two.cookie, { token: two.token, password })).body.status).toBe('ok');
    expect((await confirm(two.place.anybody, two.cookie, { token: two.token, password })).body.status).toBe('factor_over');

    const three = await waiting();
    for (let guess = 0; guess < 5; guess += 1)
      expect((await confirm(three.place.anybody, three.cookie, { token: three.token, password: 'Wrong!2026' })).body.status).toBe(
        'password_wrong',
      );
    expect((await confirm(three.place.anybody, three.cookie, { token: three.token, password })).body.status).toBe('factor_over');
    await nothingHappened(three.person);
  });

  test('shares its guess limit with sign-in, however many answers the provider gives', async () => {
    const { place, person } = await waiting();
    const guess = async () => {
      const { token, cookie } = await assert(place, person.email);
      return (await confirm(place.anybody, cookie, { token, password: 'Wrong!2026' })).body.status;
    };
    const said: string[] = [];
    for (let each = 0; each < 6; each += 1) said.push(await guess());
    expect(said).toEqual([...Array.from({ length: 5 }, () => 'password_wrong'), 'too_many_attempts']);
  });

  test('gives a unit no more guesses at an account by changing the user’s address', async () => {
    const { place, person } = await waiting();
    const said: string[] = [];
    for (let each = 0; each < 6; each += 1) {
      const email = `${randomUUID().slice(0, 8)}@people.test`;
      await query('update users set email = $2 where id = $1', [person.id, email]);
      const { token, cookie } = await assert(place, email);
      said.push((await confirm(place.anybody, cookie, { token, password: 'Wrong!2026' })).body.status);
    }
    expect(said.at(-1)).toBe('too_many_attempts');
  });

  test('links no one after the app is switched off or the user is removed or has another address', async () => {
    for (const undo of [
      (one: Awaited<ReturnType<typeof waiting>>) => query(`update sso_apps set status = 'I' where id = $1`, [one.place.app.id]),
      (one: Awaited<ReturnType<typeof waiting>>) => query(`update users set email = 'new-' || email where id = $1`, [one.person.id]),
      (one: Awaited<ReturnType<typeof waiting>>) =>
        query(`update users set status = 'D', deleted_at = now() where id = $1`, [one.person.id]),
    ]) {
      const one = await waiting();
      await undo(one);
      expect((await confirm(one.place.anybody, one.cookie, { token: one.token, password })).body.status).toBe('factor_over');
      await nothingHappened(one.person);
    }
  });

  test('of a blocked user links no one, whatever is proved', async () => {
    const { place, person, token, cookie } = await waiting();
    await query(`update users set status = 'B' where id = $1`, [person.id]);
    expect((await confirm(place.anybody, cookie, { token, password })).body.status).toBe('blocked');
    await nothingHappened(person);
  });

  test('costs two trips to confirm', async () => {
    const { place, token, cookie } = await waiting();
    await harness.database.resetTrips();
    expect((await confirm(place.anybody, cookie, { token, password })).status).toBe(200);
    expect((await harness.database.trips()).requests).toBe(2);
  });
});
