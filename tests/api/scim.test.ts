import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { type DirectoryClient, getDirectory, makeScimToken, scimEnterprise, scimGroup, scimUser } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
let unit: Tenant;
let directory: DirectoryClient;
const listed = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error';
const ids: Record<string, string> = {};

beforeAll(async () => {
  unit = await makeTenant();
  await makeUser(unit, { profile: 'admin', email: `zz-${randomUUID()}@boss.test`, name: 'Zeca' });
  directory = getDirectory(harness, unit, (await makeScimToken(unit)).token);
  const people = [
    {
      userName: 'ana@x.test',
      externalId: 'E-1',
      displayName: 'Ana',
      title: 'CEO',
      name: { familyName: 'Alves' },
      emails: [
        { value: 'ana@x.test', type: 'work' },
        { value: 'ana@home.test', type: 'home' },
      ],
    },
    {
      userName: 'bia@x.test',
      externalId: 'E-2',
      displayName: 'Bia',
      active: false,
      emails: [{ value: 'bia@home.test', type: 'work' }],
      [scimEnterprise]: { department: 'Frota' },
    },
    { userName: 'Caio_100%', displayName: 'Caio', nickName: 'C"a\\io', userType: 'Guest' },
  ];
  for (const each of people) ids[each.displayName] = (await directory.post('/Users', { schemas: [scimUser], ...each })).body.id;
  ids.group = (await directory.post('/Groups', { schemas: [scimGroup], displayName: 'Diretoria', members: [{ value: ids.Ana }] })).body.id;
});

const found = async (filter: string): Promise<string[]> => {
  const answer = await directory.get(`/Users?filter=${encodeURIComponent(filter)}&sortBy=displayName`);
  expect(answer, filter).toMatchObject({ status: 200, body: { schemas: [listed] } });
  return answer.body.Resources.map((each: { displayName: string }) => each.displayName);
};

describe('a filter', () => {
  test.each<[string, string[]]>([
    ['userName eq "ANA@X.TEST"', ['Ana']],
    ['USERNAME Eq "ana@x.test"', ['Ana']],
    [`${scimUser}:userName eq "ana@x.test"`, ['Ana']],
    ['externalId eq "E-1"', ['Ana']],
    ['externalId eq "e-1"', []],
    ['externalId ne "E-1"', ['Bia', 'Caio', 'Zeca']],
    ['userName co "x.te"', ['Ana', 'Bia']],
    ['userName sw "B"', ['Bia']],
    ['userName ew "_100%"', ['Caio']],
    ['displayName gt "b" and displayName lt "d"', ['Bia', 'Caio']],
    ['displayName ge "Bia" and displayName le "Caio"', ['Bia', 'Caio']],
    ['active eq false', ['Bia']],
    ['active eq "True" and userName ew "x.test"', ['Ana']],
    ['title pr', ['Ana']],
    ['displayName eq Bia and active eq false', ['Bia']],
    ['meta.created gt 2015-10-10T14:38:21.8617979-07:00 and title pr', ['Ana']],
    ['not (title pr)', ['Bia', 'Caio', 'Zeca']],
    ['title pr or userType pr', ['Ana', 'Caio']],
    ['title pr and userType pr or displayName eq "Bia"', ['Bia']],
    ['title pr and (userType pr or displayName eq "Ana")', ['Ana']],
    ['name.familyName eq "alves"', ['Ana']],
    ['name pr and title eq "ceo"', ['Ana']],
    ['nickName eq "C\\"a\\\\io"', ['Caio']],
    ['emails.value eq "ana@home.test"', ['Ana']],
    ['emails eq "ana@home.test"', ['Ana']],
    ['emails co "home"', ['Ana', 'Bia']],
    ['emails[type eq "work" and value co "home"]', ['Bia']],
    ['emails[type eq "work"].value co "home"', ['Bia']],
    ['emails[type eq "work"].value eq "ana@x.test"', ['Ana']],
    ['emails[not (type eq "work")]', ['Ana']],
    [`${scimEnterprise}:department eq "frota"`, ['Bia']],
    [`${scimEnterprise}:manager pr`, []],
    ['groups.display eq "diretoria"', ['Ana']],
    ['meta.resourceType eq "User" and title pr', ['Ana']],
    ['meta.lastModified gt "2011-05-13T04:42:34Z" and title pr', ['Ana']],
    ['meta.created lt "2011-05-13T04:42:34Z"', []],
    ['id pr and title pr', ['Ana']],
    ['title eq null and userType pr', ['Caio']],
    ['noSuchThing eq "x"', []],
    ['noSuchThing pr or title pr', ['Ana']],
    ['userName eq "\' or true --"', []],
  ])('%s', async (filter, names) => {
    expect(await found(filter)).toEqual(names);
  });

  test.each([
    'userName',
    'userName eq',
    'userName is "x"',
    'eq "x"',
    '(userName eq "x"',
    'userName eq "x" and',
    'userName eq (x)',
    'userName eq "x" displayName eq "y"',
    'emails[type eq "work"',
    'active gt true',
    'active eq "perhaps"',
    'meta.created eq "soon"',
    'name eq "x"',
    'userName eq "\\u0000"',
    `${'('.repeat(40)}title pr${')'.repeat(40)}`,
    `title eq "${'x'.repeat(3000)}"`,
  ])('that cannot be parsed is refused: %s', async (filter) => {
    expect(await directory.get(`/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject({
      status: 400,
      body: { schemas: [errorUrn], status: '400', scimType: 'invalidFilter' },
    });
  });

  test('with random tokens never causes a server error', async () => {
    const word = fc.constantFrom(
      'userName',
      'emails.value',
      'schemas',
      scimEnterprise,
      'meta.created',
      'meta.created gt',
      'meta.lastModified le',
      'active',
      'emails[type eq "work"].value',
      'groups',
      'x',
      'and',
      'or',
      'not',
      '(',
      ')',
      '[',
      ']',
      'eq',
      'co',
      'pr',
      'gt',
      '"a"',
      '"',
      'true',
      'null',
      '1',
      '-2e9',
      'urn:a:b',
      '"0000-01-01T00:00:00Z"',
      '"+012345-01-01T00:00:00Z"',
      '"-000001-01-01T00:00:00Z"',
      '"Jan 1 10000"',
      '"2026-02-29T12:00:00Z"',
      '\\',
    );
    const filters = fc.oneof(
      fc.array(word, { maxLength: 9 }).map((words) => words.join(' ')),
      fc.string({ maxLength: 30 }),
    );
    const answered = fc.asyncProperty(filters, async (filter) => {
      const { status } = await directory.get(`/Users?count=1&filter=${encodeURIComponent(filter)}`);
      expect([200, 400]).toContain(status);
    });
    await harness.database.unrecorded(async () => fc.assert(answered, { numRuns: 60 }));
  }, 120_000);
});

describe('a list', () => {
  test('is paged from the requested start index', async () => {
    const all = (await directory.get('/Users?sortBy=userName')).body;
    expect(all).toMatchObject({ totalResults: 4, startIndex: 1, itemsPerPage: 4 });
    const second = (await directory.get('/Users?sortBy=userName&startIndex=2&count=2')).body;
    expect(second).toMatchObject({ totalResults: 4, startIndex: 2, itemsPerPage: 2 });
    expect(second.Resources).toEqual(all.Resources.slice(1, 3));
    expect((await directory.get('/Users?count=0')).body).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] });
    expect((await directory.get('/Users?startIndex=-3&count=-1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
    expect((await directory.get('/Users?startIndex=99')).body).toMatchObject({ totalResults: 4, Resources: [] });
    expect(await directory.get('/Users?count=many')).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    const down = (await directory.get('/Users?sortBy=userName&sortOrder=descending')).body;
    expect(down.Resources).toEqual(all.Resources.toReversed());
    const titled = (await directory.get('/Users?sortBy=title')).body.Resources;
    expect(titled[0].displayName).toBe('Ana');
  });

  test('returns the requested attributes, always with the id', async () => {
    const one = async (query: string) => (await directory.get(`/Users/${ids.Ana}?${query}`)).body;
    expect(await one('attributes=userName')).toEqual({ schemas: [scimUser], id: ids.Ana, userName: 'ana@x.test' });
    expect(await one('attributes=NAME.familyname,emails.value')).toEqual({
      schemas: [scimUser],
      id: ids.Ana,
      name: { familyName: 'Alves' },
      emails: [{ value: 'ana@x.test' }, { value: 'ana@home.test' }],
    });
    const rest = await one('excludedAttributes=emails,meta.location,id');
    expect(rest).toMatchObject({ id: ids.Ana, userName: 'ana@x.test', meta: { resourceType: 'User' } });
    expect(rest).not.toHaveProperty('emails');
    expect(rest.meta).not.toHaveProperty('location');
    const bia = (await directory.get(`/Users/${ids.Bia}?attributes=${scimEnterprise}:department`)).body;
    expect(bia).toEqual({ schemas: [scimUser, scimEnterprise], id: ids.Bia, [scimEnterprise]: { department: 'Frota' } });
    const made = await directory.post('/Users?attributes=id', { schemas: [scimUser], userName: `t-${randomUUID()}` });
    expect(made.body).toEqual({ schemas: [scimUser], id: made.body.id });
    await directory.delete(`/Users/${made.body.id}`);
  });

  test('can be searched by POST, for one resource type or for both', async () => {
    const body = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: 'displayName sw "d" or displayName sw "a"',
      attributes: ['displayName'],
      startIndex: 1,
      count: 10,
    };
    const names = async (path: string) =>
      (await directory.post(path, body)).body.Resources.map((each: { displayName: string }) => each.displayName);
    expect(await names('/Users/.search')).toEqual(['Ana']);
    expect(await names('/Groups/.search')).toEqual(['Diretoria']);
    expect(await names('/.search')).toEqual(['Ana', 'Diretoria']);
    expect((await directory.get('')).body.totalResults).toBe(5);
  });
});

describe('discovery', () => {
  test('lists exactly the supported features', async () => {
    const config = (await directory.get('/ServiceProviderConfig')).body;
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 1000 },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
    });
    expect(config.authenticationSchemes).toMatchObject([{ type: 'oauthbearertoken' }]);
    const types = (await directory.get('/ResourceTypes')).body;
    expect(types.Resources).toMatchObject([
      { id: 'User', endpoint: '/Users', schema: scimUser, schemaExtensions: [{ schema: scimEnterprise, required: false }] },
      { id: 'Group', schema: scimGroup },
    ]);
    const schemas = (await directory.get('/Schemas')).body;
    expect(schemas.Resources.map((each: { id: string }) => each.id).slice(0, 3)).toEqual([scimUser, scimEnterprise, scimGroup]);
    for (const each of [...schemas.Resources, ...types.Resources])
      expect((await directory.get(each.meta.location.slice(`${unit.origin}/scim/v2`.length))).body).toEqual(each);
    expect((await directory.get('/Schemas?filter=id%20pr')).status).toBe(403);
    expect((await directory.get('/Schemas/urn:none')).status).toBe(404);
  });

  test.each([
    ['GET', '/Nothing', 404],
    ['GET', '/Users/a/b', 404],
    ['PUT', '/Users', 405],
    ['POST', `/Groups/${randomUUID()}`, 405],
    ['DELETE', '/Schemas', 405],
    ['GET', '/Me', 501],
    ['PATCH', '/Me', 501],
    ['GET', '/Users/not-a-uuid', 404],
    ['GET', `/Groups/${randomUUID()}`, 404],
    ['GET', '/Bulk', 405],
  ])('%s %s answers %i in SCIM’s error format', async (method, path, status) => {
    const answer = await directory.call(method, path, method === 'GET' || method === 'DELETE' ? undefined : {});
    expect(answer).toMatchObject({ status, body: { schemas: [errorUrn], status: String(status) } });
    expect(answer.headers.get('content-type')).toBe('application/scim+json');
    if (status === 405) expect(answer.headers.get('allow')).toBeTruthy();
  });
});

describe('a bulk request', () => {
  test('runs in order, with references between operations and a result for each', async () => {
    const userName = `bulk-${randomUUID()}`;
    const Operations = [
      { method: 'POST', path: '/Users', bulkId: 'u1', data: { schemas: [scimUser], userName } },
      {
        method: 'POST',
        path: '/Groups',
        bulkId: 'g1',
        data: { schemas: [scimGroup], displayName: userName, members: [{ value: 'bulkId:u1' }] },
      },
      { method: 'POST', path: '/Users', bulkId: 'u2', data: { schemas: [scimUser], userName } },
      { method: 'PATCH', path: '/Users/bulkId:u1', data: { Operations: [{ op: 'add', path: 'title', value: 'T' }] } },
      { method: 'DELETE', path: '/Groups/bulkId:g1' },
    ];
    const { status, body } = await directory.post('/Bulk', { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations });
    expect(status).toBe(200);
    expect(body.Operations.map((each: { status: string }) => each.status)).toEqual(['201', '201', '409', '200', '204']);
    expect(body.Operations[2]).toMatchObject({ bulkId: 'u2', response: { scimType: 'uniqueness' } });
    const stopped = await directory.post('/Bulk', { failOnErrors: 1, Operations: [Operations[2], Operations[0]] });
    expect(stopped.body.Operations).toHaveLength(1);
    expect((await directory.post('/Bulk', { Operations: Array.from({ length: 1001 }, () => Operations[4]) })).status).toBe(413);
  });
});
