import { beforeAll, describe, expect, test } from 'vitest';
import { can } from '../../domain/access/permissions.ts';
import type { Profile } from '../../domain/access/profile.ts';
import { endpoints } from '../../domain/contract/all.ts';
import { type Endpoint, pathParams } from '../../domain/contract/endpoint.ts';
import { sameJson } from '../../domain/fields/changes.ts';
import { makePlace } from '../guards/place.ts';
import type { Place } from '../guards/sample.ts';
import { firstCall } from '../guards/samples.ts';
import { edits, noEdits, type Read } from '../guards/samples-edits.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';

// A tab from before a deployment doesn't send the fields that are new: omitted means unchanged, and empty means cleared.

const harness = useHarness();
const getName = ({ method, path }: Endpoint) => `${method} ${path}`;

type Def = { type: string; innerType?: Node; shape?: Record<string, Node> };
type Node = { _zod: { def: Def } };
const mayBeOmitted = ({ type }: Def) => type === 'optional' || type === 'default';
const bare = ({ _zod: { def } }: Node): Def => (def.innerType ? bare(def.innerType) : def);
/** The fields that a call may omit, and within an object those of the object, after a dot. */
function omittable({ _zod: { def } }: Node, skipped: readonly string[], within = ''): string[] {
  return Object.entries(def.shape ?? {}).flatMap(([name, node]) => {
    if (skipped.includes(name)) return [];
    const inner = within ? [] : omittable({ _zod: { def: bare(node) } }, [], `${name}.`);
    return [...(mayBeOmitted(node._zod.def) ? [`${within}${name}`] : []), ...inner];
  });
}
// Because an input is an object schema.
const getFields = ({ input, path }: Endpoint) => omittable(input as unknown as Node, pathParams(path));

const all: readonly Endpoint[] = endpoints;
// Because an input is an object schema.
const hasVersion = ({ input }: Endpoint) => 'version' in ((input as unknown as Node)._zod.def.shape ?? {});
const editing = all.filter((one) => (one.method === 'PUT' || (one.method === 'POST' && hasVersion(one))) && getFields(one).length > 0);
/** Its values are merged one by one, over sixty of them: a test of its own. */
const settings = 'POST /api/auth/config/update';
const tried = editing.filter((one) => getName(one) !== settings && !(getName(one) in noEdits));

const profiles: readonly Profile[] = ['admin', 'user', 'master', 'a2m'];
// because no edit is public
const profileFor = ({ needs }: Endpoint) => profiles.find((profile) => can({ profile, flags: [] }, needs as 'users.edit')) ?? 'admin';
const places = new Map<Profile, Place>();
beforeAll(async () => {
  for (const profile of new Set(tried.map(profileFor))) places.set(profile, await makePlace(profile));
});

test('every edit of which something may be omitted has a sample, for each of these fields', () => {
  expect(tried.map(getName).filter((name) => !edits[name])).toEqual([]);
  expect([...Object.keys(edits), ...Object.keys(noEdits)].filter((name) => !editing.some((one) => getName(one) === name))).toEqual([]);
  for (const one of tried) {
    const { other, fixed = {} } = edits[getName(one)] ?? { other: () => ({}) };
    // Because all places were made.
    const known = [...Object.keys(other((places.get(profileFor(one)) as Place).ids)), ...Object.keys(fixed)];
    expect(known.toSorted(), getName(one)).toEqual(getFields(one).toSorted());
  }
});

type Body = Record<string, unknown>;
const without = (body: Body, path: string): Body => {
  const [field = '', inner] = path.split('.');
  const { [field]: value, ...rest } = body;
  return inner ? { ...rest, [field]: without(value as Body, inner) } : rest; // because the path leads into an object
};
const withValue = (body: Body, path: string, value: unknown): Body => {
  const [field = '', inner] = path.split('.');
  return { ...body, [field]: inner ? withValue(body[field] as Body, inner, value) : value }; // because the path leads into an object
};
// What every write changes.
const seen = ({ version: _, updatedAt: __, ...rest }: Read): Read => rest;

describe('an edit', () => {
  test.each(tried.map((one) => [getName(one), one] as const))('%s keeps what it omits', async (name, one) => {
    const place = places.get(profileFor(one)) as Place; // because all places were made
    const { ids, tenant, token } = place;
    const sample = edits[name];
    const call = firstCall(name, place);
    if (!sample || !call) throw new Error(`${name} has no sample.`);
    const client = api(harness, tenant, token);
    const full = { ...(call.body as Body), ...sample.full(ids) }; // because a sample's body is an object
    const read = async () => {
      const { status, text, body } = await client.get(sample.read?.(ids) ?? call.path);
      expect(status, text).toBe(200);
      return sample.part?.(body, ids) ?? (body as Read);
    };
    const send = async (body: Body) => {
      const answer = await client.call(one.method, call.path, {
        body: hasVersion(one) ? { ...body, version: (await read()).version } : body,
      });
      expect(answer.status, `${JSON.stringify(body)} ${answer.text}`).toBe(200);
    };
    const differing = async (from: Read) => {
      const now = seen(await read());
      return Object.keys({ ...from, ...now }).filter((key) => !sameJson(from[key], now[key]));
    };

    await send(full);
    const stored = seen(await read());
    // From here on secrets are omitted: sent again, they would change when they were set.
    const kept = (sample.secrets ?? []).reduce(without, full);
    const fields = getFields(one).filter((field) => !(field in (sample.fixed ?? {})));
    const wiped: string[] = [];
    for (const field of fields) {
      await send(without(kept, field));
      const lost = await differing(stored);
      if (lost.length === 0) continue;
      wiped.push(`${field}: ${lost.join(', ')}`);
      await send(full);
    }
    expect(wiped, 'changed though it was omitted').toEqual([]);

    // All of them, and the audit log has no change.
    await send(fields.filter((field) => !field.includes('.')).reduce(without, kept));
    expect(await differing(stored)).toEqual([]);
    const [audited] = await query('select what, change from audit where tenant_id = $1 order by at desc, id desc limit 1', [tenant.id]);
    const { before, after } = audited?.change ?? {};
    for (const key of Object.keys(before ?? {}))
      if (key in (after ?? {})) expect({ [key]: after[key] }, audited?.what).toEqual({ [key]: before[key] });

    // An explicit value is written, also an empty one; with it, the next omission keeps that.
    for (const [field, value] of Object.entries(sample.other(ids))) {
      const body = sample.needsSecret?.includes(field) ? full : kept;
      await send(withValue(body, field, value));
      expect(await differing(stored), `${field} is written`).not.toEqual([]);
      const cleared = seen(await read());
      await send(without(kept, field));
      expect(await differing(cleared), `${field} stays so`).toEqual([]);
      await send(body);
    }
  });

  test('of the settings keeps all that it omits', async () => {
    const { tenant, token } = places.get('admin') as Place; // because all places were made
    const client = api(harness, tenant, token);
    const read = async () => (await client.get('/api/auth/config/getConfig')).body.config as Read;
    const send = async (body: Body) => expect(await client.post('/api/auth/config/update', body)).toMatchObject({ status: 200 });
    await send({ enable: 'S', language: 'es', enable_watermark: 'S', watermark_template: '{{nome}}' });
    const stored = await read();
    expect(stored).toMatchObject({ language: 'es', enable_watermark: 'S' });
    await send({ save_filter: stored.save_filter });
    expect(seen(await read())).toEqual(seen(stored));
  });
});
