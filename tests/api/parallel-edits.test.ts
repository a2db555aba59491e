import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verticeDirectory } from '../../dev/idp-oidc/people.ts';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeReport, makeServiceAccount } from '../support/make-content.ts';
import { makeCustomField } from '../support/make-custom-field.ts';
import { makeCustomer } from '../support/make-customer.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { makeProvider, makeSamlApp, samlBody } from '../support/saml-provider.ts';
import { world } from '../support/world.ts';

const harness = useHarness();
const none = { identity: { as: 'none' } };
type Form = { path: string; body: (version: number) => object; version?: number };

/** A form for everything that decides access and sign-in, with a body that can be saved. */
const forms: Record<string, (tenant: Tenant, boss: Api) => Promise<Form>> = {
  'a user’s access to a report': async (tenant) => {
    const report = await makeReport(tenant);
    const grant = await makeGrant(tenant, report, await makeUser(tenant));
    return { path: `/api/auth/reports/${report.id}/grants/${grant.id}`, body: (version) => ({ ...none, note: randomUUID(), version }) };
  },
  'a custom field': async (tenant) => {
    const { id } = await makeCustomField(tenant, { key: 'cf_region', label: 'Região' });
    const body = (version: number) => ({ of: 'user', type: 'text', labels: { 'pt-BR': randomUUID() }, version });
    return { path: `/api/auth/custom-fields/${id}`, body };
  },
  'a service account': async (tenant) => {
    const { id } = await makeServiceAccount(tenant, { directoryId: randomUUID(), appId: randomUUID(), secret: 'kept' });
    const body = (version: number) => ({ name: randomUUID(), directoryId: randomUUID(), appId: randomUUID(), version });
    return { path: `/api/auth/service-accounts/${id}`, body };
  },
  'the mail server': async (_, boss) => {
    const { smtpPort: port } = world().mail;
    const server = { email: 'portal@vertice.com.br', host: 'localhost', port, protocol: 'starttls', password: 'right' };
    const path = '/api/auth/mail/server';
    const body = (version: number) => ({ ...server, name: randomUUID(), version });
    expect((await boss.put(path, body(0))).status).toBe(200);
    return { path, body };
  },
  'Microsoft Entra': async (_, boss) => {
    const form = { enabled: 'N', own: 'N', domains: ['vertice.test'], link: 'N', jit: 'N', jitStatus: 'A', groups: [] };
    const body = (version: number) => ({ ...form, directories: [{ id: verticeDirectory, name: 'Matriz' }], name: randomUUID(), version });
    expect((await boss.put('/api/auth/entra', body(0))).status).toBe(200);
    return { path: '/api/auth/entra', body };
  },
  'a SAML app': async (_, boss) => {
    const provider = await makeProvider();
    const { id } = await makeSamlApp(boss, provider);
    const { version } = (await boss.get(`/api/auth/saml/${id}`)).body;
    return { path: '/api/auth/saml/update', body: (of) => ({ ...samlBody(provider, { groups: [] }), id, version: of }), version };
  },
};

async function sixAtOnce(boss: Api, { path, body, version = 1 }: Form) {
  const answers = await Promise.all(Array.from({ length: 6 }, () => boss.put(path, body(version))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(answers.filter(({ status }) => status === 409).map(({ body: { status } }) => status)).toEqual(Array(5).fill('changed_meanwhile'));
  // A caller who has read the newer version can save over it.
  expect((await boss.put(path, body(version + 1))).status).toBe(200);
}

describe('of six concurrent saves of one version, one succeeds:', () => {
  test.each(Object.entries(forms))('%s', async (_, make) => {
    const tenant = await makeTenant();
    const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
    await sixAtOnce(boss, await make(tenant, boss));
  });

  test('a client of a partner', async () => {
    const tenant = await makeTenant({ kind: 'partner' });
    const master = await getApi(harness, tenant, await makeUser(tenant, { profile: 'master' }));
    const { id } = await makeCustomer(tenant, { name: 'Vértice' });
    const party = { fantasyName: 'Vértice', document: '11.222.333/0001-81', customerCode: 'C-10' };
    await sixAtOnce(master, {
      path: `/api/auth/parties/${id}`,
      body: (version) => ({ ...party, fantasyName: randomUUID().slice(0, 30), version }),
    });
  });
});

test('an expired grant that is given again has another version than the one that was read', async () => {
  const tenant = await makeTenant();
  const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const [report, person] = [await makeReport(tenant), await makeUser(tenant)];
  const { id } = await makeGrant(tenant, report, person);
  const path = `/api/auth/reports/${report.id}/grants`;
  const [seen] = (await boss.get(path)).body.items;
  expect(seen).toMatchObject({ id, version: 1 });
  await query("update grants set valid_until = now() - interval '1 day' where id = $1", [id]);
  expect((await boss.post(path, { ...none, subjects: [{ kind: 'user', id: person.id }] })).body).toEqual({ added: 1, existing: 0 });
  expect(await boss.put(`${path}/${id}`, { ...none, version: seen.version })).toMatchObject({ body: { status: 'changed_meanwhile' } });
  expect((await boss.put(`${path}/${id}`, { ...none, version: 2 })).body).toEqual({ id, version: 3 });
});
