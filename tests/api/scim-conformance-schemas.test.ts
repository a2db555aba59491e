import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { makeCustomField } from '../support/make-custom-field.ts';
import { type DirectoryClient, getDirectory, makeScimToken, scimEnterprise, scimGroup, scimUser } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

// Checks of the public suites for discovery, the schemas and each of their attributes (see scim-conformance), over the wire.

const harness = useHarness();
let unit: Tenant;
let client: DirectoryClient;
const message = (name: string) => `urn:ietf:params:scim:api:messages:2.0:${name}`;
const core = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`;

type Described = {
  name: string;
  type: string;
  multiValued: boolean;
  required: boolean;
  mutability: string;
  returned: string;
  uniqueness: string;
  caseExact: boolean;
  description: string;
  canonicalValues?: string[];
  referenceTypes?: string[];
  subAttributes?: Described[];
};
type Schema = { id: string; name: string; schemas: string[]; description: string; meta: { location: string }; attributes: Described[] };

beforeAll(async () => {
  unit = await makeTenant();
  await makeUser(unit, { profile: 'admin' });
  await makeCustomField(unit, { label: 'Região', type: 'list', options: ['Sul', 'Norte'] });
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
const schemasNow = async (): Promise<Schema[]> => (await client.get('/Schemas')).body.Resources;

/** A value of the type that an attribute describes, as a client without further knowledge makes one. */
async function getSample(attribute: Described): Promise<unknown> {
  const one = await (async () => {
    if (attribute.canonicalValues?.[0]) return attribute.canonicalValues[0];
    if (attribute.type === 'boolean') return false;
    if (attribute.type === 'binary') return Buffer.from(word()).toString('base64');
    if (attribute.type === 'reference')
      return attribute.referenceTypes?.includes('User') ? (await create()).meta.location : `https://${word()}.test`;
    if (attribute.type !== 'complex') return attribute.name === 'value' ? `${word()}@${word()}.com` : word();
    const parts: Record<string, unknown> = {};
    for (const sub of attribute.subAttributes ?? [])
      if (sub.mutability !== 'readOnly') parts[sub.name] = sub.name === 'primary' ? true : await getSample(sub);
    // A reference and the id beside it mean the same user.
    if (typeof parts.$ref === 'string') parts.value = parts.$ref.slice(parts.$ref.lastIndexOf('/') + 1);
    return parts;
  })();
  return attribute.multiValued ? [one] : one;
}

/** All optional, writable attributes of a resource type, with their paths. */
async function optional(urn: string, extensions: string[]) {
  const all = await schemasNow();
  const of = (id: string) => all.find((each) => each.id === id)?.attributes ?? [];
  const writable = ({ mutability, required }: Described) => !required && (mutability === 'readWrite' || mutability === 'immutable');
  // Every schema has attributes.
  const externalId = { ...of(urn)[0], name: 'externalId', type: 'string', required: false, mutability: 'readWrite' } as Described;
  return [
    ...[externalId, ...of(urn)].filter(writable).map((attribute) => ({ path: attribute.name, keys: [attribute.name], attribute })),
    ...extensions.flatMap((id) =>
      of(id)
        .filter(writable)
        .map((attribute) => ({ path: `${id}:${attribute.name}`, keys: [id, attribute.name], attribute })),
    ),
  ];
}
const at = (body: Record<string, unknown>, keys: string[]): unknown =>
  // Because a part of a resource is an object.
  keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], body);

describe('discovery', () => {
  test.each(['/ServiceProviderConfig', '/ResourceTypes', '/Schemas'])('%s is served as SCIM, and is read-only', async (path) => {
    const answer = await client.get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/scim+json');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(await client.call(method, path, method === 'DELETE' ? undefined : {}), method).toMatchObject({
        status: 405,
        body: { schemas: [message('Error')], status: '405' },
      });
    expect(await client.get(path === '/ServiceProviderConfig' ? `/${word()}` : `${path}/${word()}`)).toMatchObject({
      status: 404,
      body: { schemas: [message('Error')], status: '404', detail: expect.any(String) },
    });
  });

  test('the configuration matches what the service does', async () => {
    const { body } = await client.get('/ServiceProviderConfig');
    expect(body).toMatchObject({ schemas: [core('ServiceProviderConfig')], meta: { resourceType: 'ServiceProviderConfig' } });
    for (const each of ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag']) expect(typeof body[each].supported).toBe('boolean');
    for (const each of [body.bulk.maxOperations, body.bulk.maxPayloadSize, body.filter.maxResults]) expect(each).toBeGreaterThan(0);
    for (const { type, name, description } of body.authenticationSchemes) expect([type, name, description].every(Boolean)).toBe(true);
    expect((await client.get(`/Users?count=${body.filter.maxResults + 1}`)).body.itemsPerPage).toBeLessThanOrEqual(body.filter.maxResults);
  });

  test('every resource type and schema is readable by itself, every schema of a type exists, every characteristic is stated', async () => {
    const all = await schemasNow();
    const types = (await client.get('/ResourceTypes')).body;
    expect(types).toMatchObject({ schemas: [message('ListResponse')], totalResults: 2 });
    for (const type of types.Resources) {
      expect(type).toMatchObject({ schemas: [core('ResourceType')], id: type.name, endpoint: `/${type.name}s` });
      expect((await client.get(`/ResourceTypes/${type.id}`)).body).toEqual(type);
      for (const id of [type.schema, ...(type.schemaExtensions ?? []).map((each: { schema: string }) => each.schema)])
        expect(all.map((each) => each.id)).toContain(id);
    }
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['User', 'Group', 'ServiceProviderConfig', 'ResourceType', 'Schema']),
    );
    const check = (attribute: Described) => {
      expect(['string', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'complex', 'binary']).toContain(attribute.type);
      expect(['readOnly', 'readWrite', 'immutable', 'writeOnly']).toContain(attribute.mutability);
      expect(['always', 'never', 'default', 'request']).toContain(attribute.returned);
      expect(['none', 'server', 'global']).toContain(attribute.uniqueness);
      for (const flag of [attribute.multiValued, attribute.required, attribute.caseExact]) expect(typeof flag).toBe('boolean');
      expect(attribute.description).not.toBe('');
      expect(attribute.type === 'complex').toBe(attribute.subAttributes !== undefined);
      expect(attribute.type === 'reference').toBe(attribute.referenceTypes !== undefined);
      attribute.subAttributes?.forEach(check);
    };
    for (const schema of all) {
      expect(schema).toMatchObject({ schemas: [core('Schema')], meta: { resourceType: 'Schema' }, description: expect.any(String) });
      expect((await client.get(`/Schemas/${schema.id}`)).body).toEqual(schema);
      schema.attributes.forEach(check);
    }
  });
});

describe('every attribute of the schemas', () => {
  test.each([
    ['User', scimUser, '/Users'],
    ['Group', scimGroup, '/Groups'],
  ])(
    'of a %s can be added, replaced and removed by PATCH, and is read back as written',
    async (name, urn, path) => {
      const extensions = name === 'User' ? [scimEnterprise, 'urn:ietf:params:scim:schemas:extension:mirante:2.0:User'] : [];
      const places = await optional(urn, extensions);
      const made = name === 'User' ? await create() : await group();
      const own = `${path}/${made.id}`;
      // A PATCH of a group returns only requested attributes.
      const asked = name === 'User' ? own : `${own}?excludedAttributes=nothing`;
      for (const op of ['add', 'replace'])
        for (const { path: where, keys, attribute } of places) {
          const value = await getSample(attribute);
          const answer = await client.patch(asked, [{ op, path: where, value }]);
          expect(answer.status, `${op} ${where}: ${answer.text}`).toBe(200);
          for (const body of [answer.body, (await client.get(own)).body])
            if (op === 'replace') expect(Array.isArray(value) ? at(body, keys) : [at(body, keys)], where).toMatchObject([value].flat());
            // "add" appends to a list; existing values stay.
            else expect([at(body, keys)].flat(), where).toMatchObject([value].flat());
        }
      for (const { path: where, keys } of places) {
        const answer = await client.patch(asked, [{ op: 'remove', path: where }]);
        expect(answer.status, `remove ${where}: ${answer.text}`).toBe(200);
        for (const body of [answer.body, (await client.get(own)).body]) expect(at(body, keys), where).toBeUndefined();
      }
    },
    120_000,
  );

  test('a user whose "active" is removed keeps the previous state until it is set again', async () => {
    const { id } = await create({ active: false });
    const path = `/Users/${id}`;
    expect((await client.patch(path, [{ op: 'remove', path: 'active' }])).body).not.toHaveProperty('active');
    const { body } = await client.put(path, { schemas: [scimUser], userName: word(), title: 'T' });
    expect(body).not.toHaveProperty('active');
    expect((await client.get(`/Users?filter=${encodeURIComponent(`id eq "${id}" and active eq false`)}`)).body.totalResults).toBe(1);
    expect((await client.patch(path, [{ op: 'add', path: 'active', value: true }])).body.active).toBe(true);
  });

  test('can be created, replaced as a whole, and is cleared when a replacement omits it', async () => {
    const places = await optional(scimUser, [scimEnterprise]);
    const whole: Record<string, unknown> = { schemas: [scimUser, scimEnterprise], userName: word(), [scimEnterprise]: {} };
    // Because it was just made.
    for (const { keys, attribute } of places)
      (keys.length > 1 ? (whole[scimEnterprise] as Record<string, unknown>) : whole)[attribute.name] = await getSample(attribute);
    const made = await client.post('/Users', whole);
    expect(made).toMatchObject({ status: 201, body: whole });
    expect(await client.put(`/Users/${made.body.id}`, { ...whole, userName: word() })).toMatchObject({
      status: 200,
      body: { nickName: whole.nickName },
    });
    const bare = await client.put(`/Users/${made.body.id}`, { schemas: [scimUser], userName: word() });
    expect(Object.keys(bare.body).toSorted()).toEqual(['active', 'id', 'meta', 'schemas', 'userName']);
  });

  test('can be included or excluded in a read, a list and a search', async () => {
    const person = await create({ externalId: word(), name: { familyName: 'Stark' } });
    const team = await group({ externalId: word(), members: [{ value: person.id }] });
    for (const [kind, id, kept, dropped] of [
      ['/Users', person.id, 'externalId', 'name'],
      ['/Groups', team.id, 'externalId', 'members'],
    ] as const) {
      const filter = `id eq "${id}"`;
      const found = (body: { Resources: Record<string, unknown>[] }) => body.Resources.find((each) => each.id === id) ?? {};
      for (const read of [
        async (query: Record<string, string>) => (await client.get(`${kind}/${id}?${new URLSearchParams(query)}`)).body,
        async (query: Record<string, string>) => found((await client.get(`${kind}?${new URLSearchParams({ filter, ...query })}`)).body),
        async ({ attributes, excludedAttributes }: Record<string, string>) =>
          found(
            (
              await client.post('/.search', {
                schemas: [message('SearchRequest')],
                filter,
                ...(attributes && { attributes: [attributes] }),
                ...(excludedAttributes && { excludedAttributes: [excludedAttributes] }),
              })
            ).body,
          ),
      ]) {
        expect(Object.keys(await read({ attributes: kept })).toSorted()).toEqual(['externalId', 'id', 'schemas']);
        expect(await read({ excludedAttributes: dropped })).not.toHaveProperty(dropped);
        expect(await read({ excludedAttributes: dropped })).toHaveProperty(kept);
      }
    }
  });
});
