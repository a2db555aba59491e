import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { type DirectoryClient, getDirectory, makeScimToken, scimEnterprise, scimGroup, scimPatch, scimUser } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

// Checks of the public suites, over the wire: scim2-tester, Okta's SPEC test, suvera's compliance utility, scim-sanity.
// Microsoft's are in scim-conformance-entra, those for schemas in scim-conformance-schemas.

const harness = useHarness();
let unit: Tenant;
let client: DirectoryClient;
const message = (name: string) => `urn:ietf:params:scim:api:messages:2.0:${name}`;

beforeAll(async () => {
  unit = await makeTenant();
  await makeUser(unit, { profile: 'admin' });
  client = getDirectory(harness, unit, (await makeScimToken(unit)).token);
});

const word = () => randomUUID();
const create = async (more: Record<string, unknown> = {}) => {
  const answer = await client.post('/Users', { schemas: [scimUser], userName: word(), ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const group = async (more: Record<string, unknown> = {}) =>
  (await client.post('/Groups', { schemas: [scimGroup], displayName: word(), ...more })).body;

describe('versions', () => {
  test('are in the header and in the resource, and are conditions for reading and writing', async () => {
    const made = await create();
    const path = `/Users/${made.id}`;
    const { version } = made.meta;
    const read = (headers: Record<string, string>) => client.get(path, headers);
    expect((await read({})).headers.get('etag')).toBe(version);
    for (const tag of [version, 'W/"abc", *', `W/"abc", ${version}`]) expect((await read({ 'if-none-match': tag })).status, tag).toBe(304);
    expect((await read({ 'if-none-match': version })).headers.get('etag')).toBe(version);
    expect((await read({ 'if-none-match': 'W/"abc"' })).status).toBe(200);
    expect((await read({ 'if-match': 'W/"abc"' })).status).toBe(412);
    expect((await read({ 'if-match': '*' })).status).toBe(200);
    expect((await read({ 'if-match': '*', 'if-none-match': '*' })).status).toBe(304);
    expect((await read({ 'if-match': 'W/"abc"', 'if-none-match': version })).status).toBe(412);
    expect((await client.put(path, { userName: word() }, { 'if-none-match': version })).status).toBe(412);
    expect((await client.delete(path, { 'if-none-match': '*' })).status).toBe(412);
    const put = await client.put(path, { schemas: [scimUser], userName: word() }, { 'if-match': version });
    expect(put.headers.get('etag')).toBe(put.body.meta.version);
    expect(put.body.meta.version).not.toBe(version);
    const same = await client.patch(path, [{ op: 'replace', path: 'userName', value: put.body.userName }]);
    expect(same.body.meta).toEqual(put.body.meta);
    expect((await client.delete(path, { 'if-match': version })).status).toBe(412);
    expect((await client.delete(path, { 'if-match': put.body.meta.version })).status).toBe(204);
  });

  test('apply to groups too', async () => {
    const made = await group();
    const path = `/Groups/${made.id}`;
    const { version } = made.meta;
    expect((await client.get(path, { 'if-match': 'W/"abc"' })).status).toBe(412);
    expect((await client.put(path, { displayName: word() }, { 'if-none-match': version })).status).toBe(412);
    expect((await client.delete(path, { 'if-none-match': '*' })).status).toBe(412);
    const patched = await client.patch(`${path}?excludedAttributes=members`, [{ op: 'replace', path: 'displayName', value: word() }], {
      'if-match': version,
      'if-none-match': 'W/"abc"',
    });
    expect(patched.status).toBe(200);
    expect((await client.delete(path, { 'if-match': version })).status).toBe(412);
    expect((await client.delete(path, { 'if-match': patched.body.meta.version })).status).toBe(204);
  });
});

describe('Okta’s required steps', () => {
  test('one after the other', async () => {
    const userName = `Runscope${word()}@Example.com`;
    const person = {
      schemas: [scimUser],
      userName,
      name: { givenName: 'Runscope', familyName: 'Hfluaklab' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Runscope Hfluaklab',
      locale: 'en-US',
      externalId: word(),
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const by = (name: string) => client.get(`/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}&startIndex=1&count=100`);
    expect(await by(userName)).toMatchObject({
      status: 200,
      body: { schemas: [message('ListResponse')], totalResults: 0, itemsPerPage: 0, startIndex: 1, Resources: [] },
    });
    const made = await client.post('/Users', person, {
      'content-type': 'application/scim+json; charset=utf-8',
      accept: 'application/scim+json',
    });
    expect(made).toMatchObject({ status: 201, body: { active: true, name: person.name, userName, emails: person.emails } });
    expect(made.text).not.toContain('1mz050nq');
    expect(made.headers.get('content-type')).toBe('application/scim+json');
    expect(made.headers.get('location')).toBe(made.body.meta.location);
    // Okta sends plain JSON without naming SCIM, and pages start at the requested index.
    expect((await client.get('/Users?count=2&startIndex=1', { accept: 'application/json' })).body).toMatchObject({ startIndex: 1 });
    const first = await client.get('/Users?count=1&startIndex=1&sortBy=userName&sortOrder=descending');
    expect(first).toMatchObject({ status: 200, body: { itemsPerPage: 1, startIndex: 1, totalResults: expect.any(Number) } });
    // Okta wants both name parts of the first user listed, even of one created in the portal.
    const [anybody] = (await client.get('/Users?count=1')).body.Resources;
    for (const { name } of [anybody, (await client.get(`/Users/${anybody.id}`)).body]) {
      expect(name.familyName).toMatch(/\S/);
      expect(name.givenName).toMatch(/\S/);
    }
    const read = await client.get(`/Users/${made.body.id}`);
    expect(read).toMatchObject({
      status: 200,
      body: { id: made.body.id, name: person.name, active: true, emails: [{ value: userName }] },
    });
    expect((await client.post('/Users', person)).status).toBe(409);
    expect((await by(userName.toUpperCase())).body).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id }] });
    expect(await client.get('/Groups')).toMatchObject({
      status: 200,
      body: { totalResults: expect.any(Number), Resources: expect.any(Array) },
    });
    expect(await client.get('/Users/010101001010101011001010101011')).toMatchObject({
      status: 404,
      body: { schemas: [message('Error')], status: '404', detail: expect.any(String) },
    });
    const stranger = await api(harness, unit, 'not-a-token').get('/scim/v2/Users');
    expect(stranger).toMatchObject({ status: 401, body: { schemas: [message('Error')], status: '401', detail: expect.any(String) } });
    // Then Okta reads the whole resource, changes it and puts it back with all read-only attributes.
    const put = await client.put(`/Users/${made.body.id}`, {
      ...read.body,
      name: { givenName: 'Another', middleName: 'Middle', familyName: 'User' },
      password: 'x',
    });
    expect(put).toMatchObject({ status: 200, body: { id: made.body.id, name: { middleName: 'Middle' }, externalId: person.externalId } });
    for (const active of [false, true])
      expect((await client.patch(`/Users/${made.body.id}`, [{ op: 'replace', value: { active } }])).body.active).toBe(active);
  });

  test('pages find everyone once', async () => {
    const prefix = word();
    for (let n = 0; n < 5; n += 1) await create({ userName: `${prefix}-${n}` });
    const seen: string[] = [];
    for (let startIndex = 1; startIndex <= 5; startIndex += 2) {
      const { body } = await client.get(`/Users?filter=${encodeURIComponent(`userName sw "${prefix}"`)}&startIndex=${startIndex}&count=2`);
      expect(body).toMatchObject({ startIndex, totalResults: 5 });
      seen.push(...body.Resources.map((each: { id: string }) => each.id));
    }
    expect(new Set(seen).size).toBe(5);
  });
});

describe('searching', () => {
  test.each([
    ['/.search', '(meta.resourceType eq "User") and (displayName sw "s")'],
    ['/Users/.search', 'displayName sw "s"'],
    ['/Groups/.search', 'displayName sw "s"'],
  ])('%s counts without returning resources', async (path, filter) => {
    const answer = await client.post(path, { schemas: [message('SearchRequest')], filter, startIndex: 1, count: 0 });
    expect(answer).toMatchObject({ status: 200, body: { schemas: [message('ListResponse')], itemsPerPage: 0, Resources: [] } });
  });

  test('both resource types are distinguished, and unknown parameters change nothing', async () => {
    const person = await create({ displayName: `both-${word()}` });
    const filter = encodeURIComponent(`meta.resourceType eq "User" and id eq "${person.id}"`);
    expect((await client.get(`?filter=${filter}&unheard=of`)).body).toMatchObject({ totalResults: 1, Resources: [{ id: person.id }] });
    expect((await client.get(`/Groups?startIndex=0&count=10&filter=${encodeURIComponent('displayName co "Stark"')}`)).status).toBe(200);
    expect((await client.get(`/users/${person.id}`)).body.id).toBe(person.id);
  });
});

describe('many at once', () => {
  test('can refer to later operations; a cycle and an undefined bulkId are refused individually', async () => {
    const members = (id: string) => [{ type: 'User', value: `bulkId:${id}` }];
    const manager = (id: string) => ({ [scimEnterprise]: { manager: { value: `bulkId:${id}` } } });
    const Operations = [
      { method: 'POST', path: '/Groups', bulkId: 'g', data: { schemas: [scimGroup], displayName: word(), members: members('u') } },
      { method: 'POST', path: '/Users', bulkId: 'u', data: { schemas: [scimUser], userName: word() } },
      { method: 'POST', path: '/Users', bulkId: 'a', data: { userName: word(), ...manager('b') } },
      { method: 'POST', path: '/Users', bulkId: 'b', data: { userName: word(), ...manager('a') } },
      { method: 'POST', path: '/Groups', bulkId: 'n', data: { displayName: word(), members: members('nobody') } },
    ];
    const { status, body } = await client.post('/Bulk', { schemas: [message('BulkRequest')], Operations });
    expect(status).toBe(200);
    expect(body.schemas).toEqual([message('BulkResponse')]);
    expect(body.Operations.map((each: { bulkId: string; status: string }) => [each.bulkId, each.status])).toEqual([
      ['g', '201'],
      ['u', '201'],
      ['a', '409'],
      ['b', '409'],
      ['n', '409'],
    ]);
    const made = await client.get(new URL(body.Operations[0].location).pathname.replace('/scim/v2', ''));
    expect(made.body.members).toMatchObject([{ value: body.Operations[1].location.split('/').at(-1) }]);
  });
});

describe('refusals', () => {
  test.each<[string, () => Promise<unknown>, number, string?]>([
    ['no resource', () => client.post('/Users', { not: 'a scim resource' }), 400, 'invalidValue'],
    ['no userName', () => client.post('/Users', { schemas: [scimUser] }), 400, 'invalidValue'],
    ['another type’s schema', () => client.post('/Users', { schemas: [scimGroup], userName: word() }), 400, 'invalidValue'],
    ['an invalid filter', () => client.get('/Users?filter=userName%20xx%20%22a%22'), 400, 'invalidFilter'],
    ['a patch of an unknown user', () => client.patch(`/Users/${word()}`, [{ op: 'add', path: 'title', value: 'x' }]), 404],
    ['a removal of an unknown group', () => client.delete(`/Groups/${word()}`), 404],
    ['a patch without operations', () => client.call('PATCH', `/Users/${word()}`, { schemas: [scimPatch] }), 400, 'invalidSyntax'],
    ['/Me', () => client.get('/Me'), 501],
  ])('%s', async (_, call, status, scimType) => {
    const answer = (await call()) as Awaited<ReturnType<DirectoryClient['get']>>; // because each is a call
    expect(answer).toMatchObject({ status, body: { schemas: [message('Error')], status: String(status), detail: expect.any(String) } });
    expect(answer.body.scimType).toBe(scimType);
    expect(answer.headers.get('content-type')).toBe('application/scim+json');
  });
});
