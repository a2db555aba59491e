import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { profiles } from '../../domain/access/profile.ts';
import { api } from '../support/api.ts';
import {
  all,
  countedAs,
  expectAnswered,
  expectOwnAnswer,
  forDisplays,
  forEmbeds,
  getIds,
  getSamples,
  harness,
  homes,
  inside,
  mayDo,
  namesIds,
  onUsedPlace,
  places,
  send,
  settled,
  twins,
  visible,
} from './isolation-scene.ts';
import { leavesAlone } from './leaves-alone.ts';
import { makePlace } from './place.ts';
import type { Ids, Place, Sample } from './sample.ts';

describe('with the session of a display', () => {
  leavesAlone(() => [places.admin.home, places.admin.twin]);

  test.each(forDisplays)('%s answers it, but no user and no display of the other tenant', async (name, { method }) => {
    const { home, twin } = places.admin;
    for (const { of } of getSamples(name)) {
      const place = await makePlace('admin');
      const answer = await send(place.tenant, method, of(place.ids, ''), place.player);
      expect(answer.status, answer.text).toBe(200);
      for (const id of Object.values(twin.ids)) expect(answer.text).not.toContain(id);
      for (const token of [...profiles.map((profile) => places[profile].home.token), twin.player, place.player])
        expect(visible(await send(home.tenant, method, of(home.ids, ''), token))).toMatchObject({
          status: 401,
          body: { status: 'token_invalid' },
        });
    }
  });

  test('an item of another tenant or playlist answers like a missing one', async () => {
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
  leavesAlone(() => [...homes(), ...twins()]);

  const cells = inside.flatMap(([name, endpoint]) =>
    profiles.filter((profile) => mayDo(profile, endpoint)).map((profile) => [name, profile, endpoint] as const),
  );

  const naming = cells.flatMap(([name, profile, endpoint]) =>
    getSamples(name).flatMap((sample) => (namesIds(sample) && !sample.ofAccount ? [[name, profile, endpoint, sample] as const] : [])),
  );
  test.each(naming)(
    '%s answers %s the same for a foreign id as for a missing one, and writes nothing',
    async (_, profile, { method }, sample) => {
      const { twin } = places[profile];
      const home = sample.keepsRest ? await makePlace(profile) : places[profile].home;
      for (const key of getIds(sample)) {
        const answers = [];
        for (const id of [twin.ids[key], randomUUID()])
          answers.push(await send(home.tenant, method, sample.of({ ...home.ids, [key]: id }, home.person.email), home.token));
        const [foreign, none] = answers.map(visible);
        expect(foreign, key).toEqual(none);
        expect(foreign?.status, key).toBe(sample.absent ?? 404);
      }
    },
  );
});

describe('with the session of an embedded page', () => {
  leavesAlone(() => [places.admin.home, places.admin.twin]);

  test.each(forEmbeds)('%s answers it, but no user, no display and no page of the other tenant', async (name, { method }) => {
    const { home, twin } = places.admin;
    for (const { of } of getSamples(name)) {
      const place = await makePlace('admin');
      const answer = await send(place.tenant, method, of(place.ids, ''), place.embed);
      expect(answer.status, answer.text).toBe(200);
      for (const id of Object.values(twin.ids)) expect(answer.text).not.toContain(id);
      for (const token of [...profiles.map((profile) => places[profile].home.token), home.player, twin.embed, place.embed])
        expect(visible(await send(home.tenant, method, of(home.ids, ''), token))).toMatchObject({
          status: 401,
          body: { status: 'token_invalid' },
        });
    }
  });
});

describe('a person of two tenants', () => {
  test.each(profiles)('a %s of two tenants gets, on each host, the user and the token of that tenant only', async (profile) => {
    const { home, twin } = places[profile];
    for (const { tenant, person } of [home, twin]) {
      const { path, body } = getSamples('POST /api/login')[0]?.of({} as Ids, person.email) ?? { path: '' }; // because a sign-in names no id
      const answer = await api(harness, tenant).call('POST', path, { body });
      expect(answer.body).toMatchObject({ tenant_id: tenant.id, user: { id: person.id, tenant_id: tenant.id }, perfil_usuario: profile });
    }
  });
});

describe('round trips to the database', () => {
  const cells = all.map(([name, endpoint]) => [name, countedAs(endpoint), endpoint] as const);

  test.each(cells)(
    '%s answers %s within the promised number, with nothing of the other tenant of the same names',
    async (name, profile, endpoint) => {
      const { method, needs } = endpoint;
      const isInside = inside.some(([known]) => known === name);
      const count = async (sample: Sample, home: Place) => {
        const { of, trips, once } = sample;
        const token =
          name === 'POST /api/login' ? undefined : needs === 'playlist' ? home.player : needs === 'embedded' ? home.embed : home.token;
        await send(home.tenant, 'POST', { path: '/api/login/config', body: {} });
        const counted = [];
        for (let time = 0; time < (!once && (method === 'GET' || needs === 'public' || trips) ? 2 : 1); time += 1) {
          await harness.database.resetTrips();
          const answer = await send(home.tenant, method, of(home.ids, home.person.email), token);
          expectAnswered(sample, home, answer);
          await settled();
          counted.push((await harness.database.trips()).requests);
          if (isInside && time === 0) await expectOwnAnswer([name, endpoint], sample, home, places[profile].twin, answer);
        }
        if (trips) expect(counted).toEqual(trips.slice(0, counted.length));
        else if (method === 'GET') expect(counted).toEqual([1, 1]);
        else expect(counted[0]).toBeLessThanOrEqual(2);
      };
      // What a first call costs beside a later one shows only where nothing was called before.
      for (const sample of getSamples(name))
        if (sample.trips && !sample.alone) await count(sample, await makePlace(profile));
        else await onUsedPlace(profile, endpoint, sample, (home) => count(sample, home));
    },
  );

  test('the count is of this harness and sees more than one', async () => {
    const { home } = places.admin;
    await harness.database.resetTrips();
    for (let time = 0; time < 3; time += 1) await send(home.tenant, 'GET', { path: '/api/auth/dashboard' }, home.token);
    expect((await harness.database.trips()).requests).toBe(3);
  });
});
