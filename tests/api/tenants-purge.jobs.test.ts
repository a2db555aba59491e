import { expect, test } from 'vitest';
import type { Env } from '../../functions/request/env.ts';
import { makePlace } from '../guards/place.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeCapacity } from '../support/make-capacity.ts';
import { makeServiceAccount } from '../support/make-content.ts';
import { makeTask } from '../support/make-task.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { makeShift } from './waking-scene.ts';

const harness = useHarness();
const start = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 37 * 60_000;
const tick = (days: number, hours = 0) =>
  harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date(start + days * 86_400_000 + hours * 3_600_000) });
const stands = async ({ id }: { id: string }) => (await query('select 1 from tenants where id = $1', [id])).length > 0;
/** A unit locked by another job of the tick is left to the next hour. */
async function tickUntilGone(unit: { id: string }, days: number): Promise<void> {
  for (let hours = 0; hours < 4 && (await stands(unit)); hours += 1) await tick(days, hours);
  expect(await stands(unit)).toBe(false);
}
const getTables = () =>
  query(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`);

/** The number of a tenant's rows in each table that has any. */
async function rowsIn({ id }: { id: string }): Promise<Record<string, number>> {
  const counted: [string, number][] = [];
  for (const { name } of await getTables()) {
    const [row] = await query(`select count(*)::int as n from "${name}" where tenant_id = $1`, [id]);
    if (row?.n > 0) counted.push([name, row?.n]);
  }
  return Object.fromEntries(counted);
}
const remove = ({ id }: { id: string }, days: number) =>
  query("update tenants set status = 'D', deleted_at = $2 where id = $1", [id, new Date(start + days * 86_400_000).toISOString()]);

test('thirty days after its deletion nothing is left of a unit but redacted audit rows; another unit loses nothing', async () => {
  const [{ tenant: unit }, { tenant: other }] = [await makePlace('admin'), await makePlace('admin')];
  const [both, alone] = [`both.${unit.id}@people.test`, `alone.${unit.id}@people.test`];
  for (const email of [both, alone]) await makeUser(unit, { email });
  await makeUser(other, { email: both });
  await query('update tenants set parent_id = null where parent_id = any ($1)', [[unit.id, other.id]]);
  const { FILES } = await harness.getWorker<Env>().getEnv();
  for (const { id } of [unit, other]) await FILES.put(`${id}/a.png`, 'x');
  await query("insert into audit (tenant_id, what, change) values ($1, 'user.add', $2)", [unit.id, { after: { name: 'Bruna Reis' } }]);
  const kept = await rowsIn(other);
  expect(Object.keys(await rowsIn(unit)).length).toBeGreaterThan(30);
  await remove(unit, 0);
  await tick(29);
  expect(await query('select status from tenants where id = $1', [unit.id])).toEqual([{ status: 'D' }]);
  expect(await FILES.head(`${unit.id}/a.png`)).not.toBeNull();
  await tickUntilGone(unit, 31);
  expect(Object.keys(await rowsIn(unit))).toEqual(['audit']);
  expect(JSON.stringify(await query('select change from audit where tenant_id = $1', [unit.id]))).not.toContain('Bruna');
  expect(await FILES.head(`${unit.id}/a.png`)).toBeNull();
  expect(await FILES.head(`${other.id}/a.png`)).not.toBeNull();
  expect(await query('select email from accounts where email = any ($1)', [[both, alone]])).toEqual([{ email: both }]);
  const after = await rowsIn(other);
  // The jobs of these thirty days may have added rows.
  for (const name of ['users', 'reports', 'groups', 'grants', 'settings', 'domains'])
    expect(after[name], name).toBeGreaterThanOrEqual(kept[name] ?? 1);
});

test('a partner is purged after its units, and the layer above keeps a record of it', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const unit = await makeTenant({ parent: partner });
  await makeUser(unit, { profile: 'admin' });
  await remove(partner, 0);
  await remove(unit, 10);
  await tick(35);
  expect(await query('select id from tenants where id = any ($1)', [[partner.id, unit.id]])).toHaveLength(2);
  await tickUntilGone(unit, 41);
  expect(await query('select what from audit where tenant_id = $1 and row_id = $2', [partner.id, unit.id])).toEqual([
    { what: 'tenant.purge' },
  ]);
  await tickUntilGone(partner, 42);
});

test('a purged unit’s capacity goes to the next unit that reaches it, with its shifts and tasks', async () => {
  const [unit, next] = [await makeTenant(), await makeTenant()];
  await makeUser(next, { profile: 'admin' });
  const account = async (tenant: typeof unit) => ({
    tenant,
    account: await makeServiceAccount(tenant, { directoryId: 'directory', appId: 'app', secret: 'secret' }),
  });
  const capacity = await makeCapacity([await account(unit), await account(next)]);
  await makeShift(unit, capacity.id, '08:00', '18:00');
  const owner = await makeUser(unit, { profile: 'admin' });
  const task = await makeTask(unit, { type: 'capacity', action: 'pause', targetKind: 'capacity', targetId: capacity.id, owner });
  await query('update tenants set parent_id = null where id = $1', [unit.id]);
  await remove(unit, 100);
  await tickUntilGone(unit, 131);
  expect(await query('select owner_tenant_id as owner from capacities where id = $1', [capacity.id])).toEqual([{ owner: next.id }]);
  expect(await query('select tenant_id from shifts where capacity_id = $1', [capacity.id])).toEqual([{ tenant_id: next.id }]);
  expect(await query('select tenant_id, owner_id, state from tasks where id = $1', [task.id])).toEqual([
    { tenant_id: next.id, owner_id: null, state: 'suspended' },
  ]);
  expect((await query('select what, by_tenant_id from capacity_log where capacity_id = $1', [capacity.id])).at(-1)).toMatchObject({
    what: 'owner',
  });
});
