import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAll, makeWorld } from '../support/api-setup.ts';
import { query } from '../support/database.ts';
import { type Harness, newHarness } from '../support/harness.ts';
import { makeReport, makeServiceAccount } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { type Cluster, startPostgres } from '../support/postgres.ts';
import { workIn } from '../support/world.ts';

let cluster: Cluster;
let harness: Harness;
let close: () => Promise<void>;

beforeAll(async () => {
  buildAll();
  cluster = await startPostgres();
  const made = await makeWorld(await cluster.create('idle'));
  close = made.close;
  workIn(made.world);
  harness = newHarness();
  await harness.listen();
});
afterAll(async () => {
  await harness.close();
  await close();
  await cluster.close();
});

const hourMs = 3_600_000;
// One for all ticks, and ten minutes away at least: an hour that began between two of them would be another one.
const hour = Math.ceil((Date.now() + hourMs / 6) / hourMs) * hourMs;

/** The trips of one tick at a minute of a coming hour, and the jobs that ran in it. */
async function tickAt(minute: number): Promise<{ trips: number; ran: string[] }> {
  const at = new Date(hour + minute * 60_000);
  const before = await harness.database.jobTrips();
  harness.clearLogs();
  await harness.getWorker().tick({ scheduledTime: at });
  const ran = harness.getLogs().flatMap(({ message }) => (message.match(/"event":"job","job":"([^"]+)"/) ?? []).slice(1));
  return { trips: (await harness.database.jobTrips()) - before, ran };
}
const idle = { trips: 1, ran: [] };

test('a minute in which nothing is due costs one trip, even at a quarter of an hour and after a lost tick', async () => {
  const tenant = await makeTenant();
  await makeUser(tenant, { profile: 'admin' });
  // No tick has run before: a job without a query for due work makes up for missed slots.
  expect((await tickAt(0)).ran.toSorted()).toEqual(['count-usage', 'forget-people', 'forget-scim-log', 'forget-user-imports', 'sweep']);
  for (const minute of [1, 3, 4]) expect([minute, await tickAt(minute)]).toEqual([minute, idle]);
  expect((await tickAt(8)).ran).toEqual(['count-usage']);
  for (const minute of [9, 12, 12]) expect([minute, await tickAt(minute)]).toEqual([minute, idle]);
  expect((await tickAt(18)).ran).toEqual(['sweep']);
  expect(await tickAt(19)).toEqual(idle);
});

test('only the due job runs, and its notifications leave at once', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  await query("update users set expires_at = now() + interval '5 hours' where id = $1", [user.id]);
  expect((await tickAt(20)).ran).toEqual(['expire-people']);
  expect(await query("select kind from notifications where user_id = $1 and kind = 'access_ending'", [user.id])).toHaveLength(1);
  expect(await query('select 1 from outbox where tenant_id = $1', [tenant.id])).toEqual([]);
  const account = await makeServiceAccount(tenant, { directoryId: 'directory', appId: 'app', secret: 'secret' });
  await makeReport(tenant, { account, workspaceId: 'workspace', serviceReportId: 'report', datasetId: 'dataset' });
  expect((await tickAt(21)).ran).toEqual(['read-data-times']);
});
