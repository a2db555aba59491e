import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

async function unit() {
  const partner = await makeTenant({ kind: 'partner' });
  const tenant = await makeTenant({ parent: partner });
  const [boss, gone] = [await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' }), await makeUser(tenant, { name: 'Caio Prado' })];
  return { partner, tenant, gone, admin: await getApi(harness, tenant, boss) };
}

test('a removed user cannot get anything: no group, grant, slideshow or mention', async () => {
  const { tenant, gone, admin } = await unit();
  const report = await makeReport(tenant, { title: 'Vendas', grantTo: [gone] });
  await query('update reports set owner_id = $2 where id = $1', [report.id, gone.id]);
  const group = await admin.post('/api/auth/groups', { name: 'Antes', audience: 'chosen', viewers: [gone.id] });
  expect(group.status).toBe(200);
  expect((await admin.post(`/api/auth/users/${gone.id}/remove`, { typed: 'CAIO_PRADO' })).status).toBe(200);
  const asked = {
    group: await admin.post('/api/auth/groups', { name: 'Diretoria', audience: 'chosen', viewers: [gone.id] }),
    edited: await admin.put(`/api/auth/groups/${group.body.id}`, { name: 'Antes', audience: 'chosen', viewers: [gone.id], version: 1 }),
    grant: await admin.post(`/api/auth/reports/${report.id}/grants`, {
      subjects: [{ kind: 'user', id: gone.id }],
      identity: { as: 'none' },
    }),
    playlist: await admin.post('/api/auth/playlists', { name: 'Fábrica', items: [{ reportId: report.id }], people: [gone.id] }),
    mention: await admin.post(`/api/auth/reports/${report.id}/comments`, { text: 'Veja', mentions: [gone.id] }),
  };
  const answers = Object.entries(asked).map(([what, { status, body }]) => [what, status, body.field]);
  expect(answers).toEqual([
    ['group', 404, 'viewers'],
    ['edited', 404, 'viewers'],
    ['grant', 404, 'subjects'],
    ['playlist', 404, 'people'],
    ['mention', 404, 'mentions'],
  ]);
});

test('a partner counts only users who were not removed', async () => {
  const { partner, gone, admin } = await unit();
  const master = await getApi(harness, partner, await makeUser(partner, { profile: 'master' }));
  const people = async () => (await master.get('/api/auth/analyze')).body.items.map((row: { people: number }) => row.people);
  expect(await people()).toEqual([2]);
  expect((await admin.post(`/api/auth/users/${gone.id}/remove`, { typed: 'CAIO_PRADO' })).status).toBe(200);
  expect(await people()).toEqual([1]);
});
