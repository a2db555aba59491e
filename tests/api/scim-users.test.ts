import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { api, getApi, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { makeWay } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { makeCustomField } from '../support/make-custom-field.ts';
import { type DirectoryClient, getDirectory, makeScimToken, provision, scimEnterprise, scimPatch, scimUser } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
let unit: Tenant;
let entra: DirectoryClient;

beforeAll(async () => {
  unit = await makeTenant();
  await makeUser(unit, { profile: 'admin' });
  const directory = randomUUID();
  await makeWay(unit, { directories: [directory], domains: ['people.test'] });
  entra = getDirectory(harness, unit, (await makeScimToken(unit, { provider: { kind: 'entra', issuer: directory } })).token);
});

const address = () => `${randomUUID().slice(0, 13)}@people.test`;
const person = (more: Record<string, unknown> = {}) => ({ schemas: [scimUser], userName: address(), ...more });
const create = async (more: Record<string, unknown> = {}) => (await entra.post('/Users', person(more))).body;
const getRow = async (id: string) => (await query('select * from users where id = $1', [id]))[0];

describe('a user of a directory', () => {
  test('is created with all given attributes, and reads back the same', async () => {
    const given = person({
      externalId: 'a1',
      name: { formatted: 'Dr. Ana Maria Sá', familyName: 'Sá', givenName: 'Ana', middleName: 'Maria', honorificPrefix: 'Dr.' },
      displayName: 'Ana Sá',
      nickName: 'Aninha',
      title: 'Manager',
      userType: 'Employee',
      preferredLanguage: 'pt_BR',
      locale: 'pt-BR',
      timezone: 'America/Sao_Paulo',
      active: true,
      emails: [{ value: 'Ana.Sa@people.test', type: 'work', primary: true }],
      phoneNumbers: [{ value: '+55 11 98765-4321', type: 'mobile' }],
      addresses: [{ type: 'work', locality: 'Campinas', country: 'BR' }],
      roles: [{ value: 'analyst', display: 'Analyst' }],
      [scimEnterprise]: { department: 'Frota', costCenter: '42', manager: { value: 'm-1' } },
      schemas: [scimUser, scimEnterprise],
    });
    const made = await entra.post('/Users', given);
    expect(made.status).toBe(201);
    expect(made.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    const { id, meta, ...rest } = made.body;
    expect(rest).toEqual(given);
    expect(meta).toMatchObject({ resourceType: 'User', version: 'W/"1"', location: `${unit.origin}/scim/v2/Users/${id}` });
    expect(made.headers.get('location')).toBe(meta.location);
    expect(made.headers.get('etag')).toBe('W/"1"');
    expect((await entra.get(`/Users/${id}`)).body).toEqual(made.body);
    expect(await getRow(id)).toMatchObject({
      name: 'Ana Sá',
      email: 'ana.sa@people.test',
      phone: '+5511987654321',
      department: 'Frota',
      position: 'manager',
      language: 'pt-BR',
      status: 'A',
      profile: 'user',
    });
  });

  test('has one name regardless of case, and requires one', async () => {
    const { userName } = await create();
    const again = await entra.post('/Users', person({ userName: userName.toUpperCase() }));
    expect(again).toMatchObject({ status: 409, body: { status: '409', scimType: 'uniqueness' } });
    expect(await entra.post('/Users', { schemas: [scimUser] })).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(await entra.post('/Users', person({ userName: 7 }))).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(await entra.post('/Users', person({ active: 'perhaps' }))).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(await entra.post('/Users', '{"userName":')).toMatchObject({ status: 400, body: { scimType: 'invalidSyntax' } });
  });

  test('that the portal created is found and taken over, not created twice', async () => {
    const known = await makeUser(unit, { name: 'Bia Prado' });
    const { body } = await entra.get(`/Users?filter=${encodeURIComponent(`userName eq "${known.email.toUpperCase()}"`)}`);
    expect(body).toMatchObject({
      totalResults: 1,
      Resources: [{ id: known.id, userName: known.email, displayName: 'Bia Prado', active: true }],
    });
    expect((await entra.post('/Users', person({ userName: known.email }))).status).toBe(409);
    expect((await entra.patch(`/Users/${known.id}`, [{ op: 'Add', path: 'externalId', value: 'e-7' }])).body).toMatchObject({
      externalId: 'e-7',
    });
    expect(await getRow(known.id)).toMatchObject({ user_name: known.email, external_id: 'e-7', email: known.email });
  });

  test('is replaced: omitted attributes are cleared, read-only ones stay, and an omission reactivates no one', async () => {
    const made = await create({ nickName: 'Nick', title: 'Boss', emails: [{ value: address(), type: 'work' }] });
    const { body, status } = await entra.put(`/Users/${made.id}`, {
      ...person({ userName: made.userName }),
      id: 'another',
      meta: { created: 'x' },
      displayName: 'New',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: made.id, displayName: 'New', meta: { created: made.meta.created, version: 'W/"2"' } });
    expect(body).not.toHaveProperty('nickName');
    await entra.patch(`/Users/${made.id}`, [{ op: 'replace', value: { active: false } }]);
    expect((await entra.put(`/Users/${made.id}`, person({ userName: made.userName }))).body.active).toBe(false);
    expect(await entra.put(`/Users/${randomUUID()}`, person())).toMatchObject({ status: 404, body: { status: '404' } });
    expect(await entra.put(`/Users/${made.id}`, { schemas: [scimUser] })).toMatchObject({ status: 400 });
  });

  test('is removed: gone for the directory, kept thirty days by the portal, and the name is free', async () => {
    const made = await create();
    expect((await entra.delete(`/Users/${made.id}`)).status).toBe(204);
    for (const answer of [
      await entra.get(`/Users/${made.id}`),
      await entra.delete(`/Users/${made.id}`),
      await entra.patch(`/Users/${made.id}`, [{ op: 'replace', value: { active: true } }]),
    ])
      expect(answer).toMatchObject({ status: 404, body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' } });
    expect(await getRow(made.id)).toMatchObject({ status: 'D' });
    expect((await getRow(made.id))?.deleted_at).not.toBeNull();
    expect((await entra.post('/Users', person({ userName: made.userName }))).status).toBe(201);
  });
});

describe('deactivation', () => {
  test.each([
    ['Entra', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['Okta', [{ op: 'replace', value: { active: false } }]],
    ['others', [{ op: 'replace', path: `${scimUser}:active`, value: false }]],
  ])('as %s says it ends sessions, removes the groups and can be undone', async (_, operations) => {
    const user = await makeUser(unit);
    const token = await signIn(harness, unit, user);
    const group = (await entra.post('/Groups', { displayName: `G ${randomUUID()}`, members: [{ value: user.id }] })).body;
    expect((await entra.patch(`/Users/${user.id}`, operations)).body.active).toBe(false);
    expect((await api(harness, unit, token).post('/api/auth/config')).status).toBe(403);
    expect(await query('select 1 from sessions where user_id = $1 and revoked_at is null', [user.id])).toEqual([]);
    expect((await entra.get(`/Groups/${group.id}`)).body.members).toBeUndefined();
    expect(await getRow(user.id)).toMatchObject({ status: 'D' });
    expect((await entra.patch(`/Users/${user.id}`, [{ op: 'replace', path: 'active', value: true }])).body.active).toBe(true);
    expect(await getRow(user.id)).toMatchObject({ status: 'A' });
  });

  test('of the last administrator is refused whole, logged and reported', async () => {
    const place = await makeTenant();
    const boss = await makeUser(place, { profile: 'admin' });
    await provision(boss);
    const directory = getDirectory(harness, place, (await makeScimToken(place)).token);
    const operations = [
      { op: 'replace', path: 'displayName', value: 'Changed' },
      { op: 'replace', path: 'active', value: false },
    ];
    for (const answer of [await directory.patch(`/Users/${boss.id}`, operations), await directory.delete(`/Users/${boss.id}`)])
      expect(answer).toMatchObject({ status: 409, body: { scimType: 'mutability' } });
    expect(await getRow(boss.id)).toMatchObject({ name: boss.name, status: 'A', deleted_at: null });
    const log = await query('select method, status, code, name from scim_log where tenant_id = $1 order by at', [place.id]);
    expect(log).toMatchObject([
      { method: 'PATCH', status: 409, code: 'last_administrator', name: boss.name },
      { method: 'DELETE', status: 409, code: 'last_administrator', name: boss.name },
    ]);
    const told = await query("select vars->>'name' as name from notifications where tenant_id = $1 and kind = 'directory_refused'", [
      place.id,
    ]);
    expect(told).toEqual([{ name: boss.name }]);
  });

  test('frees a seat: over the limit no user can be created or reactivated', async () => {
    const place = await makeTenant({ userLimit: 2 });
    await makeUser(place, { profile: 'admin' });
    const directory = getDirectory(harness, place, (await makeScimToken(place)).token);
    const first = await directory.post('/Users', person());
    expect(first.status).toBe(201);
    expect(await directory.post('/Users', person())).toMatchObject({ status: 409, body: { status: '409' } });
    const asleep = await directory.post('/Users', person({ active: false }));
    expect(asleep.status).toBe(201);
    expect((await directory.patch(`/Users/${asleep.body.id}`, [{ op: 'replace', path: 'active', value: true }])).status).toBe(409);
    await directory.patch(`/Users/${first.body.id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect((await directory.patch(`/Users/${asleep.body.id}`, [{ op: 'replace', path: 'active', value: true }])).status).toBe(200);
  });
});

describe('versions', () => {
  test('a read of the current version is short, a write of another one is refused', async () => {
    const made = await create();
    const path = `/Users/${made.id}`;
    expect(await entra.get(path, { 'if-none-match': made.meta.version })).toMatchObject({ status: 304, text: '' });
    expect((await entra.get(path, { 'if-none-match': 'W/"99"' })).status).toBe(200);
    for (const method of ['PUT', 'DELETE'])
      expect((await entra.call(method, path, method === 'PUT' ? person() : undefined, { 'if-match': 'W/"99"' })).status).toBe(412);
    const changed = await entra.patch(path, [{ op: 'add', path: 'title', value: 'CEO' }], { 'if-match': made.meta.version });
    expect(changed).toMatchObject({ status: 200, body: { meta: { version: 'W/"2"' } } });
    expect((await entra.patch(path, [{ op: 'add', path: 'title', value: 'CTO' }], { 'if-match': made.meta.version })).status).toBe(412);
    expect((await entra.patch(path, [{ op: 'add', path: 'title', value: 'CEO' }])).body.meta.version).toBe('W/"2"');
    expect((await entra.delete(path, { 'if-match': '*' })).status).toBe(204);
  });
});

describe('custom fields', () => {
  test('are an extension with an attribute each; an invalid value is refused and a required one may be missing', async () => {
    const place = await makeTenant();
    await makeUser(place, { profile: 'admin' });
    const field = await makeCustomField(place, { label: 'Região', type: 'list', options: ['Sul', 'Norte'], required: true });
    const directory = getDirectory(harness, place, (await makeScimToken(place)).token);
    const urn = 'urn:ietf:params:scim:schemas:extension:mirante:2.0:User';
    const schema = (await directory.get(`/Schemas/${urn}`)).body;
    expect(schema.attributes).toMatchObject([{ name: field.key, type: 'string', canonicalValues: ['Sul', 'Norte'] }]);
    expect((await directory.post('/Users', person())).status).toBe(201);
    const made = await directory.post('/Users', person({ [urn]: { [field.key]: 'Sul' } }));
    expect(made.body).toMatchObject({ schemas: [scimUser, urn], [urn]: { [field.key]: 'Sul' } });
    const found = await directory.get(`/Users?filter=${encodeURIComponent(`${urn}:${field.key} eq "Sul"`)}`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id }] });
    expect(await directory.patch(`/Users/${made.body.id}`, [{ op: 'replace', path: `${urn}:${field.key}`, value: 'Leste' }])).toMatchObject(
      { status: 400 },
    );
    const moved = await directory.patch(`/Users/${made.body.id}`, [{ op: 'replace', path: `${urn}:${field.key}`, value: 'Norte' }]);
    expect(moved.body[urn]).toEqual({ [field.key]: 'Norte' });
    expect((await query('select custom from users where id = $1', [made.body.id]))[0]?.custom).toEqual({ [field.key]: 'Norte' });
  });
});

describe('a patch', () => {
  const patched = async (before: Record<string, unknown>, operations: unknown[]) => {
    const made = await create(before);
    return entra.patch(`/Users/${made.id}`, operations);
  };
  const work = { value: 'w@x.test', type: 'work', primary: true };
  const home = { value: 'h@x.test', type: 'home' };
  const both = () => ({
    emails: [
      { ...work, value: address() },
      { ...home, value: address() },
    ],
  });

  test.each<[string, Record<string, unknown>, unknown[], Record<string, unknown>]>([
    ['adds a part of a name', {}, [{ op: 'Add', path: 'name.givenName', value: 'Ana' }], { name: { givenName: 'Ana' } }],
    [
      'accepts paths as keys',
      {},
      [{ op: 'replace', value: { 'name.familyName': 'Sá', NICKNAME: 'N', [`${scimEnterprise}:department`]: 'TI' } }],
      { name: { familyName: 'Sá' }, nickName: 'N', [scimEnterprise]: { department: 'TI' } },
    ],
    [
      'merges a complex attribute',
      { name: { givenName: 'A', familyName: 'B' } },
      [{ op: 'replace', value: { name: { givenName: 'C' } } }],
      { name: { givenName: 'C', familyName: 'B' } },
    ],
    [
      'creates the value that Entra adds by filter',
      {},
      [{ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '555' }],
      { phoneNumbers: [{ type: 'mobile', value: '555' }] },
    ],
    [
      'replaces one value',
      {
        phoneNumbers: [
          { type: 'work', value: '1' },
          { type: 'home', value: '2' },
        ],
      },
      [{ op: 'Replace', path: 'phoneNumbers[type eq "home"].value', value: '3' }],
      {
        phoneNumbers: [
          { type: 'work', value: '1' },
          { type: 'home', value: '3' },
        ],
      },
    ],
    [
      'removes one value',
      {
        phoneNumbers: [
          { type: 'work', value: '1' },
          { type: 'home', value: '2' },
        ],
      },
      [{ op: 'remove', path: 'phoneNumbers[type eq "home"]' }],
      { phoneNumbers: [{ type: 'work', value: '1' }] },
    ],
    [
      'keeps one primary value',
      { phoneNumbers: [{ type: 'work', value: '1', primary: true }] },
      [{ op: 'add', path: 'phoneNumbers', value: [{ type: 'home', value: '2', primary: true }] }],
      {
        phoneNumbers: [
          { type: 'work', value: '1', primary: false },
          { type: 'home', value: '2', primary: true },
        ],
      },
    ],
    [
      'accepts a manager as a plain id',
      {},
      [{ op: 'add', path: `${scimEnterprise}:manager`, value: 'm-9' }],
      { [scimEnterprise]: { manager: { value: 'm-9' } } },
    ],
    [
      'ignores another product’s attributes',
      {},
      [
        { op: 'add', path: 'urn:ietf:params:scim:schemas:extension:other:2.0:User:x', value: 1 },
        { op: 'add', path: 'title', value: 'T' },
      ],
      { title: 'T' },
    ],
  ])('%s', async (_, before, operations, expected) => {
    const answer = await patched(before, operations);
    expect(answer).toMatchObject({ status: 200, body: expected });
  });

  test.each<[string, unknown[], string]>([
    ['an unknown path', [{ op: 'replace', path: 'nonsense', value: 1 }], 'invalidPath'],
    ['a malformed path', [{ op: 'replace', path: 'emails[type eq', value: 1 }], 'invalidPath'],
    ['a malformed filter', [{ op: 'replace', path: 'emails[type is "x"].value', value: 'a' }], 'invalidFilter'],
    ['a missing value', [{ op: 'replace', path: 'emails[type eq "nowhere"].value', value: 'a' }], 'noTarget'],
    ['a removal without a path', [{ op: 'remove' }], 'noTarget'],
    ['a read-only attribute', [{ op: 'replace', path: 'groups', value: [] }], 'mutability'],
    ['the id', [{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
    ['a required attribute', [{ op: 'remove', path: 'userName' }], 'mutability'],
    ['a wrong type', [{ op: 'replace', path: 'active', value: 'maybe' }], 'invalidValue'],
    ['an unknown operation', [{ op: 'increment', path: 'title', value: 'x' }], 'invalidSyntax'],
    ['no operation', [], 'invalidSyntax'],
    [
      'one valid and one invalid operation',
      [
        { op: 'replace', path: 'title', value: 'Kept?' },
        { op: 'replace', path: 'nope', value: 1 },
      ],
      'invalidPath',
    ],
  ])('of %s is refused and changes nothing', async (_, operations, scimType) => {
    const made = await create(both());
    expect(await entra.patch(`/Users/${made.id}`, operations)).toMatchObject({ status: 400, body: { status: '400', scimType } });
    expect((await entra.get(`/Users/${made.id}`)).body).toEqual(made);
  });

  test('of ten thousand operations is too large', async () => {
    const made = await create();
    const many = Array.from({ length: 10_000 }, () => ({ op: 'replace', path: 'title', value: 'x' }));
    expect((await entra.call('PATCH', `/Users/${made.id}`, { schemas: [scimPatch], Operations: many })).status).toBe(413);
  });
});

test('a user without an address is sent nothing: no invitation, no notification, no link', async () => {
  const place = await makeTenant();
  const boss = await getApi(harness, place, await makeUser(place, { profile: 'admin' }));
  const directory = getDirectory(harness, place, (await makeScimToken(place)).token);
  await boss.put('/api/auth/scim/choices', { invite: 'S', version: 0 });
  const { id } = (await directory.post('/Users', { schemas: [scimUser], userName: `nobody-${randomUUID()}` })).body;
  expect(await getRow(id)).toMatchObject({ email: `${id}@no-address.invalid`, invited_at: null, status: 'A' });
  for (const path of ['invite', 'account_mail'])
    expect((await boss.post(`/api/auth/users/${id}/${path}`)).body, path).toMatchObject({ status: 'no_address' });
  const bulk = await boss.post('/api/auth/users/bulk', { action: 'invite', ids: [id] });
  expect(bulk.body).toMatchObject({ changed: 0, refused: [{ id, reason: 'no_address' }] });
  const mails = await query("select 1 from outbox where tenant_id = $1 and body->>'user_id' = $2", [place.id, id]);
  expect([...mails, ...(await query('select 1 from mails where user_id = $1', [id]))]).toEqual([]);
});

test('a sync of many users costs one statement and one round trip for each', async () => {
  const many = 200;
  await create();
  const people = Array.from({ length: many }, () => person({ displayName: 'Sync', [scimEnterprise]: { department: 'Frota' } }));
  const costs: { statements: number; requests: number }[] = [];
  while (people.length > 0) {
    const before = await harness.database.trips();
    const answers = await Promise.all(people.splice(0, 10).map((each) => entra.post('/Users', each)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const after = await harness.database.trips();
    costs.push({ statements: after.statements - before.statements, requests: after.requests - before.requests });
  }
  // Periodic queries (hosts, custom fields) belong to no single user: the median of ten concurrent calls excludes them.
  for (const kind of ['statements', 'requests'] as const) {
    const sorted = costs.map((cost) => cost[kind]).toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(11);
  }
}, 240_000);
