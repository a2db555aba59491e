import { randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { profiles } from '../../domain/access/profile.ts';
import { screens as allScreens } from '../../domain/access/screens.ts';
import { endpoints } from '../../domain/contract/all.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import {
  all,
  auditOf,
  fieldsWithIds,
  forDisplays,
  forEmbeds,
  homes,
  idFields,
  inside,
  leavesAlone,
  mayDo,
  nameOf,
  places,
  samplesOf,
  send,
  twins,
  visible,
} from './isolation-scene.ts';
import { type Ids, idKeys, makeAlone, makePlace, sessionOf } from './place.ts';
import { samples } from './samples.ts';

// What a place names that is a tenant itself.
const tenantKeys = ['unit', 'sibling', 'ownUnit'];
// What is the person's own leads to each of his units and names his sessions in it, and nothing else of them.
const ownKeys = ['sibling', 'ownUnit', 'session'];

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
  leavesAlone(homes);

  test.each([...inside, ...forDisplays, ...forEmbeds])('%s answers 401 and writes nothing', async (name, { method }) => {
    const { home } = places.admin;
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
  });
});

describe('with the session of each profile', () => {
  leavesAlone(twins);
  const cells = inside.flatMap(([name, endpoint]) => profiles.map((profile) => [name, profile, endpoint] as const));

  describe('who may not', () => {
    leavesAlone(homes);

    test.each(cells.filter(([, profile, endpoint]) => !mayDo(profile, endpoint)))(
      '%s is refused to %s',
      async (name, profile, { method, needs }) => {
        const { home } = places[profile];
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
      },
    );
  });

  test.each(cells.filter(([, profile, endpoint]) => mayDo(profile, endpoint)))(
    '%s is answered to %s, with nothing of the other tenant of the same names',
    async (name, profile, { method }) => {
      const { twin } = places[profile];
      for (const sample of samplesOf(name)) {
        // A write meets a place as it was made, a read is content with the common one.
        const place = method === 'GET' ? places[profile].home : await makePlace(profile);
        const home = sample.alone ? await makeAlone(place, sample.alone) : place;
        const answer = await send(home.tenant, method, sample.of(home.ids, home.person.email), home.token);
        expect(answer.status, answer.text).toBe(200);
        if (method !== 'GET' && !sample.unaudited) expect(await auditOf(home, answer), name).toEqual([{ user_id: home.person.id }]);
        // The platform's list is of all tenants there are, also of those that the tests give to another platform.
        const ofAll = name === 'GET /api/auth/partners';
        for (const [key, id] of Object.entries(twin.ids))
          if (!((sample.ofAccount && ownKeys.includes(key)) || (ofAll && tenantKeys.includes(key)))) expect(answer.text).not.toContain(id);
        if (!ofAll && !sample.ofAccount) expect(answer.text).not.toContain(twin.tenant.id);
      }
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
    // Of the screens that this profile has at all, one that is left keeps the call alive.
    const own = screens.filter((name) => allScreens.some((screen) => screen.name === name && screen.pages[profile] !== undefined));
    if (method !== 'GET' || own.length < 2) return;
    const partly = await sessionOf(home.tenant, home.person, profile, { hidden: own.slice(1) });
    expect((await send(home.tenant, method, call, partly.token)).status).toBe(200);
  });
});
