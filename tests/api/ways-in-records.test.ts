import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verticeDirectory } from '../../dev/idp-oidc/people.ts';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeUserGroup } from '../support/make-content.ts';
import { getDirectory, makeScimToken, scimGroup, scimUser } from '../support/make-scim.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { makeProvider, samlBody } from '../support/saml-provider.ts';

const harness = useHarness({ vars: { ENTRA_CLIENT_ID: randomUUID(), ENTRA_CLIENT_SECRET: 'shared' } });
const noMap = { subject: '', email: '', name: '', phone: '', department: '', position: '', groups: '' };

async function scene() {
  const tenant = await makeTenant();
  const as = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  /** Every audit row of the tenant for these actions, as stored. */
  const records = async (...whats: string[]) =>
    (await query('select what, change from audit where tenant_id = $1 and what = any($2) order by at, what', [tenant.id, whats])).map(
      ({ what, change }) => [what, change],
    );
  return { tenant, as, records };
}
/** The answers to concurrent repetitions of one call. */
const atOnce = async (call: () => ReturnType<Api['put']>) =>
  (await Promise.all([call(), call(), call(), call()])).map(({ status, body }) => [status, body.status]).toSorted();
const oneWins = [[200, undefined], ...Array.from({ length: 3 }, () => [409, 'changed_meanwhile'])];

test('a SAML app is recorded with its settings, an edit with the differences, and no key', async () => {
  const { tenant, as, records } = await scene();
  const [provider, other] = [await makeProvider(), await makeProvider()];
  const group = await makeUserGroup(tenant);
  const body = samlBody(provider, { name: 'ADFS', groups: [{ value: 'x', group: group.id }] });
  const { id } = (await as.post('/api/auth/saml/add', body)).body;
  const { certificates } = (await as.get(`/api/auth/saml/${id}`)).body;
  const both = [provider.certificate, other.certificate];
  const edit = { ...body, id, version: 1, name: 'Okta', jit: 'S', domains: ['a.test', 'b.test'], certificates: both, groups: [] };
  expect(await atOnce(() => as.put('/api/auth/saml/update', edit))).toEqual(oneWins);
  const after = (await as.get(`/api/auth/saml/${id}`)).body;
  const fingerprints = after.certificates.map(({ fingerprint }: { fingerprint: string }) => fingerprint).join(', ');
  await as.put('/api/auth/saml/update', { ...edit, version: 2 });
  expect(await records('saml.add', 'saml.edit')).toEqual([
    [
      'saml.add',
      {
        after: {
          ...{ name: 'ADFS', issuer: provider.issuer, signInUrl: 'https://idp.test/sso', signOutUrl: 'https://idp.test/logout' },
          ...{ signOutResponseUrl: '', metadataUrl: '', certificates: certificates[0].fingerprint, domains: 'people.test' },
          ...{ host: tenant.host, map: noMap, defaultProfile: 'user', jit: false, sync: false, idpInitiated: false },
          ...{ signRequests: false, singleLogout: false, groups: [{ value: 'x', group: group.id }], profiles: [] },
        },
      },
    ],
    [
      'saml.edit',
      {
        before: {
          ...{ name: 'ADFS', jit: false, domains: 'people.test', certificates: certificates[0].fingerprint },
          groups: [{ value: 'x', group: group.id }],
        },
        after: { name: 'Okta', jit: true, domains: 'a.test, b.test', certificates: fingerprints, groups: [] },
      },
    ],
    ['saml.edit', { before: {}, after: {} }],
  ]);
});

test('Entra is recorded with old and new values and whether the secret changed', async () => {
  const { as, records } = await scene();
  const form = {
    ...{ version: 0, enabled: 'N', name: 'Microsoft', own: 'S', clientId: randomUUID(), domains: ['vertice.test'], link: 'N', jit: 'N' },
    ...{ jitStatus: 'A', guests: 'N', groups: [], directories: [{ id: verticeDirectory, name: 'Matriz' }] },
  };
  const { version: _v, enabled: _e, ...told } = form;
  const first = { ...told, defaultProfile: 'user', secretAt: null, status: 'I' };
  expect((await as.put('/api/auth/entra', form)).body).toEqual({ version: 1 });
  const again = { ...form, version: 1, enabled: 'S', name: 'Contas', secret: 'new-secret' };
  expect(await atOnce(() => as.put('/api/auth/entra', again))).toEqual(oneWins);
  const { secretAt } = (await as.get('/api/auth/entra')).body.entra;
  expect(await records('entra.save')).toEqual([
    ['entra.save', { before: null, after: first, secretChanged: false }],
    ['entra.save', { before: first, after: { ...first, name: 'Contas', status: 'A', secretAt }, secretChanged: true }],
  ]);
});

test('a token is recorded with its old provider, and with the new one only if one is named', async () => {
  const { as, records, tenant } = await scene();
  const issuer = (await makeProvider()).issuer;
  await as.post('/api/auth/saml/add', samlBody({ ...(await makeProvider()), issuer }));
  const { id } = await makeScimToken(tenant, { name: 'Okta' });
  const put = (body: object) => as.put('/api/auth/scim/update', { id, ...body });
  const tied = { version: 1, name: 'Okta 2', provider: { kind: 'saml', issuer } };
  expect(await atOnce(() => put(tied))).toEqual(oneWins);
  expect((await put({ ...tied, version: 2, provider: { kind: 'saml', issuer: 'https://nowhere.test' } })).body).toMatchObject({
    ...{ status: 'not_found', field: 'provider' },
  });
  expect((await put({ version: 2, name: 'Okta 3' })).body).toEqual({ id, version: 3 });
  expect((await put({ version: 3, name: 'Okta 3', provider: null })).status).toBe(200);
  expect(await records('scim.token_edit')).toEqual([
    ['scim.token_edit', { before: { name: 'Okta', provider: null }, after: { name: 'Okta 2', provider: issuer } }],
    ['scim.token_edit', { before: { name: 'Okta 2', provider: issuer }, after: { name: 'Okta 3' } }],
    ['scim.token_edit', { before: { name: 'Okta 3', provider: issuer }, after: { name: 'Okta 3', provider: null } }],
  ]);
});

test('a mapping is recorded with its profile changes, and a profile given by both groups is kept', async () => {
  const { tenant, as, records } = await scene();
  const directory = getDirectory(harness, tenant, (await makeScimToken(tenant)).token);
  const members = await Promise.all(
    ['Ana', 'Bia'].map(async (name) => ({
      value: (await directory.post('/Users', { schemas: [scimUser], userName: `${name}@x.test`, displayName: name })).body.id,
    })),
  );
  const made = (await directory.post('/Groups', { schemas: [scimGroup], displayName: 'Sales', members })).body;
  const target = await makeUserGroup(tenant, { name: 'Vendas' });
  const map = (body: object) => as.put(`/api/auth/scim/groups/${made.id}`, body);
  expect((await map({ version: 1, profile: 'admin' })).body).toEqual({ id: made.id, version: 2 });
  const rights = async () =>
    query('select id, profile, rights from users where id = any($1) order by id', [members.map(({ value }) => value)]);
  const before = await rights();
  expect(before.map(({ profile }) => profile)).toEqual(['admin', 'admin']);
  expect(await atOnce(() => map({ version: 2, profile: 'admin', userGroupId: target.id }))).toEqual(oneWins);
  expect(await rights()).toEqual(before);
  expect(await records('scim.group_map', 'user_group.delete', 'user_group.members_add', 'membership.addToGroup')).toEqual(
    expect.arrayContaining([
      ['scim.group_map', { name: 'Sales', before: { group: 'Sales', profile: null }, after: { group: 'Sales', profile: 'admin' } }],
      ['scim.group_map', { name: 'Sales', before: { group: 'Sales', profile: 'admin' }, after: { group: 'Vendas', profile: 'admin' } }],
      ['user_group.delete', { name: 'Sales' }],
      ['user_group.members_add', { count: 2, names: ['Ana', 'Bia'] }],
      ['membership.addToGroup', { after: { group: 'Vendas' } }],
    ]),
  );
  expect(await query('select count(*)::int as n from audit where tenant_id = $1 and what = $2', [tenant.id, 'scim.group_map'])).toEqual([
    { n: 2 },
  ]);
});
