import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeReport, makeWindow } from '../support/make-content.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const hour = 3_600_000;
const at = (hours: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + hours * hour).toISOString();
const tick = () => harness.getWorker().scheduled({});
const settings = { send_email_notification: 'S' };

/** Many users; only the first wants mail. */
const crowd = (tenant: Tenant, count: number) =>
  query(
    `insert into users (tenant_id, id, email, name, sort_key, profile, preferences)
      select $1::uuid, gen_random_uuid(), 'p' || k || '-' || right($1::uuid::text, 12) || '@people.test', 'Person ' || k, 'person ' || k,
        'user',
      case when k > 1 then '{"mail":{"maintenance_announced":false}}' else '{}' end::jsonb from generate_series(1, $2::int) k`,
    [tenant.id, String(count)],
  );
const told = (tenant: Tenant) =>
  query('select user_id, kind, vars from notifications where tenant_id = $1 and mailing_id is not null', [tenant.id]);
const getMailings = (tenant: Tenant) =>
  query('select kind, state, told, mailed, vars from mailings where tenant_id = $1 order by created_at, kind', [tenant.id]);

async function announced(
  tenant: Tenant,
  { starts = 1, target = 'unit', targetId }: { starts?: number; target?: string; targetId?: string } = {},
) {
  const window = await makeWindow(tenant, {
    target: target as 'unit',
    targetId: targetId ?? null,
    startsAt: at(starts),
    endsAt: at(starts + 2),
  });
  await query('update maintenance set announced_at = now() where id = $1', [window.id]);
  return window;
}
/** An announcement waiting to be sent; `held` keeps jobs off it. */
async function waiting(tenant: Tenant, window: { id: string }, { held = false } = {}): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into mailings (tenant_id, id, kind, source_id, audience, vars, link, by_user_id, taken_until)
      values ($1, $2, 'maintenance_announced', $3::uuid, jsonb_build_object('type', 'window', 'id', $3::uuid::text),
        '{"target":"Unidade","title":"Carga","from":"2026-11-22T10:00:00Z","until":"2026-11-22T12:00:00Z"}', '/', null,
        case when $4::boolean then now() + interval '1 hour' end)`,
    [tenant.id, id, window.id, String(held)],
  );
  return id;
}

test('a request that notifies a thousand users costs as much as one that notifies three, and each is notified once', async () => {
  const cost = async (people: number) => {
    const tenant = await makeTenant({ settings });
    const admin = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
    await crowd(tenant, people);
    const window = await announced(tenant);
    await admin.get(`/api/auth/maintenance/${window.id}`);
    const input = { version: 1, title: 'Carga', startsAt: at(1), endsAt: at(4) };
    await harness.database.resetTrips();
    expect(await admin.put(`/api/auth/maintenance/${window.id}`, input)).toMatchObject({ status: 200 });
    const { requests, statements } = await harness.database.trips();
    await expect.poll(async () => (await getMailings(tenant))[0]?.state, { timeout: 20_000 }).toBe('done');
    const rows = await told(tenant);
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(people);
    expect(rows).toHaveLength(people);
    expect(await getMailings(tenant)).toMatchObject([{ kind: 'maintenance_changed', told: people }]);
    return { requests, statements };
  };
  const few = await cost(3);
  expect(few.requests).toBe(2);
  expect(await cost(1_001)).toEqual(few);
});

test('mail goes to those who want it, in the bulk lane; the inbox gets everything', async () => {
  const tenant = await makeTenant({ settings });
  await crowd(tenant, 20);
  await query("update users set email = 'nobody-' || id || '@no-address.invalid' where tenant_id = $1 and name = 'Person 2'", [tenant.id]);
  await query(
    `update users set preferences = '{"mail":{"maintenance_announced":true}}' where tenant_id = $1 and name in ('Person 2', 'Person 3')`,
    [tenant.id],
  );
  await waiting(tenant, await announced(tenant));
  await tick();
  expect(await getMailings(tenant)).toMatchObject([{ state: 'done', told: 20, mailed: 2 }]);
  expect(await query('select state, count(*)::int as n from mails where tenant_id = $1 group by 1', [tenant.id])).toEqual([
    { state: 'sent', n: 2 },
  ]);
  const silent = await makeTenant({ settings: {} });
  await crowd(silent, 3);
  await waiting(silent, await announced(silent));
  await tick();
  expect(await getMailings(silent)).toMatchObject([{ state: 'done', told: 3, mailed: 0 }]);
});

describe('recipients are decided when an announcement is sent', () => {
  test('excluding users blocked or removed since, those who lost the report, and its author', async () => {
    const tenant = await makeTenant({ settings });
    const report = await makeReport(tenant, { title: 'Vendas' });
    const [reader, out, gone, stranger, author] = [
      await makeUser(tenant),
      await makeUser(tenant),
      await makeUser(tenant),
      await makeUser(tenant),
      await makeUser(tenant),
    ];
    for (const person of [reader, out, gone, author]) await makeGrant(tenant, report, person);
    const id = await waiting(tenant, await announced(tenant, { target: 'report', targetId: report.id }));
    await query("update users set status = 'B' where id = $1", [out.id]);
    await query('update users set deleted_at = now() where id = $1', [gone.id]);
    await query('update mailings set by_user_id = $2 where id = $1', [id, author.id]);
    await tick();
    const ids = (await told(tenant)).map(({ user_id }) => user_id);
    expect(ids).toEqual([reader.id]);
    expect(ids).not.toContain(stranger.id);
  });

  test('none of a window that was canceled or has begun, none twice, and a suspended unit’s once it is back', async () => {
    const tenant = await makeTenant({ settings });
    await crowd(tenant, 5);
    const cancelled = await announced(tenant);
    await query('update maintenance set cancelled_at = now() where id = $1', [cancelled.id]);
    await waiting(tenant, cancelled);
    await waiting(tenant, await announced(tenant, { starts: -1 }));
    await tick();
    expect(await getMailings(tenant)).toMatchObject([
      { state: 'done', told: 0 },
      { state: 'done', told: 0 },
    ]);
    await query("update tenants set status = 'B' where id = $1", [tenant.id]);
    const id = await waiting(tenant, await announced(tenant));
    await tick();
    expect(await told(tenant)).toEqual([]);
    await query("update tenants set status = 'A' where id = $1", [tenant.id]);
    await Promise.all([tick(), tick(), tick()]);
    expect(await told(tenant)).toHaveLength(5);
    // As if every run had been cut off before its progress was saved.
    await query("update mailings set state = 'queued', cursor_user_id = null where id = $1", [id]);
    await tick();
    expect(await told(tenant)).toHaveLength(5);
  });
});

test('many people who wait for the end of a window are notified by one mailing, a few at once', async () => {
  const waited = async (people: number) => {
    const tenant = await makeTenant({ settings });
    await crowd(tenant, people);
    const window = await announced(tenant, { starts: -3 });
    await query('insert into maintenance_waiters (tenant_id, maintenance_id, user_id) select $1, $2, id from users where tenant_id = $1', [
      tenant.id,
      window.id,
    ]);
    return { tenant, window };
  };
  const [few, many] = [await waited(100), await waited(101)];
  for (let n = 0; n < 2; n += 1) await tick();
  for (const [{ tenant, window }, people] of [[few, 100] as const, [many, 101] as const]) {
    const inboxes = await query('select user_id, kind from notifications where tenant_id = $1', [tenant.id]);
    expect(new Set(inboxes.map(({ user_id }) => user_id)).size).toBe(people);
    expect(inboxes).toHaveLength(people);
    expect(new Set(inboxes.map(({ kind }) => kind))).toEqual(new Set(['maintenance_over']));
    expect(await query('select 1 from maintenance_waiters where maintenance_id = $1', [window.id])).toEqual([]);
  }
  expect(await getMailings(few.tenant)).toEqual([]);
  expect(await getMailings(many.tenant)).toMatchObject([
    { kind: 'maintenance_over', state: 'done', told: 101, vars: { title: expect.anything() } },
  ]);
});

test('an interrupted fan-out resumes where it stopped, and notifies each user once', async () => {
  const tenant = await makeTenant({ settings });
  await crowd(tenant, 2_300);
  const id = await waiting(tenant, await announced(tenant));
  for (const cut of [10, 40, 90, 160, 260]) {
    const running = tick().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, cut));
    await harness.database.fail({ down: true });
    await running;
    await harness.database.heal();
    await query('update mailings set taken_until = null where id = $1', [id]);
  }
  await tick();
  const rows = await told(tenant);
  expect(rows).toHaveLength(2_300);
  expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(2_300);
  expect(await getMailings(tenant)).toMatchObject([{ state: 'done', told: 2_300, mailed: 1 }]);
});

test('an announcement still being sent has the new times, and stops once the window is canceled', async () => {
  const tenant = await makeTenant({ settings });
  const admin = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const window = await announced(tenant);
  await waiting(tenant, window, { held: true });
  const endsAt = at(5);
  await admin.put(`/api/auth/maintenance/${window.id}`, { version: 1, title: 'Nova carga', startsAt: at(1), endsAt });
  const held = async () => (await getMailings(tenant)).find(({ kind }) => kind === 'maintenance_announced');
  expect(await held()).toMatchObject({ state: 'queued', vars: { title: 'Nova carga', until: endsAt.replace('.000', '') } });
  expect((await admin.post(`/api/auth/maintenance/${window.id}/cancel`)).status).toBe(200);
  expect(await held()).toMatchObject({ state: 'recalled' });
});
