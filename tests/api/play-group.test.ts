import { expect, test } from 'vitest';
import { getSession, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGroup, makeReport, makeSubgroup, makeWindow } from '../support/make-content.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

const harness = useHarness();
const as = async (tenant: Tenant, person: User, profile: 'admin' | 'user') =>
  api(harness, tenant, (await getSession(tenant, person, profile)).token);
const play = (id: string) => `/api/auth/group_reports/${id}/play`;
type Item = { id: string; title: string; skipped: string | null };

test('a group plays the reports that its viewer sees, by title, and each opens with the viewer’s own access', async () => {
  const tenant = await makeTenant();
  const person = await makeUser(tenant);
  const group = await makeGroup(tenant, { name: 'Comercial' });
  const subgroup = await makeSubgroup(tenant, group, { name: 'Metas' });
  const principal = await makePrincipal();
  const [sales, goals] = [
    await makeEmbeddable(tenant, principal, { title: 'Vendas' }),
    await makeEmbeddable(tenant, await makePrincipal(), { title: 'Alvos' }),
  ];
  await query('update reports set group_id = $1 where id = any($2)', [group.id, [sales.id, goals.id]]);
  await query('update reports set subgroup_id = $1 where id = $2', [subgroup.id, goals.id]);
  const secret = await makeReport(tenant, { title: 'Salários', group });
  await makeReport(tenant, { title: 'Oculto', group, hidden: true, grantTo: 'everyone' });
  await makeReport(tenant, { title: 'Site', group, kind: 'external', externalUrl: 'https://example.com', grantTo: 'everyone' });
  const closed = await makeReport(tenant, { title: 'Fechado', group, grantTo: 'everyone' });
  await makeWindow(tenant, {
    ...{ target: 'report', targetId: closed.id },
    ...{ startsAt: new Date(Date.now() - 3_600_000).toISOString(), endsAt: new Date(Date.now() + 3_600_000).toISOString() },
  });
  const client = await as(tenant, person, 'user');
  const { status, body, text } = await client.get(play(group.id));
  expect([status, body.playlist?.name], text).toEqual([200, 'Comercial']);
  expect(body.items.map(({ id, title, skipped }: Item) => [id, title, skipped])).toEqual([
    [goals.id, 'Alvos', null],
    [closed.id, '', 'report_in_maintenance'],
    [sales.id, 'Vendas', null],
  ]);
  expect(text).not.toMatch(/Salários|Oculto|Fechado|Site/);
  const part = await client.get(play(subgroup.id));
  expect([part.body.playlist.name, part.body.items.map(({ id }: Item) => id)]).toEqual(['Metas', [goals.id]]);
  expect((await client.post(`/api/auth/reports/${sales.id}/embed`)).body).toMatchObject({ id: principal.serviceReportId });
  expect((await client.post(`/api/auth/reports/${secret.id}/embed`)).status).toBe(404);
  expect(await query('select 1 from playlists where tenant_id = $1', [tenant.id])).toEqual([]);
  // Phones get only reports meant for them.
  await query('update reports set on_app = false where id = $1', [sales.id]);
  expect((await client.get(`${play(group.id)}?app=1`)).body.items.map(({ id }: Item) => id)).not.toContain(sales.id);
});

test('a group for other people, a hidden one, another unit’s and a foreign id are not found', async () => {
  const [tenant, other] = [await makeTenant(), await makeTenant()];
  const [person, chosen] = [await makeUser(tenant), await makeUser(tenant)];
  const theirs = await makeGroup(tenant, { viewers: [chosen] });
  const hidden = await makeGroup(tenant, { hidden: true });
  const foreign = await makeGroup(other);
  const within = await makeSubgroup(tenant, theirs);
  await makeReport(tenant, { group: theirs, grantTo: 'everyone' });
  await makeReport(other, { group: foreign, grantTo: 'everyone' });
  const client = await as(tenant, person, 'user');
  for (const id of [theirs.id, hidden.id, foreign.id, within.id, person.id]) {
    const { status, body } = await client.get(play(id));
    expect([status, body.status]).toEqual([404, 'group_not_found']);
  }
  expect((await (await as(tenant, chosen, 'user')).get(play(theirs.id))).body.items).toHaveLength(1);
  expect((await client.get(play('nope'))).status).toBe(422);
});
