import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { type DirectoryClient, getDirectory, makeScimToken, scimEnterprise, scimGroup, scimUser } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

// Checks of Microsoft's SCIM validator and its request collection, over the wire.

const harness = useHarness();
let unit: Tenant;
let entra: DirectoryClient;
const json = { 'content-type': 'application/json' };
const list = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

beforeAll(async () => {
  unit = await makeTenant();
  await makeUser(unit, { profile: 'admin' });
  entra = getDirectory(harness, unit, (await makeScimToken(unit)).token);
});

const word = () => randomUUID().slice(0, 13).toUpperCase();
const address = () => `${word().toLowerCase()}@people.test`;

/** A user as the validator makes one: every attribute, a boolean as a string, and an undeliverable address. */
const everything = () => ({
  userName: address(),
  active: true,
  displayName: word(),
  title: word(),
  emails: [{ type: 'work', value: address(), primary: true }],
  preferredLanguage: 'hi',
  name: { givenName: word(), familyName: word(), formatted: word(), middleName: word(), honorificPrefix: word(), honorificSuffix: word() },
  addresses: [
    {
      type: 'work',
      formatted: word(),
      streetAddress: word(),
      locality: word(),
      region: word(),
      postalCode: '47 4mz',
      primary: true,
      country: 'Peru',
    },
  ],
  phoneNumbers: [
    { type: 'work', value: '10-040-1308', primary: true },
    { type: 'mobile', value: '10-040-1308' },
    { type: 'fax', value: '10-040-1308' },
  ],
  [scimEnterprise]: {
    employeeNumber: word(),
    department: word(),
    costCenter: word(),
    organization: word(),
    division: word(),
    manager: { value: word() },
  },
  roles: [{ primary: 'True', display: word(), value: word(), type: word() }],
  userType: word(),
  nickName: word(),
  locale: word(),
  timezone: 'America/Guayaquil',
  profileUrl: word(),
  externalId: randomUUID(),
  schemas: [scimUser, scimEnterprise],
});
const create = async () => (await entra.post('/Users', everything())).body;
const by = (kind: string, filter: string, more = '') => entra.get(`${kind}?filter=${encodeURIComponent(filter)}${more}`);

describe('the validator', () => {
  test('creates a user, finds it by name in any case, and cannot create it twice', async () => {
    const given = everything();
    const made = await entra.post('/Users', given);
    expect(made).toMatchObject({ status: 201, body: { ...given, roles: [{ ...given.roles[0], primary: true }] } });
    expect(made.headers.get('location')).toBe(made.body.meta.location);
    expect((await entra.get(`/Users/${made.body.id}`)).body).toEqual(made.body);
    expect(await entra.post('/Users', given)).toMatchObject({ status: 409, body: { status: '409', scimType: 'uniqueness' } });
    for (const name of [given.userName, given.userName.toUpperCase()])
      expect((await by('/Users', `userName eq "${name}"`)).body).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id }] });
    expect((await by('/Users', `userName eq "${address()}"`)).body).toMatchObject({ schemas: [list], totalResults: 0, Resources: [] });
    expect((await by('/Users', `externalId eq "${given.externalId}"`)).body.totalResults).toBe(1);
  });

  test.each<[string, unknown[], Record<string, unknown>]>([
    [
      'several values by type',
      [
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'lilian@people.test' },
        { op: 'replace', path: 'phoneNumbers[type eq "work"].value', value: '07-272-0828' },
        { op: 'replace', path: 'addresses[type eq "work"].streetAddress', value: '2809 Johns Walk' },
        { op: 'replace', path: 'addresses[type eq "work"].locality', value: 'KMYV' },
      ],
      {
        emails: [{ type: 'work', value: 'lilian@people.test', primary: true }],
        phoneNumbers: [{ type: 'work', value: '07-272-0828' }, { type: 'mobile' }, { type: 'fax' }],
        addresses: [{ type: 'work', streetAddress: '2809 Johns Walk', locality: 'KMYV', country: 'Peru' }],
      },
    ],
    [
      'a typed value and its sub-attributes without a path',
      [
        {
          op: 'replace',
          value: {
            displayName: 'New',
            'name.givenName': 'Ana',
            'emails[type eq "home"].value': 'home@people.test',
            [`${scimEnterprise}:department`]: 'TI',
          },
        },
      ],
      {
        displayName: 'New',
        name: { givenName: 'Ana' },
        emails: [{ type: 'work' }, { type: 'home', value: 'home@people.test' }],
        [scimEnterprise]: { department: 'TI' },
      },
    ],
    ['the name of sign-in', [{ op: 'replace', value: { userName: 'emilio@people.test' } }], { userName: 'emilio@people.test' }],
    ['deactivation', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    [
      'a manager',
      [{ op: 'add', path: `${scimEnterprise}:manager`, value: { value: 'AXTK' } }],
      { [scimEnterprise]: { manager: { value: 'AXTK' } } },
    ],
    [
      'another manager, as a plain string',
      [{ op: 'Replace', path: `${scimEnterprise}:manager`, value: 'CBEQ' }],
      { [scimEnterprise]: { manager: { value: 'CBEQ' } } },
    ],
    [
      'a manager within the extension',
      [{ op: 'Replace', path: scimEnterprise, value: { manager: { value: 'XYZ' }, division: 'D' } }],
      { [scimEnterprise]: { manager: { value: 'XYZ' }, division: 'D' } },
    ],
    [
      'the only role, as a string with JSON',
      [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'viewer' }],
      { roles: [{ value: 'viewer', primary: true }] },
    ],
    [
      'one attribute several times, the last wins',
      [
        { op: 'replace', path: 'title', value: 'a' },
        { op: 'remove', path: 'title' },
        { op: 'add', path: 'title', value: 'b' },
      ],
      { title: 'b' },
    ],
  ])('patches %s', async (_, operations, expected) => {
    const made = await create();
    const answer = await entra.patch(`/Users/${made.id}`, operations);
    expect(answer).toMatchObject({ status: 200, body: { id: made.id, ...expected } });
    expect((await entra.get(`/Users/${made.id}`)).body).toEqual(answer.body);
  });

  test('removes a manager, by path and by an empty string, and leaves the rest of the extension', async () => {
    for (const operation of [
      { op: 'remove', path: `${scimEnterprise}:manager` },
      { op: 'Replace', path: `${scimEnterprise}:manager`, value: '' },
    ]) {
      const made = await create();
      const { body } = await entra.patch(`/Users/${made.id}`, [operation]);
      expect(body[scimEnterprise]).not.toHaveProperty('manager');
      expect(body[scimEnterprise].department).toBe(made[scimEnterprise].department);
    }
  });

  test('removes a user and a group once, and reads nothing afterwards', async () => {
    const group = (await entra.post('/Groups', { displayName: word(), schemas: [scimGroup] })).body;
    for (const path of [`/Users/${(await create()).id}`, `/Groups/${group.id}`]) {
      expect(await entra.delete(path)).toMatchObject({ status: 204, text: '' });
      for (const answer of [await entra.get(path), await entra.delete(path)])
        expect(answer).toMatchObject({ status: 404, body: { status: '404' } });
      expect((await entra.delete(path.replace(/[^/]+$/, randomUUID()))).status).toBe(404);
    }
  });

  test('creates, finds, renames and fills a group', async () => {
    const person = await create();
    const given = { displayName: word(), externalId: randomUUID(), schemas: [scimGroup] };
    const made = await entra.post('/Groups', given);
    expect(made).toMatchObject({ status: 201, body: given });
    expect(made.headers.get('location')).toBe(made.body.meta.location);
    const path = `/Groups/${made.body.id}`;
    expect(await entra.post('/Groups', given)).toMatchObject({ status: 409, body: { status: '409', scimType: 'uniqueness' } });
    expect(
      (await entra.patch(`${path}?attributes=members`, [{ op: 'Add', path: 'members', value: [{ value: person.id }] }])).body.members,
    ).toMatchObject([{ value: person.id }]);
    expect((await entra.get(`/Users/${person.id}`)).body.groups).toMatchObject([{ value: made.body.id, display: given.displayName }]);
    for (const name of [given.displayName, given.displayName.toLowerCase()]) {
      const { body } = await by('/Groups', `displayName eq "${name}"`, '&excludedAttributes=members');
      expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id }] });
      expect(body.Resources[0]).not.toHaveProperty('members');
    }
    expect((await by('/Groups', `externalId eq "${given.externalId}"`)).body.totalResults).toBe(1);
    expect((await by('/Groups', `id eq "${made.body.id}" and members eq "${person.id}"`)).body.totalResults).toBe(1);
    expect((await by('/Groups', `displayName eq "${word()}"`)).body).toMatchObject({ totalResults: 0, Resources: [] });
    const externalId = randomUUID();
    expect((await entra.patch(`${path}?attributes=externalId`, [{ op: 'replace', value: { externalId } }])).body).toMatchObject({
      externalId,
    });
    const displayName = word();
    expect((await entra.patch(`${path}?excludedAttributes=members`, [{ op: 'replace', value: { displayName } }])).body).toMatchObject({
      displayName,
      externalId,
    });
    const emptied = await entra.patch(`${path}?attributes=members`, [
      { op: 'Remove', path: 'members', value: [{ $ref: null, value: person.id }] },
    ]);
    expect(emptied.body).not.toHaveProperty('members');
    const second = await create();
    const both = await entra.patch(`${path}?attributes=members`, [
      { op: 'Add', path: 'members', value: [{ value: person.id }] },
      { op: 'Add', path: 'members', value: [{ value: second.id }] },
      { op: 'Remove', path: `members[value eq "${person.id}"]` },
    ]);
    expect(both.body.members).toMatchObject([{ value: second.id }]);
  });
});

describe('the request collection', () => {
  const person = (userName: string, email: string, more: Record<string, unknown> = {}) => ({
    UserName: userName,
    Active: true,
    DisplayName: 'Kimberly Baker',
    schemas: [scimEnterprise, scimUser],
    externalId: '22fbc523-6032-4c5f-939d-5d4850cf3e52',
    meta: { created: '2019-09-18T18:15:26.5788954+00:00', resourceType: 'User' },
    name: { formatted: 'Daniel Mcgee', familyName: 'Employee', givenName: 'Darl', honorificPrefix: null },
    emails: [
      { Primary: true, type: 'work', value: email },
      { Primary: false, type: 'home', value: `home.${email}` },
    ],
    addresses: [{ country: null, formatted: '18522 Lisa Unions\nEast Gregory', locality: null, type: 'other', primary: false }],
    roles: [],
    preferredLanguage: 'xh',
    ...more,
  });

  test('reads the service’s discovery documents, in any case of their paths', async () => {
    expect((await entra.get('/users')).status).toBe(200);
    expect((await entra.get('/ResourceTypes')).body.Resources[0].endpoint).toBe('/Users');
    expect((await entra.get('/serviceproviderconfig')).body.patch.supported).toBe(true);
    expect((await entra.get('/Schemas')).text).toContain('User Account');
  });

  test('creates several users with the same address: the portal gives it to the first one', async () => {
    const [prefix, email] = [word(), address()];
    const ids: string[] = [];
    for (const [n, active] of [
      [0, true],
      [1, 'True'],
      [2, true],
    ] as const) {
      const answer = await entra.post('/Users', person(`${prefix}${n}`, email, { Active: active }), json);
      expect(answer).toMatchObject({
        status: 201,
        body: { userName: `${prefix}${n}`, active: true, emails: [{ value: email, primary: true }, {}] },
      });
      ids.push(answer.body.id);
    }
    const rows = await query('select email from users where id = any($1) order by created_at, id', [ids]);
    expect(rows.map((row) => row.email)).toEqual([email, `home.${email}`, `${ids[2]}@no-address.invalid`]);
    const log = await query("select code from scim_log where row_id = any($1) and method = 'POST' order by at", [ids]);
    expect(log.map((row) => row.code)).toEqual([null, null, 'email_taken']);
    // The portal's own user matches, and is found by userName.
    const known = await makeUser(unit);
    expect(await entra.post('/Users', person(word(), known.email), json)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const text = async (filter: string) => (await entra.get(`/Users/?filter=${filter}`)).text;
    expect(await text(`UserName+eq+%22${prefix}0%22`)).toContain(ids[0]);
    const sure = `userName sw ${prefix} and `;
    const count = async (filter: string) => (await by('/Users', sure + filter)).body.totalResults;
    expect(await count(`name.FamilyName eq Employee and (emails.Value co people.test or emails.Value co example.org)`)).toBe(3);
    expect(await count(`userName sw ${prefix}0`)).toBe(1);
    expect(await count('meta.Created gt 2015-10-10T14:38:21.8617979-07:00')).toBe(3);
    for (const chosen of ['emails[type eq "work"]', `emails[value eq "${email}"]`, 'userName,emails'])
      expect((await by('/Users', `id eq "${ids[0]}"`, `&attributes=${encodeURIComponent(chosen)}`)).body.Resources[0].emails[0].value).toBe(
        email,
      );
    expect(await entra.put(`/Users/${ids[0]}`, { ...person(prefix, email), UserName: undefined, userame: prefix }, json)).toMatchObject({
      status: 400,
    });
    const misspelled = await entra.put(`/Users/${ids[0]}`, { ...person(`${prefix}0`, email), addresses: undefined, adreses: [] }, json);
    expect(misspelled.status).toBe(200);
    expect(misspelled.body).not.toHaveProperty('addresses');
    expect((await entra.post('/Users', '{ "acve": tre, "x": [', json)).status).toBe(400);
  });

  test('replaces the members of a group, and accepts members with extra attributes', async () => {
    const [ana, bia] = [await create(), await create()];
    const { id } = (await entra.post('/Groups', { displayName: word(), members: [{ value: ana.id, display: 'VP' }] }, json)).body;
    const put = await entra.put(`/Groups/${id}`, { id, displayName: word(), members: [{ value: ana.id }, { value: bia.id }] }, json);
    expect(put.body.members.map((each: { value: string }) => each.value).toSorted()).toEqual([ana.id, bia.id].toSorted());
    await entra.patch(`/Groups/${id}`, [{ op: 'remove', path: 'members' }]);
    const added = await entra.patch(`/Groups/${id}?attributes=members`, [
      { name: 'addMember', op: 'add', path: 'members', value: [{ displayName: 'new User', value: bia.id }] },
    ]);
    expect(added.body.members).toMatchObject([{ value: bia.id, display: bia.displayName }]);
    // Unknown members are refused: a stored group must not claim members that cannot sign in.
    expect((await entra.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: 'string id 1' }])).status).toBe(400);
  });
});
