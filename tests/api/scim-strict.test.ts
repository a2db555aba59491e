import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { type DirectoryClient, directoryOf, makeScimToken, scimGroup, scimUser } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

// What a strict reader of RFC 7643 and 7644 asks beside the suites: values that no client of good will sends, and words that must stand exactly.

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

beforeAll(async () => {
  unit = await makeTenant();
  await makeUser(unit, { profile: 'admin', name: 'Zoé da Silva' });
  client = directoryOf(harness, unit, (await makeScimToken(unit)).token);
}, 60_000);

describe('members', () => {
  test.each(['abc', '', "x' or 1=1"])('"%s" is nobody: taking him away succeeds and changes nothing', async (name) => {
    const ana = await create();
    const { id } = await group({ members: [{ value: ana.id }] });
    for (const operation of [
      { op: 'remove', path: `members[value eq "${name}"]` },
      { op: 'remove', path: 'members', value: [{ value: name || 'x' }] },
    ]) {
      const answer = await client.patch(`/Groups/${id}`, [operation]);
      expect(answer, answer.text).toMatchObject({ status: 200, body: { members: [{ value: ana.id }] } });
    }
    expect(await client.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value: name || 'x' }] }])).toMatchObject(
      refused('invalidValue'),
    );
  });
});
