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

/** The trips of one tick at a minute of the next hour, and the jobs that ran in it. */
async function tickAt(minute: number): Promise<{ trips: number; ran: string[] }> {
  const at = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + minute * 60_000);
  const before = await harness.database.jobTrips();
  harness.clearLogs();
  await harness.getWorker().scheduled({ scheduledTime: at });
  const ran = harness.getLogs().flatMap(({ message }) => (message.match(/"event":"job","job":"([^"]+)"/) ?? []).slice(1));
  return { trips: (await harness.database.jobTrips()) - before, ran };
}

test('a minute in which nothing is due costs one trip, also a quarter of an hour', async () => {
  const tenant = await makeTenant();
  await makeUser(tenant, { profile: 'admin' });
  for (const minute of [0, 3, 4, 9, 12, 37]) expect([minute, await tickAt(minute)]).toEqual([minute, { trips: 1, ran: [] }]);
});

test('what is due runs alone, and what it tells people leaves in the same tick', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  await query("update users set expires_at = now() + interval '1 hour' where id = $1", [user.id]);
  expect((await tickAt(0)).ran).toEqual(['expire-people', 'deliver-outbox']);
  const account = await makeServiceAccount(tenant, { directoryId: 'directory', appId: 'app', secret: 'secret' });
  await makeReport(tenant, { account, workspaceId: 'workspace', serviceReportId: 'report', datasetId: 'dataset' });
  expect((await tickAt(0)).ran).toContain('read-data-times');
});
