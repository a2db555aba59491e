import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeUserGroup } from '../support/make-content.ts';
import { type DirectoryClient, getDirectory, makeScimToken, scimEnterprise, scimGroup, scimPatch, scimUser } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

// Strict points of RFC 7643 and 7644 beyond the suites: hostile values, and exact wording.

const harness = useHarness();
let unit: Tenant;
let client: DirectoryClient;
const refused = (scimType: string) => ({ status: 400, body: { status: '400', scimType } });
const word = () => randomUUID();
const create = async (more: Record<string, unknown> = {}) => {
  const answer = await client.post('/Users', { schemas: [scimUser], userName: word(), ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const group = async (more: Record<string, unknown> = {}) => {
  const answer = await client.post('/Groups', { schemas: [scimGroup], displayName: word(), ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const found = async (kind: 'Users' | 'Groups', filter: string, more = ''): Promise<string[]> => {
  const answer = await client.get(`/${kind}?filter=${encodeURIComponent(filter)}${more}`);
  expect(answer.status, `${filter}: ${answer.text}`).toBe(200);
  return answer.body.Resources.map(({ id }: { id: string }) => id);
};
const ofPerson = (id: string, filter: string) => found('Users', `id eq "${id}" and (${filter})`);
/** A text of this length without repetition, which an index cannot compress. */
const noise = (length: number) =>
  Array.from({ length: Math.ceil(length / 36) }, word)
    .join('')
    .slice(0, length);

beforeAll(async () => {
  unit = await makeTenant();
  await makeUser(unit, { profile: 'admin', name: 'Zoé da Silva' });
  client = getDirectory(harness, unit, (await makeScimToken(unit)).token);
});

describe('members', () => {
  test.each(['abc', '', "x' or 1=1"])('"%s" matches no member: removing it succeeds and changes nothing', async (name) => {
    const ana = await create();
    const { id } = await group({ members: [{ value: ana.id }] });
    for (const operation of [
      { op: 'remove', path: `members[value eq "${name}"]` },
      { op: 'remove', path: 'members', value: [{ value: name || 'x' }] },
    ]) {
      const answer = await client.patch(`/Groups/${id}?attributes=members`, [operation]);
      expect(answer, answer.text).toMatchObject({ status: 200, body: { members: [{ value: ana.id }] } });
    }
    expect(await client.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value: name || 'x' }] }])).toMatchObject(
      refused('invalidValue'),
    );
  });
});

describe('a date', () => {
  test.each(['0000-01-01T00:00:00Z', '+012345-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', 'Jan 1 10000', '+010000-01-01T00:00:00Z'])(
    'that the database’s calendar lacks is refused: %s',
    async (date) => {
      for (const kind of ['Users', 'Groups'])
        expect(await client.get(`/${kind}?filter=${encodeURIComponent(`meta.created gt "${date}"`)}`)).toMatchObject(
          refused('invalidFilter'),
        );
    },
  );

  test('of the first and of the last year is valid', async () => {
    const { id } = await create();
    expect(await ofPerson(id, 'meta.created gt "0001-01-01T00:00:00Z" and meta.created lt "9999-12-31T23:59:59Z"')).toEqual([id]);
  });
});

describe('a long text', () => {
  test('is refused if it could not be found again', async () => {
    const { id } = await group();
    const person = await create();
    const long = noise(4_000);
    for (const answer of [
      await client.post('/Groups', { displayName: word(), externalId: long }),
      await client.put(`/Groups/${id}`, { displayName: word(), externalId: long }),
      await client.patch(`/Groups/${id}`, [{ op: 'add', path: 'externalId', value: long }]),
      await client.patch(`/Groups/${id}`, [{ op: 'add', value: { externalId: long } }]),
      await client.post('/Groups', { displayName: long }),
      await client.post('/Users', { userName: word(), externalId: long }),
      await client.patch(`/Users/${person.id}`, [{ op: 'add', path: 'externalId', value: long }]),
      await client.post('/Users', { userName: long }),
    ])
      expect(answer, answer.text).toMatchObject(refused('invalidValue'));
    const most = noise(512);
    expect(
      (await client.patch(`/Groups/${id}?attributes=externalId`, [{ op: 'add', path: 'externalId', value: most }])).body.externalId,
    ).toBe(most);
    expect(await found('Groups', `externalId eq "${most}"`)).toEqual([id]);
  });

  test('that grows when normalized is refused or cut, in every attribute', async () => {
    // One character that becomes eighteen.
    const ligatures = 'ﷺ'.repeat(254);
    expect(await client.post('/Users', { userName: ligatures })).toMatchObject(refused('invalidValue'));
    expect(await client.post('/Groups', { displayName: ligatures })).toMatchObject(refused('invalidValue'));
    const squares = Array.from({ length: 250 }, (_, n) => String.fromCodePoint(0x3300 + ((n * 37) % 88))).join('');
    const person = await create({ displayName: squares });
    expect(person.displayName).toBe(squares);
    expect((await client.patch(`/Users/${person.id}`, [{ op: 'replace', path: 'displayName', value: ligatures }])).status).toBe(200);
  });

  test('is never cut in the middle of a character', async () => {
    const faces = `a${'😀'.repeat(400)}`;
    const person = await create({ displayName: faces, title: faces, [scimEnterprise]: { department: faces } });
    const [row] = await query('select name, department, position from users where id = $1', [person.id]);
    for (const value of Object.values(row ?? {})) expect(value).toMatch(/^a(?:😀)+$/u);
    const name = `${word()}${'😀'.repeat(60)}`;
    const made = await group({ displayName: `${name}${word()}` });
    expect((await query('select name from user_groups where id = $1', [made.id]))[0]?.name).toMatch(/^[\w-]+(?:😀)+$/u);
    // The detail of a refusal is cut too, and logged.
    const id = `a${'😀'.repeat(300)}`;
    expect((await client.delete(`/Users/${encodeURIComponent(id)}`)).body.detail.isWellFormed()).toBe(true);
    expect((await client.post('/Users', { userName: id })).status).toBe(400);
    const log = await query("select name from scim_log where tenant_id = $1 and method = 'POST' and status = 400 and name like 'a😀%'", [
      unit.id,
    ]);
    expect(log).toHaveLength(1);
  });
});

describe('capitals', () => {
  test('are ignored in comparisons, accents are not', async () => {
    const mark = word();
    const person = await create({ displayName: `álvaro ${mark}`, name: { familyName: `ÇİVİ ${mark}` } });
    const made = await group({ displayName: `Gestão ÁREA ${mark}` });
    const portal = await makeUserGroup(unit, { name: `Seção ${mark}` });
    expect(await found('Users', `displayName eq "ÁLVARO ${mark.toUpperCase()}"`)).toEqual([person.id]);
    expect(await found('Users', `displayName sw "ÁLV" and displayName co "${mark}"`)).toEqual([person.id]);
    expect(await found('Users', `displayName eq "Alvaro ${mark}"`)).toEqual([]);
    expect(await found('Users', `name.familyName eq "ÇİVİ ${mark}"`)).toEqual([person.id]);
    expect(await found('Users', `name.familyName ew "vİ ${mark}"`)).toEqual([person.id]);
    for (const filter of [
      `displayName eq "gestão área ${mark}"`,
      `displayName sw "GESTÃO" and displayName co "${mark}"`,
      `displayName ew "ÁREA ${mark}"`,
      `displayName co "ÃO ÁREA ${mark}"`,
      `displayName eq "${`gestão área ${mark}`.normalize('NFD')}"`,
    ])
      expect(await found('Groups', filter), filter).toEqual([made.id]);
    for (const filter of [`displayName eq "gestao area ${mark}"`, `displayName sw "gestao" and displayName co "${mark}"`])
      expect(await found('Groups', filter), filter).toEqual([]);
    expect(await found('Groups', `displayName eq "SEÇÃO ${mark}"`)).toEqual([portal.id]);
    expect(await found('Groups', `displayName ne "SEÇÃO ${mark}" and displayName co "${mark}"`)).toEqual([made.id]);
  });
});

describe('a user created in the portal', () => {
  test.each([
    ['Ana Maria de Sá', 'Ana Maria de', 'Sá'],
    ['Cher', 'Cher', 'Cher'],
  ])('named "%s" has both name parts, and is found and sorted by the displayed name', async (whole, givenName, familyName) => {
    const { id } = await makeUser(unit, { name: whole });
    const name = { formatted: whole, givenName, familyName };
    expect((await client.get(`/Users/${id}`)).body.name).toEqual(name);
    expect(await ofPerson(id, `name.familyName eq "${familyName.toUpperCase()}" and name.givenName eq "${givenName}"`)).toEqual([id]);
    expect(await ofPerson(id, `name.familyName eq "${whole} "`)).toEqual([]);
    const people = (await client.get('/Users?sortBy=name.familyName&count=200')).body.Resources.map(
      (each: { name?: { familyName?: string } }) => each.name?.familyName?.toLowerCase(),
    ).filter(Boolean);
    expect(people).toEqual(people.toSorted((one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
  });
});

describe('schemas', () => {
  test('are listed on the users who have a value of them, and can be filtered by', async () => {
    const [bare, hired] = [await create(), await create({ [scimEnterprise]: { department: 'TI' } })];
    for (const filter of [`schemas eq "${scimEnterprise}"`, `${scimEnterprise} pr`, `schemas co "enterprise"`]) {
      expect(await ofPerson(hired.id, filter), filter).toEqual([hired.id]);
      expect(await ofPerson(bare.id, filter), filter).toEqual([]);
    }
    expect(await ofPerson(bare.id, `schemas eq "${scimUser}"`)).toEqual([bare.id]);
    expect(await ofPerson(bare.id, `not (${scimEnterprise} pr)`)).toEqual([bare.id]);
    expect(await ofPerson(bare.id, `schemas ne "${scimEnterprise}" and ${scimUser} pr`)).toEqual([bare.id]);
    expect(await client.get(`/Users?filter=${encodeURIComponent(`${scimEnterprise} eq "x"`)}`)).toMatchObject(refused('invalidFilter'));
    await client.patch(`/Users/${hired.id}`, [{ op: 'remove', path: scimEnterprise }]);
    expect(await ofPerson(hired.id, `schemas eq "${scimEnterprise}"`)).toEqual([]);
    const portal = await makeUser(unit);
    expect(await ofPerson(portal.id, `${scimEnterprise} pr or schemas eq "${scimEnterprise}"`)).toEqual([]);
    await query("update users set department = 'Frota' where id = $1", [portal.id]);
    expect(await ofPerson(portal.id, `${scimEnterprise} pr and schemas eq "${scimEnterprise}"`)).toEqual([portal.id]);
    expect((await client.get(`/Users/${portal.id}`)).body.schemas).toEqual([scimUser, scimEnterprise]);
    expect(await found('Groups', `${scimEnterprise} pr`)).toEqual([]);
  });
});

describe('a bulk request', () => {
  const bulk = async (Operations: unknown[]) => {
    const answer = await client.post('/Bulk', { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.Operations;
  };

  test('returns the location of every operation except a failed POST', async () => {
    const [one, other] = [await create(), await group()];
    const missing = word();
    const told = await bulk([
      { method: 'POST', path: '/Users', bulkId: 'a', data: { userName: one.userName } },
      { method: 'POST', path: '/Users', bulkId: 'b', data: { userName: word() } },
      { method: 'PUT', path: `/users/${one.id}`, data: { userName: word() } },
      { method: 'PATCH', path: `/Users/${missing}`, data: { Operations: [{ op: 'add', path: 'title', value: 'x' }] } },
      { method: 'DELETE', path: `/Users/${one.id}` },
      { method: 'DELETE', path: `/Groups/${other.id}` },
    ]);
    expect(told.map(({ status }: { status: string }) => status)).toEqual(['409', '201', '200', '404', '204', '204']);
    const base = `${unit.origin}/scim/v2`;
    expect(told[0]).not.toHaveProperty('location');
    expect(told[1].location).toMatch(`${base}/Users/`);
    expect(told[2].location).toBe(one.meta.location);
    expect(told[3].location).toBe(`${base}/Users/${missing}`);
    expect(told[4].location).toBe(one.meta.location);
    expect(told[5].location).toBe(other.meta.location);
  });

  test('continues past a malformed operation, and says what each lacked', async () => {
    const userName = word();
    const told = await bulk([
      { method: 'POST', path: '/Nothing', bulkId: 'x', data: {} },
      { method: 'GET', path: '/Users' },
      { method: 'DELETE', path: '/Schemas/x' },
      { method: 'POST', path: '/Bulk', bulkId: 'y', data: { Operations: [] } },
      { method: 'POST', path: '/Users/.search', bulkId: 's', data: {} },
      { method: 'POST', path: '/Users', data: { userName: word() } },
      { method: 'PUT', path: `/Users/${word()}`, data: 'text' },
      { method: 'PUT', path: '/Users', data: {} },
      { path: 7 },
      { method: 'POST', path: '/Users', bulkId: 'u', data: { userName } },
    ]);
    expect(told).toHaveLength(10);
    for (const each of told.slice(0, -1)) {
      expect(each, JSON.stringify(each)).toMatchObject({ response: { status: each.status, detail: expect.any(String) } });
      expect(Number(each.status)).toBeGreaterThanOrEqual(400);
      expect(Number(each.status)).toBeLessThan(500);
    }
    expect(told[0]).toMatchObject({ method: 'POST', bulkId: 'x', status: '404' });
    expect(told[1]).toMatchObject({ method: 'GET', status: '405' });
    expect(told[9]).toMatchObject({ bulkId: 'u', status: '201' });
    expect(await client.post('/Bulk', { Operations: ['text'] })).toMatchObject(refused('invalidSyntax'));
  });

  test('answers an undefined bulkId with a conflict, and without the scimType of another status', async () => {
    const [told] = await bulk([{ method: 'DELETE', path: '/Users/bulkId:missing' }]);
    expect(told).toMatchObject({ status: '409', response: { status: '409', detail: expect.any(String) } });
    expect(told.response).not.toHaveProperty('scimType');
  });

  test('needs a valid token, whatever the method', async () => {
    const stranger = getDirectory(harness, unit, `mscim_${'A'.repeat(43)}`);
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      expect((await stranger.call(method, '/Bulk', method === 'PUT' || method === 'PATCH' ? {} : undefined)).status, method).toBe(401);
      expect((await client.call(method, '/Bulk', method === 'PUT' || method === 'PATCH' ? {} : undefined)).status, method).toBe(405);
    }
  });
});

describe('a patch', () => {
  test.each([
    { op: 'replace', path: 'displayName' },
    { op: 'replace', path: 'active' },
    { op: 'replace', path: 'name.givenName' },
    { op: 'replace', path: 'emails' },
    { op: 'replace', path: scimEnterprise },
    { op: 'add', path: 'title' },
  ])('without a value is refused: %o', async (operation) => {
    const made = await create({ displayName: 'D', title: 'T', name: { givenName: 'G' }, emails: [{ value: `${word()}@x.test` }] });
    expect(await client.patch(`/Users/${made.id}`, [operation])).toMatchObject(refused('invalidValue'));
    expect((await client.get(`/Users/${made.id}`)).body).toEqual(made);
  });

  test('of a group without a value is refused too', async () => {
    const ana = await create();
    const made = await group({ externalId: 'e', members: [{ value: ana.id }] });
    for (const path of ['externalId', 'members', 'displayName'])
      expect(await client.patch(`/Groups/${made.id}`, [{ op: 'replace', path }]), path).toMatchObject(refused('invalidValue'));
    expect((await client.get(`/Groups/${made.id}`)).body).toEqual(made);
  });

  test.each([null, ''])('with an empty value clears: %o', async (value) => {
    const made = await create({ displayName: 'D', name: { givenName: 'G', familyName: 'F' } });
    const { body } = await client.patch(`/Users/${made.id}`, [
      { op: 'replace', path: 'displayName', value },
      { op: 'replace', path: 'name.givenName', value },
    ]);
    expect(body).not.toHaveProperty('displayName');
    expect(body.name).toEqual({ familyName: 'F' });
  });

  test('accepts the URN of the resource’s own schema for the resource', async () => {
    const made = await create({ title: 'T' });
    const path = `/Users/${made.id}`;
    expect((await client.patch(path, [{ op: 'replace', path: scimUser, value: { title: 'U', id: 'x' } }])).body).toMatchObject({
      id: made.id,
      title: 'U',
    });
    expect(
      (await client.patch(path, [{ op: 'add', value: { [scimUser]: { nickName: 'N', name: { givenName: 'G' } } } }])).body,
    ).toMatchObject({ title: 'U', nickName: 'N', name: { givenName: 'G' } });
    expect(await client.patch(path, [{ op: 'remove', path: scimUser }])).toMatchObject(refused('noTarget'));
    expect(await client.patch(path, [{ op: 'replace', path: scimUser, value: 'x' }])).toMatchObject(refused('invalidValue'));
    const team = await group();
    const name = word();
    for (const operation of [
      { op: 'replace', path: scimGroup, value: { displayName: name, members: [{ value: made.id }] } },
      { op: 'replace', value: { [scimGroup]: { externalId: 'e' } } },
    ])
      expect((await client.patch(`/Groups/${team.id}`, [operation])).status).toBe(204);
    expect((await client.get(`/Groups/${team.id}`)).body).toMatchObject({
      displayName: name,
      externalId: 'e',
      members: [{ value: made.id }],
    });
    expect(await client.patch(`/Groups/${team.id}`, [{ op: 'remove', path: scimGroup }])).toMatchObject(refused('noTarget'));
  });

  test('ignores another product’s extension', async () => {
    const made = await create();
    const foreign = 'urn:ietf:params:scim:schemas:extension:other:2.0:User';
    const { status, body } = await client.patch(`/Users/${made.id}`, [{ op: 'add', path: foreign, value: { x: 1 } }]);
    expect({ status, body }).toEqual({ status: 200, body: made });
  });
});

describe('an unknown resource', () => {
  test.each(['/Users', '/Groups'])('below %s is reported in the words that suites look for', async (kind) => {
    for (const id of [word(), 'not-a-uuid']) {
      const body = kind === '/Users' ? { userName: word() } : { displayName: word() };
      for (const answer of [
        await client.get(`${kind}/${id}`),
        await client.put(`${kind}/${id}`, body),
        await client.call('PATCH', `${kind}/${id}`, { schemas: [scimPatch], Operations: [{ op: 'add', path: 'externalId', value: 'e' }] }),
        await client.delete(`${kind}/${id}`),
      ])
        expect(answer).toMatchObject({ status: 404, body: { status: '404', detail: `Resource ${id} not found.` } });
    }
  });
});

describe('excluded attributes', () => {
  test('leave no empty parent', async () => {
    const made = await create({
      name: { givenName: 'G' },
      emails: [{ value: `${word()}@x.test` }],
      [scimEnterprise]: { manager: { value: 'm' } },
    });
    const read = async (excluded: string) =>
      (await client.get(`/Users/${made.id}?excludedAttributes=${encodeURIComponent(excluded)}`)).body;
    const body = await read(`name.givenName,emails.value,${scimEnterprise}:manager.value`);
    for (const name of ['name', 'emails', scimEnterprise]) expect(body).not.toHaveProperty(name);
    expect(body).toMatchObject({ id: made.id, userName: made.userName });
    expect((await read('emails.display')).emails).toEqual(made.emails);
  });

  test('hide a manager’s name, which only the portal sets', async () => {
    const schema = (await client.get(`/Schemas/${scimEnterprise}`)).body;
    const manager = schema.attributes.find(({ name }: { name: string }) => name === 'manager');
    expect(manager.subAttributes.find(({ name }: { name: string }) => name === 'displayName').mutability).toBe('readOnly');
    const made = await create({ [scimEnterprise]: { manager: { value: 'm', displayName: 'Rui' } } });
    expect(made[scimEnterprise]).toEqual({ manager: { value: 'm' } });
    const patched = await client.patch(`/Users/${made.id}`, [
      { op: 'replace', path: `${scimEnterprise}:manager`, value: { value: 'n', displayName: 'Rui' } },
    ]);
    expect(patched.body[scimEnterprise]).toEqual({ manager: { value: 'n' } });
  });
});

describe('the version of a user', () => {
  test('changes with the user’s groups', async () => {
    const made = await create();
    const path = `/Users/${made.id}`;
    const version = async (more = '') => (await client.get(`${path}${more}`)).headers.get('etag') ?? '';
    expect(await version()).toBe(made.meta.version);
    const team = await group({ members: [{ value: made.id }] });
    const joined = await version();
    expect(joined).not.toBe(made.meta.version);
    expect((await client.get(path, { 'if-none-match': made.meta.version })).body.groups).toHaveLength(1);
    expect((await client.get(path, { 'if-none-match': joined })).status).toBe(304);
    expect(await version('?excludedAttributes=groups')).toBe(joined);
    const [listed] = (await client.get(`/Users?filter=${encodeURIComponent(`id eq "${made.id}"`)}`)).body.Resources;
    expect(listed.meta.version).toBe(joined);
    await client.patch(`/Groups/${team.id}`, [{ op: 'replace', path: 'displayName', value: word() }]);
    const renamed = await version();
    expect(renamed).not.toBe(joined);
    expect((await client.patch(path, [{ op: 'add', path: 'title', value: 'T' }], { 'if-match': joined })).status).toBe(412);
    const patched = await client.patch(path, [{ op: 'add', path: 'title', value: 'T' }], { 'if-match': renamed });
    expect(patched).toMatchObject({ status: 200, body: { title: 'T' } });
    expect(patched.headers.get('etag')).toBe(await version());
    expect((await client.delete(path, { 'if-match': renamed })).status).toBe(412);
    expect((await client.delete(path, { 'if-match': await version() })).status).toBe(204);
  });
});
