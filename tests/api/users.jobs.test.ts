import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeUserGroup } from '../support/make-content.ts';
import { makeFaqEntry } from '../support/make-faq.ts';
import { makeNotice } from '../support/make-notice.ts';
import { makeTenant, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const base = '/api/auth/users';
const start = Math.floor(Date.now() / 60_000) * 60_000;
const at = (days: number) => new Date(start + days * 86_400_000);
const tick = (days: number) => harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: at(days) });
const getKinds = async (user: { id: string }) =>
  (await query('select kind from notifications where user_id = $1 order by created_at', [user.id])).map(({ kind }) => kind);

async function unit(options: TenantOptions = {}) {
  const tenant = await makeTenant(options);
  const boss = await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' });
  return { tenant, boss, admin: await getApi(harness, tenant, boss) };
}

test('an expiry is announced seven days and one day before, then the user becomes inactive; the last administrator stays active', async () => {
  const { tenant, boss } = await unit();
  const person = await makeUser(tenant);
  await query('update users set expires_at = $2 where tenant_id = $1', [tenant.id, at(10).toISOString()]);
  await tick(0);
  expect(await getKinds(person)).toEqual([]);
  for (const day of [4, 4.01, 9.5, 9.6]) await tick(day);
  expect(await getKinds(person)).toEqual(['access_ending', 'access_ending']);
  expect(await getKinds(boss)).toContain('people_ending');
  await tick(10.01);
  expect(await query('select status, status_reason from users where id = $1', [person.id])).toEqual([
    { status: 'I', status_reason: 'expired' },
  ]);
  expect(await query('select status from users where id = $1', [boss.id])).toEqual([{ status: 'A' }]);
});

test('reaching eighty and a hundred per cent of the limit notifies administrators and the partner, once each', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const master = await makeUser(partner, { profile: 'master' });
  const { tenant, boss } = await unit({ parent: partner, userLimit: 5 });
  for (let n = 0; n < 3; n += 1) await makeUser(tenant);
  await tick(0);
  await tick(0.01);
  await makeUser(tenant);
  await tick(0.02);
  expect(await getKinds(boss)).toEqual(['people_limit', 'people_limit']);
  expect(await getKinds(master)).toEqual(['people_limit', 'people_limit']);
});

test('thirty days after a removal a user’s personal data is deleted, while their address may already belong to another user', async () => {
  const { tenant, admin } = await unit();
  const person = await makeUser(tenant, { name: 'Bruna Reis' });
  await query("update users set phone = '+5511987654321', department = 'Compras' where id = $1", [person.id]);
  const [notice, entry] = [await makeNotice(tenant, { answer: 'acknowledge' }), await makeFaqEntry(tenant)];
  const asPerson = await getApi(harness, tenant, person);
  await asPerson.post(`/api/auth/notices/${notice.id}/acknowledge`);
  await asPerson.post(`/api/auth/faq/${entry.id}/vote`, { helped: true });
  const ofPerson = () =>
    query(
      'select (select count(*)::int from notice_states where user_id = $1) as states, (select count(*)::int from faq_votes where user_id = $1) as votes',
      [person.id],
    );
  expect(await ofPerson()).toEqual([{ states: 1, votes: 1 }]);
  await admin.put(`${base}/${person.id}/status`, { action: 'block' });
  expect((await admin.post(`${base}/${person.id}/remove`, { typed: 'BRUNA_REIS' })).status).toBe(200);
  const hour = new Date(at(31)).setUTCMinutes(47, 0, 0);
  await harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date(hour) });
  const [row] = await query('select * from users where id = $1', [person.id]);
  expect(row).toMatchObject({ name: 'Pessoa removida', phone: null, department: null, preferences: {}, removed_account_id: null });
  const all = JSON.stringify([row, await query('select change from audit where row_id = $1', [person.id])]);
  expect(all).not.toMatch(/Bruna|987654321|people\.test/);
  expect(await query('select 1 from accounts where email = $1', [person.email])).toEqual([]);
  expect(await ofPerson()).toEqual([{ states: 0, votes: 0 }]);
});

test('a bulk action applies to the filtered users, reports the skipped ones, and refuses a stale list', async () => {
  const { tenant, admin, boss } = await unit();
  const group = await makeUserGroup(tenant, { name: 'Sul' });
  for (let n = 0; n < 12; n += 1) await makeUser(tenant, { name: `Pessoa ${n}`, account: n > 3 });
  const bulk = (body: object) => admin.post(`${base}/bulk`, body);
  expect(await bulk({ action: 'addToGroup', filter: { search: 'pessoa' }, expected: 11, userGroupId: group.id })).toMatchObject({
    status: 409,
  });
  expect((await bulk({ action: 'addToGroup', filter: { search: 'pessoa' }, expected: 12, userGroupId: group.id })).body.changed).toBe(12);
  expect((await bulk({ action: 'invite', filter: { group: group.id }, expected: 12 })).body).toMatchObject({ changed: 4, refusedCount: 8 });
  expect((await bulk({ action: 'block', filter: {}, expected: 13 })).body).toMatchObject({
    changed: 12,
    refused: [{ id: boss.id, name: 'Ana Nunes', reason: 'own_person' }],
  });
  expect((await bulk({ action: 'unblock', filter: { status: 'B' }, expected: 12 })).body.changed).toBe(12);
  expect((await bulk({ action: 'setFlag', flag: 'notify', on: true, filter: { group: group.id }, expected: 12 })).body.changed).toBe(12);
  expect((await bulk({ action: 'remove', filter: { group: group.id }, expected: 12, typed: '11' })).body.field).toBe('typed');
  expect((await bulk({ action: 'remove', filter: { group: group.id }, expected: 12, typed: '12' })).body.changed).toBe(12);
  expect((await bulk({ action: 'restore', filter: { removed: '1' }, expected: 12 })).body.changed).toBe(12);
  expect((await admin.get(`${base}?group=${group.id}`)).body.total).toBe(12);
  const stranger = await makeUser(await makeTenant());
  expect((await bulk({ action: 'block', ids: [stranger.id] })).status).toBe(404);
});
