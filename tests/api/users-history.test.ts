import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

test('a user’s history can be filtered by author, including jobs, and exported with exact times and words', async () => {
  const tenant = await makeTenant();
  const [ana, caio] = [
    await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' }),
    await makeUser(tenant, { profile: 'admin', name: 'Caio Prado' }),
  ];
  const person = await makeUser(tenant, { name: 'Bruna Reis' });
  const [asAna, asCaio] = [await getApi(harness, tenant, ana), await getApi(harness, tenant, caio)];
  const path = `/api/auth/users/${person.id}`;
  const edit = { name: 'Bruna Reis', email: person.email, profile: 'user' };
  expect((await asAna.put(path, { ...edit, department: 'Compras', version: 1 })).status).toBe(200);
  expect((await asCaio.put(path, { ...edit, department: '=1+1', version: 2 })).status).toBe(200);
  await query('insert into audit (tenant_id, what, row_id, change) values ($1, \'user.expire\', $2, \'{"after":{"status":"I"}}\')', [
    tenant.id,
    person.id,
  ]);
  const history = async (more = '') => (await asAna.get(`${path}/history${more}`)).body;
  const all = await history();
  expect(all.authors.map(({ name }: { name: string }) => name)).toEqual(['Ana Nunes', 'Caio Prado']);
  expect(all.items).toHaveLength(3);
  const getWhat = ({ items }: { items: { who: string | null; what: string }[] }) => items.map(({ who, what }) => [who, what]);
  expect(getWhat(await history(`?by=${caio.id}`))).toEqual([['Caio Prado', 'user.edit']]);
  expect(getWhat(await history('?by=system'))).toEqual([[null, 'user.expire']]);
  expect(getWhat(await history(`?by=${randomUUID()}`))).toEqual([]);
  expect((await asAna.get(`${path}/history?by=nobody`)).status).toBe(422);
  const file = async (more = '') => (await asAna.get(`${path}/history/export${more}`, { headers: { lang: 'en-US' } })).body;
  const whole = await file();
  expect(whole).toMatchObject({ rows: 3, more: false });
  expect(whole.csv).toMatch(/^\ufeffWhen,Who,Visited by,What,Details,IP address/);
  for (const text of ['Person changed', 'Department: – → Compras', 'Status: Inactive', 'The portal']) expect(whole.csv).toContain(text);
  expect(whole.csv).toMatch(/\d{1,2}\/\d{1,2}\/2026.*\d{1,2}:\d{2}/);
  expect((await file(`?by=${caio.id}`)).csv).not.toContain('Ana Nunes');
  expect((await asAna.get(`/api/auth/users/${randomUUID()}/history/export`)).status).toBe(404);
});

test('what is set for several users at once is recorded with its value of before', async () => {
  const tenant = await makeTenant();
  const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const [one, other] = [await makeUser(tenant), await makeUser(tenant)];
  const bulk = (body: object) => boss.post('/api/auth/users/bulk', { ids: [one.id, other.id], ...body });
  const [soon, late] = [30, 60].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  for (const expiresAt of [soon, late, null]) expect((await bulk({ action: 'setExpiry', expiresAt })).body.changed).toBe(2);
  for (const on of [true, false]) expect((await bulk({ action: 'setFlag', flag: 'support', on })).body.changed).toBe(2);
  const { items } = (await boss.get(`/api/auth/users/${one.id}/history`)).body;
  const at = (instant: unknown) => instant && new Date(String(instant)).toISOString();
  const expiries = items.filter(({ what }: { what: string }) => what === 'user.setExpiry').toReversed();
  expect(
    expiries.map(({ before, after }: Record<string, Record<string, unknown>>) => [at(before?.expiresAt), at(after?.expiresAt)]),
  ).toEqual([
    [null, soon],
    [soon, late],
    [late, null],
  ]);
  expect(items.slice(0, 2)).toMatchObject([
    { what: 'user.setFlag', before: { on: true }, after: { flag: 'support', on: false } },
    { what: 'user.setFlag', before: { on: false }, after: { flag: 'support', on: true } },
  ]);
});
