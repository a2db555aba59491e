import { setTimeout as pause } from 'node:timers/promises';
import { type Profile, profiles } from '../../domain/access/profile.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { makeAlone } from '../guards/alone.ts';
import { makePlace } from '../guards/place.ts';
import type { Place, Sample } from '../guards/sample.ts';
import { samples } from '../guards/samples.ts';
import { all, countedAs, mayDo } from '../guards/who-may.ts';
import { api } from '../support/api.ts';
import type { Harness } from '../support/harness.ts';

/** A call that is measured. */
export type Asked = {
  name: string;
  /**
   * Its write must stay: the first trip of a sign-in leaves a proof that the second uses, and a rollback between them would refuse every
   * sign-in.
   */
  lasting: boolean;
  /** Creates the one-time secret before each call; not measured. */
  prepare?: () => Promise<void>;
  /** Makes the call once; returns the answer if it wasn't a success. */
  ask: () => Promise<string>;
};
export type Places = Record<Profile, { own: Place; alone: Place; factors: Place }>;

export async function makePlaces(): Promise<Places> {
  const places: Partial<Places> = {};
  for (const profile of profiles)
    places[profile] = {
      own: await makePlace(profile),
      alone: await makeAlone(await makePlace(profile)),
      factors: await makeAlone(await makePlace(profile), 'factors'),
    };
  return places as Places; // because every profile was made above
}

const lasting = /^POST \/api\/login$/;

/**
 * Every read of the contract list as each profile that may call it, every write as one of them; calls that use a one-time secret are in
 * ways-in.ts.
 */
export function getAsked(harness: Harness, places: Places, elsewhere: readonly string[]): Asked[] {
  // Writes come last: their rolled-back rows stay in the tables, and the planner reads them when it probes the ends of an index.
  const readsFirst = all
    .filter(([name]) => !elsewhere.includes(name))
    .toSorted(([, one], [, other]) => Number(one.method !== 'GET') - Number(other.method !== 'GET'));
  return readsFirst.flatMap(([name, endpoint]) => {
    const reads = endpoint.method === 'GET' && endpoint.needs !== 'playlist' && endpoint.needs !== 'embedded';
    const who = reads ? profiles.filter((profile) => mayDo(profile, endpoint)) : [countedAs(endpoint)];
    return who.flatMap((profile) =>
      (samples[name] ?? []).map((sample, at): Asked => {
        const { own, alone, factors } = places[profile];
        const place = sample.alone === 'factors' ? factors : sample.alone ? alone : own;
        return {
          name: `${profile}: ${name}${at > 0 ? ` (${at + 1})` : ''}`,
          lasting: lasting.test(name),
          ask: () => askSample(harness, endpoint, sample, place),
        };
      }),
    );
  });
}

async function askSample(harness: Harness, endpoint: Endpoint, sample: Sample, place: Place): Promise<string> {
  const { method, needs, path: pattern } = endpoint;
  const token = pattern === '/api/login' ? undefined : ({ playlist: place.player, embedded: place.embed }[String(needs)] ?? place.token);
  const { path, body } = sample.of(place.ids, place.person.email);
  const answer = await api(harness, place.tenant, token).call(method, path, { body });
  // Work after the answer counts too.
  if (method !== 'GET' || sample.trips) await pause(10);
  const isExpected = answer.status < 300 || answer.body?.status === (sample.refused?.[place.profile] ?? null);
  return isExpected ? '' : `${answer.status} ${answer.text.slice(0, 300)}`;
}
