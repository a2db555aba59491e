import { expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { allowRemote } from '../support/make-remote.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const tick = (minutes: number) =>
  harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date(Date.now() + minutes * 60_000) });
const told = (user: { id: string }) => query("select vars from notifications where user_id = $1 and kind = 'remote_expired'", [user.id]);

test('cron expires an unanswered request once, and ends a view when its time is over', async () => {
  const tenant = await makeTenant();
  const admin = await makeUser(tenant, { profile: 'admin', name: 'Marcos Teixeira' });
  const [asked, seen] = [await makeUser(tenant, { name: 'Bruna Reis' }), await makeUser(tenant, { name: 'Davi Prado' })];
  for (const person of [asked, seen]) await allowRemote(tenant, person);
  const { token } = await getSession(tenant, admin, 'admin', {});
  const calls = api(harness, tenant, token);
  const request = await calls.post('/api/auth/remote/requests', { user: asked.id, reason: 'Conferir um filtro', ticket: '1284' });
  expect(request.body.state).toBe('requested');
  expect((await calls.post('/api/auth/remote/views', { user: seen.id })).status).toBe(200);
  const states = () => query('select kind, state, ended_by from remote_requests where tenant_id = $1 order by kind', [tenant.id]);

  await tick(5);
  expect(await states()).toMatchObject([{ state: 'requested' }, { state: 'active' }]);
  expect(await told(admin)).toEqual([]);

  await Promise.all([tick(16), tick(16)]);
  await tick(17);
  expect(await states()).toEqual([
    { kind: 'remote', state: 'expired', ended_by: null },
    { kind: 'view', state: 'ended', ended_by: 'time' },
  ]);
  expect(await told(admin)).toEqual([{ vars: { person: 'Bruna Reis' } }]);
  expect(await query("select row_id from audit where tenant_id = $1 and what = 'remote.expire'", [tenant.id])).toEqual([
    { row_id: request.body.id },
  ]);
});
