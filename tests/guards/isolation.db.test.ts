import { randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { can } from '../../domain/access/permissions.ts';
import { type Profile, profiles } from '../../domain/access/profile.ts';
import { endpoints } from '../../domain/contract/all.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { type Answer, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { fingerprint, type Ids, idKeys, makePlace, type Place, sessionOf } from './place.ts';
import { type Call, type Sample, samples } from './samples.ts';

const harness = useHarness();
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const all: [string, Endpoint][] = endpoints.map((endpoint: Endpoint) => [nameOf(endpoint), endpoint]);
const forDisplays = all.filter(([, { needs }]) => needs === 'playlist');
const inside = all.filter(([, { needs }]) => needs !== 'public' && needs !== 'playlist');
const samplesOf = (name: string) => samples[name] ?? [];

// Two places of every profile with the same names; refused calls leave them as they are, so they serve every test.
const places = {} as Record<Profile, { home: Place; twin: Place }>; // because beforeAll fills it
beforeAll(async () => {
  for (const profile of profiles) places[profile] = { home: await makePlace(profile), twin: await makePlace(profile) };
}, 60_000);

const send = (host: { host: string }, method: string, { path, body }: Call, token?: string) =>
  api(harness, host, token).call(method, path, { body });
/** What a caller could tell two answers apart by. */
const visible = ({ status, body, headers }: Answer) => {
  const { requestId: _, ...rest } = body ?? {};
  return { status, body: rest, cache: headers.get('cache-control'), type: headers.get('content-type') };
};
const mayDo = (profile: Profile, { needs }: Endpoint, flags: string[] = []) =>
  needs === 'signedIn' || needs === 'public' || (needs !== 'playlist' && can({ profile, flags }, needs));

describe('samples', () => {
  const named = (list: readonly Endpoint[]) => list.map(nameOf).filter((name) => samplesOf(name).length === 0);

  test('there is one for every endpoint of the contract list', () => {
    expect(named(endpoints)).toEqual([]);
    expect(Object.keys(samples).filter((name) => !all.some(([known]) => known === name))).toEqual([]);
    expect(named([{ ...endpoints[0], path: '/api/auth/new' }])).toEqual(['POST /api/auth/new']);
  });

  test.each(all)('%s: every input that takes an id gets one', (name, endpoint) => {
    const fakes = Object.fromEntries(
      idKeys.map((key, index) => [key, `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`]),
    ) as Ids; // because it has the same keys
    const sent = samplesOf(name).flatMap(({ of }) => fieldsWithIds(endpoint, of(fakes, 'a@b.test'), Object.values(fakes)));
    // A visit's id is the caller's own invention.
    expect(idFields(endpoint).filter((field) => field !== 'visitId' && !sent.includes(field))).toEqual([]);
  });
});

describe('without a session', () => {
  test.each([...inside, ...forDisplays])('%s answers 401 and writes nothing', async (name, { method }) => {
    const { home } = places.admin;
    const before = await fingerprint([home.tenant]);
    const { privateKey } = await generateKeyPair('ES256');
    const forged = await new SignJWT({ purpose: 'session', sid: randomUUID(), tenant: home.tenant.id, profile: 'admin', ver: 1 })
      .setProtectedHeader({ alg: 'ES256', kid: 'stranger', typ: 'JWT' })
      .setSubject(home.ids.user)
      .setAudience(home.tenant.host)
      .setIssuedAt()
      .setNotBefore('-1m')
      .setExpirationTime('5m')
      .sign(privateKey);
    for (const sample of samplesOf(name))
      for (const token of [undefined, 'garbage', 'a.b.c', forged]) {
        const answer = await send(home.tenant, method, sample.of(home.ids, home.person.email), token);
        expect(visible(answer), token).toMatchObject({ status: 401, body: { status: 'token_invalid', message: 'token_invalid' } });
      }
    expect(await fingerprint([home.tenant])).toEqual(before);
  });
});

describe('with the session of each profile', () => {
  const cells = inside.flatMap(([name, endpoint]) => profiles.map((profile) => [name, profile, endpoint] as const));

  test.each(cells.filter(([, profile, endpoint]) => !mayDo(profile, endpoint)))(
    '%s is refused to %s',
    async (name, profile, { method, needs }) => {
      const { home } = places[profile];
      const before = await fingerprint([home.tenant]);
      for (const sample of samplesOf(name)) {
        const answer = await send(home.tenant, method, sample.of(home.ids, home.person.email), home.token);
        expect(visible(answer)).toMatchObject({ status: 403, body: { status: 'not_permitted', vars: { action: needs } } });
      }
      // Nobody learns from a refused input what they may not do.
      const broken = await send(
        home.tenant,
        method,
        { path: samplesOf(name)[0]?.of(home.ids, '').path ?? '', ...(method === 'GET' || method === 'DELETE' ? {} : { body: { x: 1 } }) },
        home.token,
      );
      expect(broken.status).toBe(403);
      expect(await fingerprint([home.tenant])).toEqual(before);
    },
  );

  test.each(cells.filter(([, profile, endpoint]) => mayDo(profile, endpoint)))(
    '%s is answered to %s, with nothing of the other tenant of the same names',
    async (name, profile, { method }) => {
      const { twin } = places[profile];
      const beyond = await fingerprint([twin.tenant]);
      for (const sample of samplesOf(name)) {
        // A write meets a place as it was made, a read is content with the common one.
        const home = method === 'GET' ? places[profile].home : await makePlace(profile);
        const answer = await send(home.tenant, method, sample.of(home.ids, home.person.email), home.token);
        expect(answer.status, answer.text).toBe(200);
        if (method !== 'GET' && !sample.unaudited) expect(await auditOf(home, answer), name).toEqual([{ user_id: home.person.id }]);
        for (const id of Object.values(twin.ids)) expect(answer.text).not.toContain(id);
        if (name !== 'GET /api/auth/partners') expect(answer.text).not.toContain(twin.tenant.id);
      }
      expect(await fingerprint([twin.tenant])).toEqual(beyond);
    },
  );

  test.each(inside.filter(([, { screens }]) => screens))('%s is refused while hidden_menu hides its screens', async (name, endpoint) => {
    const { method, screens = [] } = endpoint;
    // Somebody who may do it otherwise: an administrator where he may.
    const profile = mayDo('admin', endpoint) ? 'admin' : (profiles.find((each) => mayDo(each, endpoint)) ?? 'admin');
    const { home } = places[profile];
    const sample = samplesOf(name)[0];
    const call = sample?.of(home.ids, home.person.email) ?? { path: '' };
    const hidden = await sessionOf(home.tenant, home.person, profile, { hidden: screens });
    expect(visible(await send(home.tenant, method, call, hidden.token))).toMatchObject({
      status: 403,
      body: { status: 'function_disabled' },
    });
    if (method !== 'GET' || screens.length < 2) return;
    const partly = await sessionOf(home.tenant, home.person, profile, { hidden: screens.slice(1) });
    expect((await send(home.tenant, method, call, partly.token)).status).toBe(200);
  });
});

describe('with the session of a display', () => {
  test.each(forDisplays)('%s is answered to it, to no person, and to no display of the other tenant', async (name, { method }) => {
    const { home, twin } = places.admin;
    const beyond = await fingerprint([twin.tenant]);
    for (const { of } of samplesOf(name)) {
      const place = await makePlace('admin');
      const answer = await send(place.tenant, method, of(place.ids, ''), place.player);
      expect(answer.status, answer.text).toBe(200);
      for (const id of Object.values(twin.ids)) expect(answer.text).not.toContain(id);
      const before = await fingerprint([home.tenant]);
      for (const token of [...profiles.map((profile) => places[profile].home.token), twin.player, place.player])
        expect(visible(await send(home.tenant, method, of(home.ids, ''), token))).toMatchObject({
          status: 401,
          body: { status: 'token_invalid' },
        });
      expect(await fingerprint([home.tenant])).toEqual(before);
    }
    expect(await fingerprint([twin.tenant])).toEqual(beyond);
  });

  test.each(inside)('%s is closed to it', async (name, { method }) => {
    const { home } = places.admin;
    const before = await fingerprint([home.tenant]);
    for (const { of } of samplesOf(name)) {
      const answer = await send(home.tenant, method, of(home.ids, home.person.email), home.player);
      expect(visible(answer)).toMatchObject({ status: 401, body: { status: 'token_invalid' } });
    }
    expect(await fingerprint([home.tenant])).toEqual(before);
  });

  test('an item of another tenant, or of another playlist, is the same as none', async () => {
    const { home, twin } = places.admin;
    const [foreign, none] = await Promise.all(
      [twin.ids.playlistItem, randomUUID()].map((itemId) =>
        send(home.tenant, 'POST', { path: '/api/playlist/embed', body: { itemId } }, home.player),
      ),
    );
    expect(foreign && visible(foreign)).toEqual(none && visible(none));
    expect(foreign?.status).toBe(404);
  });
});

describe('across tenants', () => {
  const cells = inside.flatMap(([name, endpoint]) =>
    profiles.filter((profile) => mayDo(profile, endpoint)).map((profile) => [name, profile, endpoint] as const),
  );

  test.each(cells)('%s does not take the token of a %s of the other tenant', async (name, profile, { method }) => {
    const { home, twin } = places[profile];
    const before = await fingerprint([home.tenant, twin.tenant]);
    for (const sample of samplesOf(name)) {
      const answer = await send(home.tenant, method, sample.of(home.ids, home.person.email), twin.token);
      expect(visible(answer)).toMatchObject({ status: 401, body: { status: 'token_invalid' } });
    }
    expect(await fingerprint([home.tenant, twin.tenant])).toEqual(before);
  });

  const naming = cells.flatMap(([name, profile, endpoint]) =>
    samplesOf(name).flatMap((sample) => (namesIds(sample) ? [[name, profile, endpoint, sample] as const] : [])),
  );
  test.each(naming)(
    '%s answers to %s the same for a foreign id as for none, and writes nothing',
    async (_, profile, { method }, sample) => {
      const { home, twin } = places[profile];
      for (const key of idsOf(sample)) {
        const before = await bothOf(home, twin);
        const answers = [];
        for (const id of [twin.ids[key], randomUUID()])
          answers.push(await send(home.tenant, method, sample.of({ ...home.ids, [key]: id }, ''), home.token));
        const [foreign, none] = answers.map(visible);
        expect(foreign, key).toEqual(none);
        expect(foreign?.status, key).toBe(sample.absent ?? 404);
        const after = await bothOf(home, twin);
        expect(after.twin, key).toEqual(before.twin);
        if (!sample.keepsRest) expect(after.home, key).toEqual(before.home);
      }
    },
  );

  test.each(profiles)('a %s of two tenants gets, on each host, the user and the token of that tenant only', async (profile) => {
    const { home, twin } = places[profile];
    for (const { tenant, person } of [home, twin]) {
      const { path, body } = samplesOf('POST /api/login')[0]?.of({} as Ids, person.email) ?? { path: '' }; // because a sign-in names no id
      const answer = await api(harness, tenant).call('POST', path, { body });
      expect(answer.body).toMatchObject({ tenant_id: tenant.id, user: { id: person.id, tenant_id: tenant.id }, perfil_usuario: profile });
    }
  });
});

describe('round trips to the database', () => {
  const cells = all.map(
    ([name, endpoint]) => [name, endpoint, profiles.find((profile) => mayDo(profile, endpoint) && profile !== 'a2m') ?? 'a2m'] as const,
  );

  test.each(cells)('%s', async (name, { method, needs }, profile) => {
    for (const { of, trips } of samplesOf(name)) {
      const home = await makePlace(profile);
      const token = name === 'POST /api/login' ? undefined : needs === 'playlist' ? home.player : home.token;
      await send(home.tenant, 'POST', { path: '/api/login/config', body: {} });
      const counted = [];
      for (let time = 0; time < (method === 'GET' || needs === 'public' || trips ? 2 : 1); time += 1) {
        await harness.database.resetTrips();
        const answer = await send(home.tenant, method, of(home.ids, home.person.email), token);
        expect(answer.status, answer.text).toBe(200);
        await settled();
        counted.push((await harness.database.trips()).requests);
      }
      if (trips) expect(counted).toEqual(trips.slice(0, counted.length));
      else if (method === 'GET') expect(counted).toEqual([1, 1]);
      else expect(counted[0]).toBeLessThanOrEqual(2);
    }
  });

  test('the count is of this harness and sees more than one', async () => {
    const { home } = places.admin;
    await harness.database.resetTrips();
    for (let time = 0; time < 3; time += 1) await send(home.tenant, 'GET', { path: '/api/auth/dashboard' }, home.token);
    expect((await harness.database.trips()).requests).toBe(3);
  });
});

/** Work that ends after the answer is counted too. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

/** Who is said to have done it: every write records itself in the same statement. */
const auditOf = ({ tenant }: Place, { headers }: Answer) =>
  query('select distinct user_id from audit where tenant_id = $1 and request_id = $2', [tenant.id, headers.get('x-request-id')]);

const bothOf = async (home: Place, twin: Place) => ({ home: await fingerprint([home.tenant]), twin: await fingerprint([twin.tenant]) });

const fake = (digit: string) => Object.fromEntries(idKeys.map((key) => [key, `${key}-${digit}`])) as Ids; // because it has the same keys
const written = (call: Call) => JSON.stringify([call.path, { ...(call.body as object), visitId: null }]); // because a body is an object here
const idsOf = ({ of }: Sample) => idKeys.filter((key) => written(of(fake('0'), '')) !== written(of({ ...fake('0'), [key]: 'x' }, '')));
const namesIds = (sample: Sample) => idsOf(sample).length > 0;

const pattern = /\[0-9a-f\]\{8\}/;
/** The inputs of an endpoint that take an id, by the contract itself. */
function idFields({ input }: Endpoint): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, unknown> }; // because JSON Schema is a plain object
  return Object.entries(properties).flatMap(([name, schema]) => (pattern.test(JSON.stringify(schema)) ? [name] : []));
}
/** The inputs in which a call names one of the ids. */
function fieldsWithIds({ path }: Endpoint, call: Call, ids: string[]): string[] {
  const has = (value: unknown) => ids.some((id) => JSON.stringify(value)?.includes(id));
  const url = new URL(call.path, 'http://host');
  const values = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(url.pathname)?.groups ?? {};
  const inputs = { ...values, ...Object.fromEntries(url.searchParams), ...(call.body as object) }; // because a body is an object here
  return Object.entries(inputs).flatMap(([name, value]) => (has(value) ? [name] : []));
}
