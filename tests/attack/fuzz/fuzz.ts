import { type Profile, profiles } from '../../../domain/access/profile.ts';
import { errors } from '../../../domain/errors/catalogue.ts';
import { getSession, makePlace } from '../../guards/place.ts';
import type { Place } from '../../guards/sample.ts';
import { firstCall } from '../../guards/samples.ts';
import { type Answer, api } from '../../support/api.ts';
import type { Harness } from '../../support/harness.ts';
import { type Random, seededRandom } from '../../walk/random.ts';
import { type Schema, spoiled, valueFor, type Wish } from './schema.ts';
import { nastyText } from './values.ts';

type Parameter = { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema };
type Operation = {
  method: string;
  path: string;
  needs: string;
  parameters: Parameter[];
  body: Schema | null;
  takesFile: boolean;
};
type Described = Record<
  string,
  Record<string, { 'x-needs': string; parameters: Parameter[]; requestBody?: { content: Record<string, { schema?: Schema }> } }>
>;
type Call = { method: string; path: string; body?: string; type: string };
export type Fuzzed = { statuses: Record<string, number>; findings: string[]; succeeded: Set<string>; operations: number };

/** Every operation of the API description, as the Worker serves it. */
async function readOperations(harness: Harness, host: string): Promise<Operation[]> {
  const { body } = await api(harness, host).get('/api/openapi.json');
  return Object.entries(body.paths as Described).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-needs': needs, parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      needs,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
      takesFile: requestBody?.content['application/octet-stream'] !== undefined,
    })),
  );
}

const asQuery = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
// An address cannot contain a lone surrogate; the Worker gets it in bodies.
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A call generated from the description alone. */
function describedCall({ method, path, parameters, body, takesFile }: Operation, wish: Wish): Call {
  const { random } = wish;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = parameters.find((each) => each.in === 'path' && each.name === name);
    return encoded(asQuery(valueFor(known?.schema ?? {}, wish))) || 'x';
  });
  const query = parameters
    .filter((each) => each.in === 'query' && (each.required || random.chance(0.3)))
    .map(({ name, schema }) => `${name}=${encoded(asQuery(valueFor(schema, wish)))}`);
  const address = query.length > 0 ? `${filled}?${query.join('&')}` : filled;
  if (takesFile) return { method, path: address, body: nastyText(random).toWellFormed(), type: 'application/octet-stream' };
  return { method, path: address, type: 'application/json', ...(body && { body: JSON.stringify(valueFor(body, wish)) ?? '' }) };
}

/** A valid call with one part corrupted: it gets further than most. */
function spoiledCall(operation: Operation, place: Place, random: Random): Call | null {
  const { method, path, takesFile } = operation;
  const right = firstCall(`${method} ${path}`, place);
  if (!right || takesFile) return null;
  const asked = new URL(right.path, 'http://host');
  const keys = [...asked.searchParams.keys()];
  if (keys.length > 0 && random.chance(0.7)) asked.searchParams.set(random.pick(keys), nastyText(random).toWellFormed());
  const isWhole = right.body === undefined || random.chance(0.15);
  return {
    method,
    path: asked.pathname + asked.search,
    type: 'application/json',
    ...(right.body !== undefined && { body: JSON.stringify(isWhole ? right.body : spoiled(right.body, random)) }),
  };
}

// Outside services may refuse a request, which the portal passes on by name; any other status of 500 and more is a bug.
const outside = new Set(
  Object.entries(errors)
    .filter(([code, status]) => status >= 500 && !['unexpected', 'service_unavailable'].includes(code))
    .map(([code]) => code),
);
const leaks = /\bat \w+ \(|node_modules|insert into|NeonDbError|SQLSTATE|DrizzleQuery/;

function getFault({ status, text, body }: Answer): string | null {
  if (status >= 500 && !outside.has(body?.status)) return `answered ${status}`;
  return status >= 400 && leaks.test(text) ? 'told of the inside' : null;
}

const toBearer = ({ needs }: Operation, place: Place, random: Random): string | undefined => {
  if (random.chance(0.02)) return undefined;
  if (needs === 'playlist') return place.player;
  return needs === 'embedded' ? place.embed : place.token;
};

/** Calls the API in unintended ways, as every profile. The same seed makes the same calls. */
export async function fuzz(harness: Harness, { requests, seed }: { requests: number; seed: number }): Promise<Fuzzed> {
  const random = seededRandom(seed);
  const places = new Map<Profile, Place>();
  for (const profile of profiles) places.set(profile, await makePlace(profile));
  const operations = await readOperations(harness, (places.get('admin') as Place).tenant.host); // because it was just made
  const fuzzed: Fuzzed = { statuses: {}, findings: [], succeeded: new Set(), operations: operations.length };

  async function ask(): Promise<void> {
    const operation = random.pick(operations);
    const profile = random.pick(profiles);
    const place = places.get(profile) as Place; // because there is one for each profile
    const wish = { random, evil: random.pick([0, 0.03, 0.15, 0.5]), ids: Object.values(place.ids) };
    const call = (random.chance(0.5) && spoiledCall(operation, place, random)) || describedCall(operation, wish);
    const bearer = toBearer(operation, place, random);
    const answer = await api(harness, place.tenant, bearer).call(call.method, call.path, {
      headers: { 'content-type': call.type },
      ...(call.body !== undefined && { body: call.body }),
    });
    fuzzed.statuses[answer.status] = (fuzzed.statuses[answer.status] ?? 0) + 1;
    if (answer.status === 200) fuzzed.succeeded.add(`${operation.method} ${operation.path}`);
    const fault = getFault(answer);
    if (fault) fuzzed.findings.push(`as ${profile}: ${call.method} ${call.path} ${call.body ?? ''} ${fault}: ${answer.text.slice(0, 300)}`);
    // A call may have ended the session or the user; the next ones come from a live scene.
    if (answer.status === 401 && bearer === place.token) {
      const { token } = await getSession(place.tenant, place.person, profile);
      const lives = await api(harness, place.tenant, token).post('/api/auth/config');
      places.set(profile, lives.status === 200 ? { ...place, token } : await makePlace(profile));
    }
  }

  // Several at once, as in production. Calls are drawn before any is awaited, so they depend on the seed alone.
  let left = requests;
  const line = async () => {
    while (left > 0) {
      left -= 1;
      await ask();
    }
  };
  await harness.database.unrecorded(() => Promise.all(Array.from({ length: 4 }, line)));
  return fuzzed;
}
