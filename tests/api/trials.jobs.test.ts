import { expect, test } from 'vitest';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const harness = useHarness();
const day = 86_400_000;
// The job is due in the second minute of a quarter of an hour.
const start = Math.floor(Date.now() / 900_000) * 900_000 + 120_000;
const tick = (days: number) => harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date(start + days * day) });
const news = (user: { id: string }) =>
  query("select kind, vars->>'days' as days, link from notifications where user_id = $1 and kind like 'trial%' order by created_at", [
    user.id,
  ]);

test('a trial is announced to administrators and partner before its end, at its end and before it is deleted', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const master = await makeUser(partner, { profile: 'master' });
  const unit = await makeTenant({ parent: partner, name: 'Sierra', status: 'T', trialEndsAt: new Date(start + 10 * day).toISOString() });
  const [admin, viewer] = [await makeUser(unit, { profile: 'admin' }), await makeUser(unit)];
  await tick(1);
  expect(await news(admin)).toEqual([]);
  for (const days of [3.5, 3.75, 7.5, 9.5]) await tick(days);
  expect(await news(admin)).toEqual(['7', '3', '1'].map((days) => ({ kind: 'trial_ending', days, link: '/' })));
  expect(await news(master)).toEqual(['7', '3', '1'].map((days) => ({ kind: 'trial_ending', days, link: `/companies?id=${unit.id}` })));
  expect(await news(viewer)).toEqual([]);
  await tick(10.25);
  expect((await news(admin)).at(-1)).toMatchObject({ kind: 'trial_over', days: '30' });
  const refused = await api(harness, unit).post(
    '/api/login',
    { email: admin.email, password },
    { at: new Date(start + 10.25 * day).toISOString() },
  );
  expect(refused).toMatchObject({ status: 403, body: { status: 'finish_test' } });
  await tick(33.5);
  expect((await news(master)).at(-1)).toMatchObject({ kind: 'trial_deleting', days: '7' });
  expect(await query('select status from tenants where id = $1', [unit.id])).toEqual([{ status: 'T' }]);
  await tick(40.5);
  expect(await query('select status, deleted_at is not null as gone from tenants where id = $1', [unit.id])).toEqual([
    { status: 'D', gone: true },
  ]);
  expect((await query('select count(*)::int as n from users where tenant_id = $1', [unit.id]))[0]?.n).toBe(2);
  expect((await api(harness, unit).post('/api/login/config', {})).body.status).toBe('unknown_host');
  expect((await query("select count(*)::int as n from audit where row_id = $1 and what = 'tenant.trial_over'", [unit.id]))[0]?.n).toBe(2);
});

test('an extended trial is announced again', async () => {
  const unit = await makeTenant({ status: 'T', trialEndsAt: new Date(start + 2.5 * day).toISOString() });
  const admin = await makeUser(unit, { profile: 'admin' });
  await tick(0);
  expect(await news(admin)).toMatchObject([{ days: '3' }]);
  await query('update tenants set trial_ends_at = $2, trial_told = null where id = $1', [
    unit.id,
    new Date(start + 30 * day).toISOString(),
  ]);
  await tick(1);
  expect(await news(admin)).toHaveLength(1);
  await tick(23.5);
  expect(await news(admin)).toMatchObject([{ days: '3' }, { days: '7' }]);
});
