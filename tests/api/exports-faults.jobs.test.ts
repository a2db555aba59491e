import { afterEach, describe, expect, test } from 'vitest';
import { control, type Principal } from '../guards/place.ts';
import { query } from '../support/database.ts';
import { newHarness, useHarness } from '../support/harness.ts';
import {
  begins,
  download,
  ended,
  exportScene,
  getCalls,
  getRow,
  getStarts,
  handOver,
  nextStep,
  start,
  tick,
  usesServiceClock,
} from './exports-scene.ts';

const harness = useHarness();
usesServiceClock();
// Alone: on a busy machine the queue's own message would come between two steps of the test, and count as a further miss.
const dead = useHarness({ vars: { REPORT_SERVICE_API: 'http://127.0.0.1:9', ENTRA_AUTHORITY: 'http://127.0.0.1:9' }, isAlone: true });

const faults: number[] = [];
async function fault({ appId }: Principal, what: Record<string, unknown>): Promise<void> {
  // Because the stand-in answers so.
  const { id } = (await control('POST', '/__sim/faults', { ...what, principal: appId })) as { id: number };
  faults.push(id);
}
const heal = async () => {
  for (const id of faults.splice(0)) await control('DELETE', `/__sim/faults/${id}`);
};
afterEach(heal);

const getState = async (id: string) => (await query('select * from exports where id = $1', [id]))[0] ?? {};

describe('the report service', () => {
  test.each([
    ['has its capacity paused', { preset: 'capacity_paused', scope: 'pbi' }, 'capacity_paused'],
    ['does not list the account in the workspace', { preset: 'not_member' }, 'report_account_refused'],
    ['rejects the secret', { preset: 'secret_wrong' }, 'report_account_refused'],
    ['no longer has the report', { preset: 'not_found', scope: 'pbi' }, 'report_missing_at_service'],
    [
      'refuses the request',
      { scope: 'pbi', path: 'ExportTo$', status: 400, body: { error: { code: 'BadRequest', message: 'No' } } },
      'export_refused',
    ],
    ['fails permanently', { preset: 'export_failed' }, 'export_refused'],
    [
      'exports nothing without a capacity',
      { scope: 'pbi', path: 'ExportTo$', status: 403, body: { error: { code: 'FeatureNotAvailableError', message: 'Needs a capacity' } } },
      'export_no_capacity',
    ],
    [
      'exports no images',
      { scope: 'pbi', path: 'ExportTo$', status: 403, body: { error: { code: 'Forbidden' } } },
      'export_png_off',
      'PNG',
    ],
  ] as const)('%s: the export ends with a clear reason and can be tried again', async (_, what, error, format: 'PDF' | 'PNG' = 'PDF') => {
    const { tenant, principal, report, person } = await exportScene(harness);
    const { client } = await person();
    await fault(principal, what);
    const { body } = await start(client, report, { format });
    expect(await ended(harness, client, body.id)).toMatchObject({ state: 'failed', error });
    expect(await query('select kind, vars from notifications where tenant_id = $1', [tenant.id])).toEqual([
      { kind: 'export_failed', vars: { report: report.title, format, reason: error } },
    ]);
    await heal();
    expect((await client.post(`/api/auth/exports/${body.id}/retry`)).status).toBe(200);
    expect(await ended(harness, client, body.id)).toMatchObject({ state: 'ready', error: null });
  });

  test('throttles: its retry time is respected, and it does not count as a failure', async () => {
    const { principal, report, person } = await exportScene(harness);
    const { client } = await person();
    await fault(principal, { preset: 'throttled', retryAfter: 60, path: 'ExportTo$', scope: 'pbi', times: 2 });
    const { body } = await start(client, report);
    for (const refusals of [1, 2]) {
      await nextStep(harness, body.id);
      // A message before the retry time changes nothing.
      await handOver(harness, [body.id]);
      expect(await getStarts(principal)).toHaveLength(refusals);
      const [row] = await query('select extract(epoch from next_at - now())::float as wait from exports where id = $1', [body.id]);
      expect(row?.wait).toBeGreaterThan(30);
      expect(row?.wait).toBeLessThanOrEqual(60);
    }
    expect(await ended(harness, client, body.id)).toMatchObject({ state: 'ready' });
    expect((await getStarts(principal)).map(({ status }) => status)).toEqual([429, 429, 202]);
    expect(await getState(body.id)).toMatchObject({ attempts: 0, misses: 0 });
  });

  test('is busy: the whole export restarts, three times at most', async () => {
    const { principal, report, person } = await exportScene(harness);
    const { client } = await person();
    await fault(principal, { preset: 'export_busy' });
    const { body } = await start(client, report);
    expect(await ended(harness, client, body.id)).toMatchObject({ state: 'failed', error: 'report_service_throttled' });
    expect(await getStarts(principal)).toHaveLength(3);
    await heal();
    await client.post(`/api/auth/exports/${body.id}/retry`);
    expect(await ended(harness, client, body.id)).toMatchObject({ state: 'ready' });
  });

  test('hangs: after twenty minutes the export is given up', async () => {
    const { principal, report, person } = await exportScene(harness);
    const { client } = await person();
    await fault(principal, { preset: 'export_stuck' });
    const { body } = await start(client, report);
    for (let steps = 0; steps < 5; steps += 1) await nextStep(harness, body.id);
    expect((await getRow(client, body.id)).percent).toBeGreaterThanOrEqual(60);
    await query("update exports set started_at = now() - interval '21 minutes' where id = $1", [body.id]);
    expect(await ended(harness, client, body.id)).toMatchObject({ state: 'failed', error: 'export_stuck' });
    expect((await getCalls(principal)).filter(({ path }) => path.endsWith('/file'))).toEqual([]);
  });

  test.each([
    ['truncates the file', { preset: 'cut', scope: 'pbi', path: '/file$', times: 1 }],
    ['answers HTML instead of the file', { scope: 'pbi', path: '/file$', status: 200, body: '<html>ok</html>', times: 1 }],
    ['fails once', { preset: 'server_error', scope: 'pbi', path: 'exports', times: 2 }],
  ] as const)('%s: it is retried, and only a complete file is delivered', async (_, what) => {
    const { tenant, principal, report, person } = await exportScene(harness);
    const { client } = await person();
    await fault(principal, what);
    const { body } = await start(client, report);
    expect(await ended(harness, client, body.id)).toMatchObject({ state: 'ready' });
    const { bytes } = await download(harness, { client, tenant }, body.id);
    expect(String.fromCharCode(...bytes.subarray(-8))).toContain('EOF');
  });

  test('never sends a complete file: the export ends, and leaves nothing behind', async () => {
    const { principal, report, person } = await exportScene(harness);
    const { client } = await person();
    await fault(principal, { scope: 'pbi', path: '/file$', status: 200, body: '%PDF-1.7 half' });
    const { body } = await start(client, report);
    expect(await ended(harness, client, body.id)).toMatchObject({ state: 'failed', error: 'export_broken', bytes: null });
    expect((await getCalls(principal)).filter(({ path }) => path.endsWith('/file'))).toHaveLength(5);
  });

  test('is down: a few tries, then the reason; the portal keeps working', async () => {
    const { report, tenant, person } = await exportScene(dead);
    const { client } = await person();
    const { body, status } = await start(client, report);
    expect(status).toBe(200);
    for (let misses = 1; misses < 5; misses++) {
      await nextStep(dead, body.id);
      expect(await getState(body.id)).toMatchObject({ misses });
      expect((await client.get('/api/auth/dashboard')).status).toBe(200);
    }
    expect(await ended(dead, client, body.id)).toMatchObject({ state: 'failed', error: 'report_service_down' });
    expect(await query("select 1 from audit where tenant_id = $1 and what = 'export.start'", [tenant.id])).toHaveLength(1);
  });
});

describe('between two steps', () => {
  test('the Worker may die: the row resumes when its lease expires', async () => {
    const first = newHarness();
    await first.listen();
    const { principal, report, person, tenant } = await exportScene(first);
    const { client, token } = await person();
    await fault(principal, { preset: 'export_stuck', times: 1 });
    const { body } = await start(client, report);
    await begins(first, body.id);
    expect(await getState(body.id)).toMatchObject({ service_export_id: expect.any(String) });
    await first.close();
    // The dead Worker's lease is released, and its queue is gone.
    await query('update exports set taken_until = now(), next_at = now(), service_export_id = null where id = $1', [body.id]);
    await tick(harness);
    const { api } = await import('../support/api.ts');
    const again = api(harness, tenant, token);
    expect(await ended(harness, again, body.id)).toMatchObject({ state: 'ready' });
    expect(await getStarts(principal)).toHaveLength(2);
  });

  test('a step delivered twice at once runs once', async () => {
    const { principal, report, person } = await exportScene(harness);
    const { client } = await person();
    const { body } = await start(client, report);
    await Promise.all(Array.from({ length: 8 }, () => tick(harness)));
    await ended(harness, client, body.id);
    await Promise.all(Array.from({ length: 4 }, () => tick(harness)));
    expect(await getStarts(principal)).toHaveLength(1);
    expect((await getCalls(principal)).filter(({ path }) => path.endsWith('/file'))).toHaveLength(1);
  });

  test('losing access ends the export, and no file is made', async () => {
    for (const [damage, error] of [
      ['delete from grants where tenant_id = $1', 'export_outdated'],
      ["update users set rls_username = 'norte' where tenant_id = $1", 'export_outdated'],
      ['update users set rls_username = null where tenant_id = $1', 'rls_identity_missing'],
      ["update users set status = 'B' where tenant_id = $1", 'export_outdated'],
      ['update service_accounts set disabled = true where tenant_id = $1', 'report_account_refused'],
    ] as const) {
      const { tenant, principal, report, person } = await exportScene(harness, { rls: { Regional: 'region' } });
      const { client } = await person({ rlsUsername: 'sul', rlsRoles: ['Regional'] });
      await fault(principal, { preset: 'export_stuck', times: 1 });
      const { body } = await start(client, report);
      await begins(harness, body.id);
      expect(await getState(body.id)).toMatchObject({ service_export_id: expect.any(String) });
      await query(damage, [tenant.id]);
      await nextStep(harness, body.id);
      expect(await getState(body.id), damage).toMatchObject({ state: 'failed', error, file: null });
    }
  });
});

describe('many exports', () => {
  test('of one account run five at a time; the others queue, see their position, and all finish', async () => {
    const { principal, report, person } = await exportScene(harness);
    const people = await Promise.all(Array.from({ length: 20 }, () => person()));
    const started = await Promise.all(people.map(({ client }) => start(client, report)));
    expect(new Set(started.map(({ status }) => status))).toEqual(new Set([200]));
    const places = (await Promise.all(people.map(({ client }, index) => getRow(client, started[index]?.body.id)))).map(
      ({ ahead }) => ahead,
    );
    expect(Math.max(...places.map((place) => place ?? 0))).toBeGreaterThan(5);
    const ids = started.map(({ body }) => body.id as string);
    const states = async () => (await query('select state from exports where id = any ($1)', [ids])).map(({ state }) => state);
    const working = async () => (await states()).filter((state) => state === 'running' || state === 'finishing').length;
    // Two messages each at once: a race never gives one slot twice.
    const step = () => Promise.all([nextStep(harness, ...ids), nextStep(harness, ...ids.toReversed())]);
    // While the service finishes none, the same five work on, however long a step takes.
    const body = { id: 'export', status: 'Running', percentComplete: 70 };
    await fault(principal, { path: '/exports/[^/]+$', method: 'GET', status: 202, body });
    for (let steps = 0; steps < 4; steps += 1) {
      await step();
      expect(await working()).toBe(5);
    }
    expect(await getStarts(principal)).toHaveLength(5);
    await heal();
    let most = 0;
    for (let steps = 0; steps < 60 && (await states()).some((state) => state !== 'ready'); steps += 1) {
      await step();
      most = Math.max(most, await working());
    }
    expect(new Set(await states())).toEqual(new Set(['ready']));
    expect(most).toBeLessThanOrEqual(5);
    expect(await getStarts(principal)).toHaveLength(20);
  }, 120_000);
});
