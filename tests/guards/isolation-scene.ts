// Shared by the guards of isolation: the list of endpoints, two places of every profile, and the comparison of answers.
import { beforeAll, expect } from 'vitest';
import * as z from 'zod/mini';
import { type Profile, profiles } from '../../domain/access/profile.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { type Answer, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeAlone } from './alone.ts';
import { makePlace } from './place.ts';
import { type Call, type Ids, idKeys, type Place, type Sample } from './sample.ts';
import { samples } from './samples.ts';
import { all } from './who-may.ts';

export { all, countedAs, getName, mayDo } from './who-may.ts';

export const harness = useHarness();
export const forDisplays = all.filter(([, { needs }]) => needs === 'playlist');
export const forEmbeds = all.filter(([, { needs }]) => needs === 'embedded');
export const inside = all.filter(([, { needs }]) => needs !== 'public' && needs !== 'playlist' && needs !== 'embedded');
export const getSamples = (name: string) => samples[name] ?? [];

// Two places of every profile with the same names; refused calls don't change them, so they serve every test.
export const places = {} as Record<Profile, { home: Place; twin: Place }>; // because beforeAll fills it
beforeAll(async () => {
  for (const profile of profiles) places[profile] = { home: await makePlace(profile), twin: await makePlace(profile) };
});

export const send = (host: { host: string }, method: string, { path, body }: Call, token?: string) =>
  api(harness, host, token).call(method, path, { body });
/** Everything that could distinguish two answers for a caller. */
export const visible = ({ status, body, headers }: Answer) => {
  const { requestId: _, ...rest } = body ?? {};
  return { status, body: rest, cache: headers.get('cache-control'), type: headers.get('content-type') };
};

// Writes share a place of their own; if one finds its target gone or already done there, it gets a new place, which the following use.
const used = new Map<Profile, Place>();
/** Tries a permitted call on a place of the profile. Reads share `places`; a sample for a place `alone` gets its own. */
export async function onUsedPlace(
  profile: Profile,
  { method }: Endpoint,
  { alone }: Sample,
  attempt: (home: Place) => Promise<void>,
): Promise<void> {
  if (alone) return attempt(await makeAlone(await makePlace(profile), alone));
  if (method === 'GET') return attempt(places[profile].home);
  const before = used.get(profile);
  if (before) {
    try {
      return await attempt(before);
    } catch {
      used.delete(profile);
    }
  }
  const place = await makePlace(profile);
  await attempt(place);
  used.set(profile, place);
}

export const homes = () => profiles.map((profile) => places[profile].home);
export const twins = () => profiles.map((profile) => places[profile].twin);

// Ids of a place that are tenants themselves.
const tenantKeys = ['unit', 'unitBelow', 'sibling', 'ownUnit'];
// A person's own data names each of their units and their sessions in it, and nothing else of those units.
const ownKeys = ['sibling', 'ownUnit', 'session'];

/** A permitted call is answered, or refused with the code that its sample names for this profile. */
export function expectAnswered(sample: Sample, home: Place, answer: Answer) {
  const refusal = sample.refused?.[home.profile];
  if (refusal) expect(answer.body, answer.text).toMatchObject({ status: refusal });
  else expect(answer.status, answer.text).toBe(200);
}

/** The answer to a permitted call: a write is in the audit under its caller, and the answer has nothing of the other tenant. */
export async function expectOwnAnswer(
  [name, { method }]: readonly [string, Endpoint],
  sample: Sample,
  home: Place,
  twin: Place,
  answer: Answer,
) {
  expectAnswered(sample, home, answer);
  const isWritten = method !== 'GET' && !sample.unaudited && !sample.refused?.[home.profile];
  if (isWritten) expect(await getAudit(home, answer), name).toEqual([{ user_id: home.person.id }]);
  // The platform's lists are of all tenants there are, also of those that the tests give to another platform.
  const ofAll = name === 'GET /api/auth/partners' || (home.profile === 'a2m' && name.startsWith('GET /api/auth/analyze'));
  for (const [key, id] of Object.entries(twin.ids))
    if (!((sample.ofAccount && ownKeys.includes(key)) || (ofAll && tenantKeys.includes(key)))) expect(answer.text).not.toContain(id);
  if (!ofAll && !sample.ofAccount) expect(answer.text).not.toContain(twin.tenant.id);
}

/** Counts work after the answer too. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

/** The recorded actor: every write records itself in the same statement. */
const getAudit = ({ tenant }: Place, { headers }: Answer) =>
  query('select distinct coalesce(actor_id, user_id) as user_id from audit where tenant_id = $1 and request_id = $2', [
    tenant.id,
    headers.get('x-request-id'),
  ]);

const fake = (digit: string) => Object.fromEntries(idKeys.map((key) => [key, `${key}-${digit}`])) as Ids; // because it has the same keys
// Because a body is an object here.
const written = (call: Call) => JSON.stringify([call.path, { ...(call.body as object), visitId: null }]);
export const getIds = ({ of }: Sample) =>
  idKeys.filter((key) => written(of(fake('0'), '')) !== written(of({ ...fake('0'), [key]: 'x' }, '')));
export const namesIds = (sample: Sample) => getIds(sample).length > 0;

const pattern = /\[0-9a-f\]\{8\}/;
/** The inputs of an endpoint that take an id, by the contract itself. */
export function idFields({ input }: Endpoint): string[] {
  // JSON Schema is a plain object.
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, unknown> };
  return Object.entries(properties).flatMap(([name, schema]) => (pattern.test(JSON.stringify(schema)) ? [name] : []));
}
/** The inputs in which a call names one of the ids. */
export function fieldsWithIds({ path }: Endpoint, call: Call, ids: string[]): string[] {
  const has = (value: unknown) => ids.some((id) => JSON.stringify(value)?.includes(id));
  const url = new URL(call.path, 'http://host');
  const values = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(url.pathname)?.groups ?? {};
  const inputs = { ...values, ...Object.fromEntries(url.searchParams), ...(call.body as object) }; // because a body is an object here
  return Object.entries(inputs).flatMap(([name, value]) => (has(value) ? [name] : []));
}
