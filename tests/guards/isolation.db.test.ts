import { randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { profiles } from '../../domain/access/profile.ts';
import { endpoints } from '../../domain/contract/all.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { tokenService } from '../../functions/request/jwt.ts';
import { world } from '../support/world.ts';
import {
  all,
  countedAs,
  expectOwnAnswer,
  fieldsWithIds,
  forDisplays,
  forEmbeds,
  getName,
  getSamples,
  homes,
  idFields,
  inside,
  mayDo,
  onUsedPlace,
  places,
  send,
  twins,
  visible,
} from './isolation-scene.ts';
import { leavesAlone } from './leaves-alone.ts';
import { type Ids, idKeys, type Place } from './sample.ts';
import { samples } from './samples.ts';

// `bind` decides, with the same code for every endpoint, whether a caller may call it: tests/guards/bound.test.ts tries every route with
// every kind of caller in one process. Here the Worker itself answers, over the wire:
// - each endpoint refuses one call as only `bind` with its own `needs` does, so that it is served through it;
// - one endpoint of each kind and method refuses every kind of bearer, and nothing is stored;
// - each endpoint answers each profile that may, with nothing of another tenant (here, and in isolation-across.db.test.ts with a count);
// - each endpoint treats a foreign id as none (isolation-across.db.test.ts).

describe('samples', () => {
  const named = (list: readonly Endpoint[]) => list.map(getName).filter((name) => getSamples(name).length === 0);

  test('there is one for every endpoint of the contract list', () => {
    expect(named(endpoints)).toEqual([]);
    expect(Object.keys(samples).filter((name) => !all.some(([known]) => known === name))).toEqual([]);
    expect(named(endpoints.slice(0, 1).map((known) => ({ ...known, method: 'POST', path: '/api/auth/new' })))).toEqual([
      'POST /api/auth/new',
    ]);
  });

  test.each(all)('%s: every id input gets an id', (name, endpoint) => {
    const fakes = Object.fromEntries(
      idKeys.map((key, index) => [key, `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`]),
    ) as Ids; // because it has the same keys
    const sent = getSamples(name).flatMap(({ of }) => fieldsWithIds(endpoint, of(fakes, 'a@b.test'), Object.values(fakes)));
    // The caller chooses a visit's id.
    expect(idFields(endpoint).filter((field) => field !== 'visitId' && !sent.includes(field))).toEqual([]);
  });
});

describe('over the wire', () => {
  leavesAlone(() => [...homes(), ...twins()]);

  test.each([...inside, ...forDisplays, ...forEmbeds])('%s refuses a call according to its `needs`', async (name, endpoint) => {
    const { method, needs } = endpoint;
    const refused = profiles.find((profile) => !mayDo(profile, endpoint));
    const isPersons = needs !== 'playlist' && needs !== 'embedded';
    const { home } = places[refused ?? 'admin'];
    const call = getSamples(name)[0]?.of(home.ids, home.person.email) ?? { path: '' };
    const answer = await send(home.tenant, method, call, isPersons && refused ? home.token : undefined);
    expect(visible(answer)).toMatchObject(
      isPersons && refused
        ? { status: 403, body: { status: 'not_permitted', vars: { action: needs } } }
        : { status: 401, body: { status: 'token_invalid', message: 'token_invalid' } },
    );
  });

  // One endpoint of each kind (open to everyone, with a permission, for displays, for embedded pages), with each method.
  const getKind = ({ needs, method }: Endpoint) =>
    `${['signedIn', 'playlist', 'embedded'].includes(needs) ? needs : 'permission'} ${method}`;
  const kinds = Object.values(Object.groupBy([...inside, ...forDisplays, ...forEmbeds], ([, endpoint]) => getKind(endpoint))).flatMap(
    (group) => group?.slice(0, 1) ?? [],
  );

  test.each(kinds)('%s accepts only bearers of its kind and tenant', async (name, endpoint) => {
    const { method, needs } = endpoint;
    const { home, twin } = places[profiles.find((profile) => mayDo(profile, endpoint)) ?? 'admin'];
    const foreign: [string | undefined, string][] = [
      undefined,
      'garbage',
      'a.b.c',
      await forgedFor(home),
      twin.token,
      twin.player,
      twin.embed,
    ].map((token) => [token, 'token_invalid']);
    if (needs === 'playlist') foreign.push([home.token, 'token_invalid'], [home.embed, 'token_invalid']);
    else if (needs === 'embedded') foreign.push([home.token, 'token_invalid'], [home.player, 'token_invalid']);
    else foreign.push([home.player, 'token_invalid'], [home.embed, 'embedded_closed']);
    for (const sample of getSamples(name))
      for (const [token, status] of foreign) {
        const answer = await send(home.tenant, method, sample.of(home.ids, home.person.email), token);
        expect(visible(answer), token).toMatchObject({ status: status === 'embedded_closed' ? 403 : 401, body: { status } });
      }
  });

  test.each(kinds.filter(([, { screens }]) => screens))('%s is closed while hidden_menu hides its screens', async (name, endpoint) => {
    const profile = profiles.find((each) => mayDo(each, endpoint)) ?? 'admin';
    const { home } = places[profile];
    const call = getSamples(name)[0]?.of(home.ids, home.person.email) ?? { path: '' };
    const claims = {
      sid: randomUUID(),
      sub: home.person.id,
      tenant: home.tenant.id,
      kind: 'own' as const,
      profile,
      flags: [],
      ver: 1,
      act: null,
    };
    const token = await tokenService(world().keys.JWT_KEYS).sign(
      { ...claims, hidden: [...(endpoint.screens ?? [])] },
      home.tenant.host,
      Date.now(),
    );
    expect(visible(await send(home.tenant, endpoint.method, call, token))).toMatchObject({
      status: 403,
      body: { status: 'function_disabled' },
    });
  });

  test('there is one of each kind', () => {
    expect(kinds.length).toBeGreaterThanOrEqual(9);
    expect(kinds.some(([, { screens }]) => screens)).toBe(true);
  });
});

async function forgedFor({ tenant, ids }: Place): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT({ purpose: 'session', sid: randomUUID(), tenant: tenant.id, profile: 'admin', ver: 1 })
    .setProtectedHeader({ alg: 'ES256', kid: 'stranger', typ: 'JWT' })
    .setSubject(ids.user)
    .setAudience(tenant.host)
    .setIssuedAt()
    .setNotBefore('-1m')
    .setExpirationTime('5m')
    .sign(privateKey);
}

describe('with the session of each profile', () => {
  leavesAlone(twins);
  // Calls whose round trips are counted are also checked there (isolation-across.db.test.ts).
  const cells = inside.flatMap(([name, endpoint]) =>
    profiles
      .filter((profile) => mayDo(profile, endpoint) && profile !== countedAs(endpoint))
      .map((profile) => [name, profile, endpoint] as const),
  );

  test.each(cells)('%s answers %s, with nothing of the other tenant of the same names', async (name, profile, endpoint) => {
    const { twin } = places[profile];
    for (const sample of getSamples(name))
      await onUsedPlace(profile, endpoint, sample, async (home) => {
        const answer = await send(home.tenant, endpoint.method, sample.of(home.ids, home.person.email), home.token);
        await expectOwnAnswer([name, endpoint], sample, home, twin, answer);
      });
  });
});
