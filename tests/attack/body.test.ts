import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { can } from '../../domain/access/permissions.ts';
import { endpoints } from '../../domain/contract/all.ts';
import { type Endpoint, pathParams } from '../../domain/contract/endpoint.ts';
import { leavesAlone } from '../guards/leaves-alone.ts';
import { makePlace } from '../guards/place.ts';
import type { Place } from '../guards/sample.ts';
import { firstCall, samples } from '../guards/samples.ts';
import { type Answer, api } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const getName = ({ method, path }: Endpoint) => `${method} ${path}`;
const all: readonly Endpoint[] = endpoints;
const writes = all
  .filter(({ method, file }) => !file && (method === 'POST' || method === 'PUT'))
  .map((endpoint) => [getName(endpoint), endpoint] as const);
const reads = all.filter(({ method }) => method === 'GET' || method === 'DELETE').map((endpoint) => [getName(endpoint), endpoint] as const);
// Forms that change nothing have their own reasons to refuse; they are called like any other.
let admin: Place;
let operator: Place;
let reader: Place;
let partner: Place;
beforeAll(async () => {
  [admin, operator, reader, partner] = [
    await makePlace('admin'),
    await makePlace('a2m'),
    await makePlace('user'),
    await makePlace('master'),
  ];
});
const tokenFor = ({ needs }: Endpoint, place: Place) =>
  needs === 'public' ? undefined : needs === 'playlist' ? place.player : needs === 'embedded' ? place.embed : place.token;
const placeFor = ({ needs }: Endpoint) => {
  if (
    needs === 'public' ||
    needs === 'signedIn' ||
    needs === 'playlist' ||
    needs === 'embedded' ||
    can({ profile: 'admin', flags: [] }, needs)
  )
    return admin;
  if (can({ profile: 'user', flags: [] }, needs)) return reader;
  return can({ profile: 'master', flags: [] }, needs) ? partner : operator;
};

/** A clear refusal: no internals, no 5xx, and a request id. */
function expectClear(answer: Answer, statuses: readonly number[], what: string): void {
  expect(statuses, `${what}: ${answer.status} ${answer.text.slice(0, 300)}`).toContain(answer.status);
  expect(Object.keys(answer.body), what).toEqual(expect.arrayContaining(['status', 'message', 'requestId']));
  expect(answer.text, what).not.toMatch(/\bat \w+ \(|\.ts:|node_modules|select |insert into|zod|NeonDbError|SQLSTATE|postgres/i);
}

/** Invalid bodies for every write, derived from a valid one; a string is sent as it is. */
function wrongBodies(right: Record<string, unknown>): [string, unknown, readonly number[]][] {
  const text = JSON.stringify(right);
  const withKey = (key: string) => text.replace(/^\{/, `{${key}${text === '{}' ? '' : ','}`);
  const deep = `${'['.repeat(50)}1${']'.repeat(50)}`;
  return [
    ['an unknown field', { ...right, nobody: 1 }, [422]],
    ['a field that only the server sets', { ...right, perfil_usuario: 'a2m', tenant_id: randomUUID(), status: 'A' }, [422]],
    ['__proto__', withKey('"__proto__":{"perfil_usuario":"a2m"}'), [422]],
    ['constructor', withKey('"constructor":{"prototype":{"x":1}}'), [422]],
    ['a nested __proto__', withKey('"x":{"__proto__":{"y":1}}'), [422]],
    ['NUL in a text', { ...right, x: 'a\u0000b' }, [422]],
    ['NUL in a key', withKey('"a\\u0000b":1'), [422]],
    ['a lone surrogate', withKey('"x":"\\ud800"'), [422]],
    ['1e400', withKey('"x":1e400'), [422]],
    ['a deep tree', withKey(`"x":${deep}`), [422]],
    ['a tree deeper than the stack', withKey(`"x":${'['.repeat(20_000)}${']'.repeat(20_000)}`), [422, 400]],
    ['an array', [right], [422]],
    ['a text', '"x"', [422]],
    ['null', 'null', [422]],
    ['a number', '1', [422]],
    ['half a body', text === '{}' ? '{' : text.slice(0, -1), [400]],
    ['no JSON', 'email=a&password=b', [400]],
    ['two bodies', `${text}${text}`, [400]],
    ['a byte order mark', `\ufeff${text}`, [400]],
    ['a comment', `/* x */ ${text}`, [400]],
  ];
}

// readInput refuses what no contract accepts, with the same lines for every endpoint: one write of each kind gets all of that. What depends
// on the endpoint is its contract: every write gets unknown fields, and each of its fields in every wrong shape.
const getKind = ({ method, needs, path, maxBytes, input }: Endpoint) =>
  [
    method,
    ['public', 'playlist', 'embedded'].includes(needs) ? needs : 'session',
    path.includes('{') ? 'with an id' : 'without',
    maxBytes ? 'a long body' : 'a usual one',
    // A read with query keys besides those of its path.
    // Because an input is an object schema.
    method === 'GET' && Object.keys((input as unknown as { shape: object }).shape).length > pathParams(path).length,
  ].join(', ');
const oneOfEach = <T extends readonly [string, Endpoint]>(list: readonly T[]): T[] =>
  Object.values(Object.groupBy(list, ([, endpoint]) => getKind(endpoint))).flatMap((group) => group?.slice(0, 1) ?? []);

describe('an invalid body', () => {
  leavesAlone(() => [admin, operator, reader, partner]);

  test.each(oneOfEach(writes))('in any shape to %s gets a clear refusal', async (name, endpoint) => {
    const place = placeFor(endpoint);
    const call = firstCall(name, place);
    const right = (call?.body ?? {}) as Record<string, unknown>; // because a sample's body is an object
    const client = api(harness, place.tenant, tokenFor(endpoint, place));
    for (const [what, body, statuses] of wrongBodies(right))
      expectClear(await client.call(endpoint.method, call?.path ?? '', { body }), statuses, what);
  });

  test.each(writes)('to %s gets a clear refusal, whichever field is wrong', async (name, endpoint) => {
    const place = placeFor(endpoint);
    const call = firstCall(name, place);
    expect(call).toBeDefined();
    const right = (call?.body ?? {}) as Record<string, unknown>; // because a sample's body is an object
    const client = api(harness, place.tenant, tokenFor(endpoint, place));
    const refusal = (body: unknown) => client.call(endpoint.method, call?.path ?? '', { body });
    expectClear(await refusal({ ...right, perfil_usuario: 'a2m', tenant_id: randomUUID() }), [422], 'a field that only the server sets');
    // Each field with another type, too long, or missing.
    for (const [field, value] of Object.entries(right)) {
      for (const wrong of [{ a: 1 }, [[1]], typeof value === 'string' ? 1 : 'x', 'x'.repeat(61_000)]) {
        const answer = await refusal({ ...right, [field]: wrong });
        expectClear(answer, [422], `${field} = ${JSON.stringify(wrong).slice(0, 40)}`);
        expect(answer.body.field, field).toMatch(new RegExp(`^${field}`));
      }
    }
  });

  test.each(writes)('to %s is refused for its size and with a query', async (name, endpoint) => {
    const place = placeFor(endpoint);
    const call = firstCall(name, place);
    const client = api(harness, place.tenant, tokenFor(endpoint, place));
    const body = { x: 'x'.repeat((endpoint.maxBytes ?? 64 * 1024) + 6 * 1024) };
    expectClear(await client.call(endpoint.method, call?.path ?? '', { body }), [413], 'too large');
    expectClear(await client.call(endpoint.method, `${call?.path}?id=1`, { body: call?.body ?? {} }), [422], 'a query');
  });

  test.each(oneOfEach(writes))('to %s is refused for its type and its encoding', async (name, endpoint) => {
    const place = placeFor(endpoint);
    const call = firstCall(name, place);
    const client = api(harness, place.tenant, tokenFor(endpoint, place));
    const body = JSON.stringify(call?.body ?? {});
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonx',
      '',
    ])
      expectClear(
        await client.call(endpoint.method, call?.path ?? '', { body, headers: { 'content-type': type } }),
        [415],
        `content type ${type}`,
      );
    const noText = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    expectClear(await sendRaw(place, endpoint, call?.path ?? '', noText), [400], 'not UTF-8');
  });

  test('that is huge is refused before it is read', async () => {
    const answer = await api(harness, admin.tenant, admin.token).post('/api/auth/groups', 'x'.repeat(1024 * 1024));
    expectClear(answer, [413], '1 MB');
    const counted = await api(harness, admin.tenant).post('/api/login', { email: 'a@b.test', password: 'x'.repeat(100_000) });
    expectClear(counted, [413], 'a long password costs no hash');
  });
});

const toCursor = (value: string) => Buffer.from(JSON.stringify({ back: false, value, id: randomUUID() })).toString('base64url');

describe('an invalid query', () => {
  leavesAlone(() => [admin, operator, reader, partner]);

  test.each(reads)('to %s gets a clear refusal, whichever key is wrong', async (name, endpoint) => {
    const place = placeFor(endpoint);
    const client = api(harness, place.tenant, tokenFor(endpoint, place));
    for (const sample of samples[name] ?? []) {
      const { path } = sample.of(place.ids, place.person.email);
      const [plain = '', search] = path.split('?');
      expectClear(await client.call(endpoint.method, `${plain}?nobody=1`), [422], plain);
      for (const key of new URLSearchParams(search).keys())
        expectClear(await client.call(endpoint.method, `${plain}?${key}=${'x'.repeat(5000)}`), [422], `${plain}?${key}`);
    }
  });

  test.each(oneOfEach(reads))('of any shape to %s gets a clear refusal', async (name, endpoint) => {
    const place = placeFor(endpoint);
    const client = api(harness, place.tenant, tokenFor(endpoint, place));
    for (const sample of samples[name] ?? []) {
      const { path } = sample.of(place.ids, place.person.email);
      const plain = path.split('?')[0] ?? '';
      const field = new URL(path, 'http://host').searchParams.keys().next().value;
      const cases: [string, string][] = [
        ['an unknown key', `${plain}?nobody=1`],
        ['a key twice', `${plain}?${field ?? 'x'}=1&${field ?? 'x'}=2`],
        ['a key of an array', `${plain}?${field ?? 'x'}[]=1`],
        ['__proto__', `${plain}?__proto__=1`],
        ['__proto__.x', `${plain}?__proto__[x]=1`],
        ['NUL', `${plain}?${field ?? 'x'}=%00`],
        ['a very long value', `${plain}?${field ?? 'x'}=${'x'.repeat(5000)}`],
      ];
      for (const [what, wrong] of cases) expectClear(await client.call(endpoint.method, wrong), [422], `${what}: ${wrong.slice(0, 80)}`);
      for (const odd of ['%', '%zz', '%ff', '%ud800']) {
        const answer = await client.call(endpoint.method, `${plain}?nobody=${odd}`);
        expectClear(answer, [400, 422], odd);
      }
    }
  });

  test('of a list is refused by field: order, page, size, cursor', async () => {
    const client = api(harness, admin.tenant, admin.token);
    const cases: [string, string][] = [
      ['sort=password', 'sort'],
      ['sort=title;drop table reports', 'sort'],
      ['sort=--title', 'sort'],
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['page=1e3', 'page'],
      ['page=999999999', 'page'],
      ['page=9007199254740993', 'page'],
      ['size=0', 'size'],
      ['size=101', 'size'],
      ['size=abc', 'size'],
      ['cursor=x', 'cursor'],
      [`cursor=${Buffer.from('{"back":false,"value":1,"id":"x"}').toString('base64url')}`, 'cursor'],
      [`cursor=${Buffer.from(`{"back":false,"value":"\\u0000","id":"${randomUUID()}"}`).toString('base64url')}`, 'cursor'],
      [`cursor=${Buffer.from(`{"back":false,"value":"\\ud800","id":"${randomUUID()}"}`).toString('base64url')}`, 'cursor'],
      [`cursor=${Buffer.from(`{"back":false,"value":"x","id":"${'-'.repeat(36)}"}`).toString('base64url')}`, 'cursor'],
      [`cursor=${Buffer.from(`{"back":false,"value":"x","id":"${randomUUID()}"}`).toString('base64url')}&sort=added`, 'cursor'],
      [`cursor=${toCursor('2026-02-31 00:00:00+00')}&sort=added`, 'cursor'],
      [`cursor=${toCursor('2026-13-01 00:00:00+00')}&sort=-data`, 'cursor'],
      ['group=x', 'group'],
      [`group=${"' or true --"}`, 'group'],
    ];
    for (const [search, field] of cases) {
      const answer = await client.get(`/api/auth/reports?${encodeURI(search)}`);
      expectClear(answer, [422], search);
      expect(answer.body.field, search).toBe(field);
    }
    const good = `cursor=${Buffer.from(`{"back":false,"value":"x' or true --","id":"${randomUUID()}"}`).toString('base64url')}`;
    expect((await client.get(`/api/auth/reports?${good}`)).body.items).toEqual([]);
  });

  test('with wildcard characters matches them literally', async () => {
    const client = api(harness, admin.tenant, admin.token);
    for (const sign of ['%', '_', '\\', "'", '"', '*', '(', '%%%', '\\_', "' or 1=1 --", '$1', '{{x}}', '\u202e', '🙂'])
      for (const path of ['/api/auth/groups', '/api/auth/reports', '/api/auth/groups/export']) {
        const answer = await client.get(`${path}?search=${encodeURIComponent(sign)}`);
        expect(answer.status, `${path} ${sign} ${answer.text}`).toBe(200);
      }
    expect((await client.get(`/api/auth/viewers?q=${encodeURIComponent('%')}`)).body.people.length).toBeLessThanOrEqual(2);
  });

  test('in the path: an invalid id is refused, an unknown address is not found', async () => {
    const client = api(harness, admin.tenant, admin.token);
    for (const id of [
      'x',
      '1',
      "'",
      '00000000-0000-0000-0000-000000000000',
      admin.ids.report.toUpperCase(),
      `${admin.ids.report}%00`,
      '%ff',
      '..%2f..',
      '%E0%A4%A',
    ])
      for (const path of [`/api/auth/reports/${id}`, `/api/auth/groups/${id}`, `/api/auth/groups/${id}/history`]) {
        const answer = await client.get(path);
        expect([404, 422, 400], `${path} ${answer.text}`).toContain(answer.status);
      }
  });
});

async function sendRaw(place: Place, endpoint: Endpoint, path: string, body: Uint8Array<ArrayBuffer>): Promise<Answer> {
  const token = tokenFor(endpoint, place);
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await harness.fetch(`http://${place.tenant.host}${path}`, { method: endpoint.method, headers, body });
  const text = await response.text();
  return { status: response.status, headers: new Headers([...response.headers]), text, body: JSON.parse(text) };
}
