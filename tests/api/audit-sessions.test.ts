import { expect, test } from 'vitest';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { allowRemote } from '../support/make-remote.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

test('the audit log shows no session id, but rows of one session can still be correlated', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const unit = await makeTenant({ parent: partner, name: 'Filial Campinas' });
  await query('update relations set verify = false where tenant_id = $1', [unit.id]);
  const [master, admin, person] = [
    await makeUser(partner, { profile: 'master' }),
    await makeUser(unit, { profile: 'admin' }),
    await makeUser(unit),
  ];
  await allowRemote(unit, person);
  const [asMaster, asAdmin] = [await getApi(harness, partner, master), await getApi(harness, unit, admin)];
  expect((await asAdmin.post('/api/auth/remote/views', { user: person.id })).status).toBe(200);
  const { body } = await asMaster.post('/api/auth/change/partner/to/admin/no/verify', { company: unit.id, reason: '' });
  const inside = api(harness, unit, (await api(harness, unit).post('/api/oauth/company', { token: body.token })).body.token);
  expect((await inside.post('/api/logout')).status).toBe(200);
  expect((await asAdmin.post('/api/logout')).status).toBe(200);
  expect((await asMaster.post('/api/logout')).status).toBe(200);
  const of = [[unit.id, partner.id]];
  const sids = (await query('select id from sessions where tenant_id = any ($1)', of)).map(({ id }) => id as string);
  const rows = await query('select what, row_id, row_to_json(a)::text as whole from audit a where tenant_id = any ($1) order by at', of);
  expect(sids).toHaveLength(4);
  for (const sid of sids) expect(rows.filter(({ whole }) => whole.includes(sid))).toEqual([]);
  const logged = await query('select id from sign_ins where tenant_id = any ($1)', of);
  expect(logged.filter(({ id }) => sids.includes(String(id)))).toEqual([]);
  const marks = (what: string) => rows.filter((row) => row.what === what).map(({ row_id }) => row_id);
  expect(new Set(marks('session.start')).size).toBe(2);
  // The remote view of the user ended with the administrator's session; the partner signed out of its visit.
  const [, visit] = marks('session.act');
  expect(marks('session.end')).toEqual(expect.arrayContaining(marks('session.start')));
  expect(marks('session.end')).not.toContain(visit);
  expect(marks('remote.end')).toContain(visit);
});
