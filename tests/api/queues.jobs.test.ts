import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getKept } from '../../domain/jobs/dead-letters.ts';
import { queues } from '../../domain/jobs/queues.ts';
import type { Env } from '../../functions/request/env.ts';
import { control, makePrincipal, type Principal } from '../guards/place.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport, makeServiceAccount } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';

const deadlineMs = 8_000;
const harness = useHarness({ vars: { TEST_DEADLINE_MS: String(deadlineMs) }, retries: { maxRetries: 2, retryDelay: 0 } });
const bindings = () => harness.getWorker<Env>().getEnv();
const getLines = (event: string) =>
  harness
    .getLogs()
    .map(({ message }) => message)
    .filter((message) => message.includes(`"event":"${event}"`));

async function findReport(tenant: { id: string }, principal: Principal) {
  const { workspaceId, serviceReportId, datasetId } = principal;
  const report = await makeReport(tenant, {
    account: await makeServiceAccount(tenant, principal),
    workspaceId,
    serviceReportId,
    datasetId,
  });
  await query("update reports set checked_at = now() + interval '1 hour' where id = $1", [report.id]);
  return report;
}

test('a hanging message does not block the other nineteen, and is retried alone', async () => {
  const tenant = await makeTenant();
  const [quick, slow] = [await makePrincipal(), await makePrincipal()];
  const hanging = await findReport(tenant, slow);
  const others = await Promise.all(Array.from({ length: 19 }, () => findReport(tenant, quick)));
  await control('POST', '/__sim/faults', { preset: 'hang', principal: slow.appId, times: 1 });
  const read = async () =>
    (await query('select id from reports where tenant_id = $1 and data_at is not null', [tenant.id])).map(({ id }) => id);
  const { WORK_QUEUE } = await bindings();
  const began = Date.now();
  // Ahead of the others.
  await WORK_QUEUE.sendBatch([hanging, ...others].map(({ id }) => ({ body: { kind: 'data-time', tenant: tenant.id, id } })));
  await expect.poll(async () => (await read()).length, { timeout: deadlineMs, interval: 20 }).toBe(19);
  expect(Date.now() - began).toBeLessThan(deadlineMs);
  expect(await read()).not.toContain(hanging.id);
  expect(getLines('message_failed')).toEqual([]);
  await expect.poll(read, { timeout: 30_000 }).toContain(hanging.id);
  expect(getLines('message_failed')).toMatchObject([expect.stringContaining(`not done within ${deadlineMs} ms`)]);
  expect(getLines('message_dead')).toEqual([]);
});

test.each([
  ['a kind that this version does not know', { kind: 'invoice', tenant: randomUUID(), id: randomUUID() }],
  ['a job that this version does not know', { kind: 'job', job: 'close-months', slot: '2026-11-22T00:00:00Z', at: '2026-11-22T00:00:00Z' }],
  ['a known kind with something more', { kind: 'export', tenant: randomUUID(), id: randomUUID(), page: 2 }],
  ['a known kind with something less', { kind: 'user-import', tenant: randomUUID() }],
  ['no object at all', 'outbox'],
])('%s is retried and ends, reported, among the dead letters; its neighbors are processed', async (_, body) => {
  const tenant = await makeTenant();
  const report = await findReport(tenant, await makePrincipal());
  const queue = (await bindings()).WORK_QUEUE;
  // Because it has an unknown kind.
  await queue.sendBatch([{ body: body as never }, { body: { kind: 'data-time', tenant: tenant.id, id: report.id } }]);
  await expect.poll(() => getLines('message_dead'), { timeout: 30_000 }).toHaveLength(1);
  expect(getLines('message_dead')[0]).toContain(JSON.stringify(JSON.stringify(getKept(body).body)));
  expect(getLines('message_failed').map((line) => /"attempts":(\d)/.exec(line)?.[1])).toEqual(['1', '2', '3']);
  expect(await query('select 1 from reports where id = $1 and data_at is not null', [report.id])).toHaveLength(1);
});

test('a message for a deleted unit is acknowledged', async () => {
  const result = await harness
    .getWorker()
    .consume(queues.mail.name, [{ id: 'one', timestamp: new Date(), attempts: 1, body: { kind: 'outbox', tenant: randomUUID() } }]);
  expect(result.retryMessages).toEqual([]);
  expect(getLines('message_failed')).toEqual([]);
});
