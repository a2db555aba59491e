// `bind` alone decides who may call an endpoint, from the `needs`, `screens`, `kinds` and `reads` of its contract. This tries every route
// of the Worker's table that has a contract with every kind of caller, in this process and with a database that fails on any use. New
// endpoints are covered at once; one that isn't made by `bind`, or is bound to another contract, lets a caller in or breaks.
// tests/guards/isolation.db.test.ts proves over the wire that the Worker serves these routes, with one refusal for each.
import { beforeAll, describe, expect, test } from 'vitest';
import { can } from '../../domain/access/permissions.ts';
import { type Profile, profiles } from '../../domain/access/profile.ts';
import { screens as allScreens } from '../../domain/access/screens.ts';
import { ownOnly, type SessionKind, sessionKinds } from '../../domain/access/session-kinds.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { type Bound, bind } from '../../functions/request/bind.ts';
import { boundRoutes } from './bound-routes.ts';
import { displayToken, embedToken, getAnswer, personToken, strangers } from './callers.ts';

// The first import of all verbs takes seconds on a busy machine.
const routes = await boundRoutes();
const cells = routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route] as const);
const inside = cells.filter(([, { endpoint }]) => !['public', 'playlist', 'embedded'].includes(endpoint.needs));
const forDisplays = cells.filter(([, { endpoint }]) => endpoint.needs === 'playlist');
const forEmbeds = cells.filter(([, { endpoint }]) => endpoint.needs === 'embedded');

const letIn = { code: 'let in' };
const noToken = { code: 'token_invalid' };
const mayDo = (profile: Profile, { needs }: Endpoint) =>
  needs === 'signedIn' || (needs !== 'public' && needs !== 'playlist' && needs !== 'embedded' && can({ profile, flags: [] }, needs));

let foreign: Record<string, string | null>;
const people = {} as Record<Profile, string>; // because beforeAll fills it
const visitors = {} as Record<Profile, Record<SessionKind, string>>; // because beforeAll fills it
let display: string;
let embed: string;
beforeAll(async () => {
  foreign = await strangers();
  for (const profile of profiles) people[profile] = await personToken({ profile });
  for (const profile of profiles) {
    const visit = (kind: SessionKind, via: 'remote' | 'partner') =>
      personToken({ profile, kind, act: crypto.randomUUID(), acting: { reach: 'act', via, until: Math.floor(Date.now() / 1000) + 600 } });
    const [remote, partner] = [await visit('remote', 'remote'), await visit('partner', 'partner')];
    visitors[profile] = { own: people[profile], remote, partner, embed_portal: await personToken({ profile, kind: 'embed_portal' }) };
  }
  [display, embed] = [await displayToken(), await embedToken()];
});

test('there are routes of every kind', () => {
  expect([inside.length > 200, forDisplays.length > 0, forEmbeds.length > 0]).toEqual([true, true, true]);
});

describe('a call of a person', () => {
  test.each(inside)('%s refuses every other kind of bearer', async (_, route) => {
    for (const [who, bearer] of Object.entries({ ...foreign, 'a display': display }))
      expect(await getAnswer(route, bearer), who).toEqual(noToken);
    expect(await getAnswer(route, embed)).toEqual({ code: 'embedded_closed' });
  });

  test.each(inside)('%s lets in the profiles that may, and refuses the others before it reads their input', async (_, route) => {
    const { endpoint } = route;
    for (const profile of profiles)
      expect(await getAnswer(route, people[profile]), profile).toEqual(
        mayDo(profile, endpoint) ? letIn : { code: 'not_permitted', vars: { action: endpoint.needs } },
      );
  });

  test.each(inside)('%s lets in only the kinds of sessions that it names', async (_, route) => {
    const { endpoint } = route;
    for (const profile of profiles.filter((each) => mayDo(each, endpoint)))
      for (const kind of sessionKinds)
        expect(await getAnswer(route, visitors[profile][kind]), `${profile} ${kind}`).toEqual(
          (endpoint.kinds ?? ownOnly).includes(kind) ? letIn : { code: kind === 'embed_portal' ? 'embedded_closed' : 'act_as_blocked' },
        );
  });

  test.each(inside.filter(([, { endpoint }]) => endpoint.screens))('%s is closed while hidden_menu hides its screens', async (_, route) => {
    const { endpoint } = route;
    const { screens = [] } = endpoint;
    for (const profile of profiles.filter((each) => mayDo(each, endpoint))) {
      const hidden = (names: readonly string[]) => personToken({ profile, hidden: [...names] });
      expect(await getAnswer(route, await hidden(screens)), profile).toEqual({ code: 'function_disabled' });
      // As long as one of the profile's screens for the call isn't hidden, the call is allowed.
      const own = screens.filter((name) =>
        allScreens.some(
          ({ name: known, pages, needs }) =>
            known === name && pages[profile] !== undefined && (!needs || can({ profile, flags: [] }, needs)),
        ),
      );
      if (own.length > 1) expect(await getAnswer(route, await hidden(own.slice(1))), profile).toEqual(letIn);
    }
  });
});

describe('a call of a display', () => {
  test.each(forDisplays)('%s is for displays of this tenant alone', async (_, route) => {
    for (const [who, bearer] of Object.entries({ ...foreign, ...people, 'an embedded page': embed }))
      expect(await getAnswer(route, bearer), who).toEqual(noToken);
    expect(await getAnswer(route, await displayToken({ id: 'another', host: 'home.localhost' }))).toEqual(noToken);
    expect(await getAnswer(route, display)).toEqual(letIn);
  });
});

describe('a call of an embedded page', () => {
  test.each(forEmbeds)('%s is for embedded pages of this tenant alone', async (_, route) => {
    for (const [who, bearer] of Object.entries({ ...foreign, ...people, 'a display': display }))
      expect(await getAnswer(route, bearer), who).toEqual(noToken);
    expect(await getAnswer(route, await embedToken({ id: 'another', host: 'home.localhost' }))).toEqual(noToken);
    expect(await getAnswer(route, embed)).toEqual(letIn);
  });
});

describe('the guard sees', () => {
  const [, route] = inside.find(([, { endpoint }]) => !mayDo('user', endpoint)) ?? [];
  const record = route?.endpoint as Endpoint; // because such a route is there

  test('a route that does not check its caller', async () => {
    const open: Bound = { ...record, endpoint: record, run: async () => ({}) };
    await expect(getAnswer(open, null)).rejects.toThrow('was taken');
  });

  test('a route that is bound to a record with other needs', async () => {
    const wrong = { ...bind({ ...record, needs: 'signedIn' }, async () => ({})), endpoint: record };
    expect(await getAnswer(wrong, people.user)).toEqual(letIn);
  });

  test('a refused call that reaches its verb', async () => {
    const early: Bound = { ...record, endpoint: record, run: async (_, __, ___, { database }) => database.withPublic(() => []) };
    await expect(getAnswer(early, null)).rejects.toThrow('reached the database');
  });
});
