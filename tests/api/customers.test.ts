import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeCustomer } from '../support/make-customer.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const parties = '/api/auth/parties';

async function biller() {
  const tenant = await makeTenant({ kind: 'partner' });
  const user = await makeUser(tenant, { profile: 'master' });
  return { tenant, user, master: await getApi(harness, tenant, user) };
}
const party = { fantasyName: 'Vértice', document: '11.222.333/0001-81', customerCode: 'C-10' };

test('a client is added, read, edited over its version, and the audit log has the previous values', async () => {
  const { user, master } = await biller();
  const { id } = (await master.post(parties, { ...party, state: 'sp', postalCode: '01310-100', street: 'Av. Paulista', number: '1000' }))
    .body;
  const read = (await master.get(`${parties}/${id}`)).body;
  expect(read).toMatchObject({
    document: '11222333000181',
    person: 'legal',
    state: 'SP',
    postalCode: '01310100',
    country: 'BR',
    version: 1,
    units: [],
  });
  expect((await master.put(`${parties}/${id}`, { ...party, version: 1, fantasyName: 'Vértice S/A' })).body).toEqual({ id, version: 2 });
  expect((await master.put(`${parties}/${id}`, { ...party, version: 1 })).body.status).toBe('changed_meanwhile');
  const [past] = (await master.get(`${parties}/${id}/history`)).body.items;
  expect(past).toMatchObject({
    who: user.name,
    what: 'party.edit',
    before: { fantasy_name: 'Vértice' },
    after: { fantasy_name: 'Vértice S/A' },
  });
});

test.each([
  ['no name', { fantasyName: ' ' }, 'required', 'fantasyName'],
  ['no number', { document: '' }, 'required', 'document'],
  ['a wrong check digit', { document: '11.222.333/0001-80' }, 'invalid_input', 'document'],
  ['an unknown state', { state: 'XX' }, 'invalid_input', 'state'],
  ['an invalid phone number', { commercialPhone: '12' }, 'invalid_input', 'commercialPhone'],
  ['an invalid invoice e-mail', { invoiceEmails: ['a@b.test', 'x'] }, 'invalid_input', 'invoiceEmails'],
  ['an unknown field', { tenant_id: 'x' }, 'invalid_input', 'tenant_id'],
])('%s is refused at its field', async (_, more, status, field) => {
  const { tenant, master } = await biller();
  expect((await master.post(parties, { ...party, ...more })).body).toMatchObject({ status, field });
  expect(await query('select 1 from parties where tenant_id = $1', [tenant.id])).toEqual([]);
});

test('a number and a code belong to one living client of a tenant, also of thirty concurrent ones', async () => {
  const { tenant, master } = await biller();
  const answers = await Promise.all(Array.from({ length: 30 }, () => master.post(parties, { ...party, customerCode: '' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ status: 'document_taken', field: 'document' });
  await makeCustomer(tenant, { code: 'C-10' });
  expect((await master.post(parties, { ...party, document: '529.982.247-25' })).body).toMatchObject({
    status: 'customer_code_taken',
    field: 'customerCode',
  });
  // Another tenant may have the same client.
  expect((await (await biller()).master.post(parties, party)).status).toBe(200);
});

test('a client in use cannot be deleted; a deleted one can be restored within 30 days', async () => {
  const { tenant, master } = await biller();
  const { id } = await makeCustomer(tenant, { document: '11222333000181' });
  const unit = await makeTenant({ parent: tenant });
  await query('update tenants set payer_tenant_id = $2, payer_id = $3 where id = $1', [unit.id, tenant.id, id]);
  expect((await master.post(`${parties}/${id}/status`, { version: 1, action: 'delete' })).body.status).toBe('party_in_use');
  await query('update tenants set payer_id = null where id = $1', [unit.id]);
  expect((await master.post(`${parties}/${id}/status`, { version: 1, action: 'delete' })).body).toEqual({ version: 2 });
  expect((await master.get(parties)).body).toMatchObject({ total: 0, counts: { all: 0, D: 1 } });
  expect((await master.get(`${parties}?view=D`)).body.items).toMatchObject([{ id }]);
  // If its number is given to another client in the meantime, it cannot be restored.
  const { id: other } = (await master.post(parties, party)).body;
  expect((await master.post(`${parties}/${id}/status`, { version: 2, action: 'restore' })).body.status).toBe('document_taken');
  await master.post(`${parties}/${other}/status`, { version: 1, action: 'delete' });
  expect((await master.post(`${parties}/${id}/status`, { version: 2, action: 'restore' })).body).toEqual({ version: 3 });
});

test('a block needs a reason; the list finds by name, number and code, counts its views and exports without formulas', async () => {
  const { tenant, master } = await biller();
  const { id } = await makeCustomer(tenant, { name: '=Fórmula', document: '11222333000181', code: 'K-7' });
  await makeCustomer(tenant, { name: 'Outra' });
  expect((await master.post(`${parties}/${id}/status`, { version: 1, action: 'block' })).body).toMatchObject({
    status: 'required',
    field: 'reason',
  });
  expect((await master.post(`${parties}/${id}/status`, { version: 1, action: 'block', reason: 'Em atraso' })).body).toEqual({ version: 2 });
  for (const search of ['=form', '11.222', 'K-7'])
    expect((await master.get(`${parties}?search=${encodeURIComponent(search)}`)).body.items).toMatchObject([
      { id, statusReason: 'Em atraso' },
    ]);
  expect((await master.get(parties)).body.counts).toEqual({ all: 2, A: 1, B: 1, D: 0, unused: 2 });
  expect((await master.get(`${parties}/export`)).body.csv).toContain("'=Fórmula");
});
