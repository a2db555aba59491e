import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Env } from '../../functions/request/env.ts';
import { control, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeDeadLetter } from '../support/make-dead-letter.ts';
import { makeTenant, platform } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const deadlineMs = 2_500;
const harness = useHarness({ vars: { TEST_DEADLINE_MS: String(deadlineMs) }, retries: { maxRetries: 1, retryDelay: 0 } });
const path = '/api/auth/jobs/failed';
const getLines = (event: string) => harness.getLogs().filter(({ message }) => message.includes(`"event":"${event}"`));

async function send(body: unknown): Promise<void> {
  const { WORK_QUEUE } = await harness.getWorker<Env>().getEnv();
  await WORK_QUEUE.send(body as never); // because some have an unknown kind
}
const consume = (queue: string, body: unknown, attempts: number) =>
  harness.getWorker().consume(queue, [{ id: 'one', timestamp: new Date(), attempts, body }]);
const operator = async (): Promise<Api> => getApi(harness, platform, await makeUser(platform, { profile: 'a2m' }));
/** The operator's list filtered by a unit's name, once it has a row. */
async function listed(client: Api, search: string) {
  await expect.poll(async () => (await client.get(`${path}?search=${search}`)).body.items, { timeout: 30_000 }).toHaveLength(1);
  return (await client.get(`${path}?search=${search}`)).body.items[0];
}
const recorded = (what: string, id: string) => query('select change from audit where what = $1 and row_id = $2', [what, id]);

test('a message that failed every try is listed for the operator, can be queued again, and alerts again if it fails again', async () => {
  const name = `Vértice ${randomUUID().slice(0, 8)}`;
  const tenant = await makeTenant({ name });
  const principal = await makePrincipal();
  const report = await makeEmbeddable(tenant, principal);
  await query("update reports set checked_at = now() + interval '1 hour' where id = $1", [report.id]);
  const message = { kind: 'data-time', tenant: tenant.id, id: report.id };
  /** Tries it once while the service is down; on the last try, buries it. */
  const fail = async (isLast: boolean) => {
    const { id } = (await control('POST', '/__sim/faults', {
      preset: 'slow',
      delayMs: 6_000,
      scope: 'pbi',
      principal: principal.appId,
    })) as { id: number }; // because the stand-in answers this shape
    expect((await consume('mirante-work', message, 1)).retryMessages).toHaveLength(1);
    await control('DELETE', `/__sim/faults/${id}`);
    if (isLast) await consume('mirante-dead', message, 1);
  };
  await fail(true);
  const client = await operator();
  const search = encodeURIComponent(name);
  const row = await listed(client, search);
  const error = `Error: not done within ${deadlineMs} ms`;
  expect(row).toMatchObject({
    kind: 'data-time',
    queue: 'work',
    unit: name,
    about: report.id,
    firstError: error,
    lastError: error,
    again: true,
  });
  expect(await query('select body, attempts from failed_messages where id = $1', [row.id])).toEqual([{ body: message, attempts: 6 }]);
  const file = await client.get(`${path}/export?search=${search}`);
  expect(file.body).toMatchObject({ rows: 1, csv: expect.stringContaining(report.id) });
  for (const sort of ['at', '-at', 'kind', '-kind']) expect((await client.get(`${path}?search=${search}&sort=${sort}`)).body.total).toBe(1);

  expect(await client.post(`${path}/${row.id}/retry`)).toMatchObject({ status: 200 });
  await expect.poll(() => query('select 1 from reports where id = $1 and data_at is not null', [report.id])).toHaveLength(1);
  expect((await client.get(`${path}?search=${search}`)).body.total).toBe(0);
  expect(await recorded('job.retry', row.id)).toEqual([{ change: { name: `data-time · ${name}`, reason: error } }]);
  expect((await client.post(`${path}/${row.id}/retry`)).status).toBe(404);

  await fail(true);
  expect(await listed(client, search)).toMatchObject({ id: row.id, attempts: 7 });
  expect((await client.delete(`${path}/${row.id}`)).status).toBe(200);
  expect((await client.delete(`${path}/${row.id}`)).status).toBe(404);
  expect(await recorded('job.leave', row.id)).toHaveLength(1);

  // A failure that succeeds at the second try leaves nothing behind.
  const kept = () => query('select dead_at from failed_messages where unit_id = $1', [tenant.id]);
  await fail(false);
  expect(await kept()).toEqual([{ dead_at: null }]);
  expect((await client.get(`${path}?search=${search}`)).body.total).toBe(0);
  expect((await consume('mirante-work', message, 2)).retryMessages).toEqual([]);
  expect(await kept()).toEqual([]);
});

test('of an unknown kind keeps only its ids, and is not sent again', async () => {
  const tenant = await makeTenant({ name: `Aurora ${randomUUID().slice(0, 8)}` });
  await send({ kind: 'invoice', tenant: tenant.id, to: 'ana.nunes@example.com', secret: 'hunter2' });
  const client = await operator();
  const row = await listed(client, encodeURIComponent(tenant.name));
  expect(row).toMatchObject({ kind: 'invoice', again: false, lastError: 'Error: a message that this version of the Worker does not know' });
  const stored = JSON.stringify(await query('select * from failed_messages where id = $1', [row.id]));
  const logged = [...getLines('message_failed'), ...getLines('message_dead')].map(({ message }) => message).join();
  expect(logged).toContain(tenant.id);
  for (const text of [stored, logged]) expect(text).not.toMatch(/ana\.nunes|hunter2/);
  expect((await client.post(`${path}/${row.id}/retry`)).status).toBe(404);
  expect((await client.delete(`${path}/${row.id}`)).status).toBe(200);
});

test('a message is buried when the database is back, with one alarm', async () => {
  const body = { kind: 'export', tenant: randomUUID(), id: randomUUID() };
  const bury = (attempts: number) => consume('mirante-staging-dead', body, attempts);
  await harness.database.fail({ down: true });
  expect((await bury(1)).retryMessages).toHaveLength(1);
  await harness.database.heal();
  expect((await bury(2)).retryMessages).toEqual([]);
  expect(getLines('message_dead')).toHaveLength(1);
  expect(await query("select queue, attempts, last_error from failed_messages where body->>'id' = $1", [body.id])).toEqual([
    { queue: 'exports', attempts: 6, last_error: null },
  ]);
});

test('a message untouched for 30 days is deleted, and a purged unit’s messages go with it', async () => {
  const [old, young, other] = [await makeDeadLetter(platform), await makeDeadLetter(platform), await makeDeadLetter(platform)];
  await query("update failed_messages set last_at = now() - interval '31 days' where id = $1", [old.id]);
  await query("update failed_messages set last_at = now() - interval '29 days' where id = $1", [young.id]);
  const gone = await makeTenant({ name: 'Unidade que vai' });
  await query("update tenants set status = 'D', deleted_at = now() - interval '31 days' where id = $1", [gone.id]);
  await query('update failed_messages set unit_id = $2 where id = $1', [other.id, gone.id]);
  await harness.getWorker().scheduled({});
  const left = async () =>
    (await query('select id from failed_messages where id = any ($1)', [`{${old.id},${young.id},${other.id}}`])).map(({ id }) => id);
  await expect.poll(left, { timeout: 30_000 }).toEqual([young.id]);
});

test('only operators have access', async () => {
  const unit = await makeTenant();
  const admin = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
  const letter = await makeDeadLetter(platform);
  expect((await admin.get(path)).status).toBe(403);
  expect((await admin.post(`${path}/${letter.id}/retry`)).status).toBe(403);
  expect((await admin.delete(`${path}/${letter.id}`)).status).toBe(403);
  expect(await query('select 1 from failed_messages where id = $1 and dead_at is not null', [letter.id])).toHaveLength(1);
});
