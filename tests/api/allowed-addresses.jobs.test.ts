import { expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const before = { ip: 'N', listIp: null };
const onTrial = (until: Date) => ({ ip: 'S', listIp: ['203.0.113.0/24'], ip_trial: { until: until.toISOString(), before } });
const getSettings = async ({ id }: Tenant) => (await query('select "values", version from settings where tenant_id = $1', [id]))[0];

test('an unconfirmed change of the allowed addresses is undone after its deadline, with one audit row and one notification', async () => {
  const [due, waiting] = [await makeTenant(), await makeTenant()];
  const admin = await makeUser(due, { profile: 'admin' });
  const hour = 3_600_000;
  for (const [tenant, until] of [[due, new Date(Date.now() - hour)] as const, [waiting, new Date(Date.now() + hour)] as const])
    await query('update settings set "values" = "values" || $2::jsonb where tenant_id = $1', [tenant.id, JSON.stringify(onTrial(until))]);
  const { version } = (await getSettings(due)) ?? {};

  await harness.getWorker().scheduled({});
  await harness.getWorker().scheduled({});

  const settled = await getSettings(due);
  expect(settled?.values).toMatchObject(before);
  expect(settled?.values).not.toHaveProperty('ip_trial');
  expect(settled?.version).toBe(version + 1);
  expect(
    await query("select user_id, change->'after' as after from audit where tenant_id = $1 and what = 'settings.edit'", [due.id]),
  ).toEqual([{ user_id: null, after: before }]);
  expect(await query('select user_id from notifications where tenant_id = $1 and kind = $2', [due.id, 'addresses_undone'])).toEqual([
    { user_id: admin.id },
  ]);
  expect((await getSettings(waiting))?.values).toMatchObject({ ip: 'S', ip_trial: { before } });
});
