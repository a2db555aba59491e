import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { apiOf } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { messageText } from '../support/make-message.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { world } from '../support/world.ts';

// Ten mails a second, so that most of a large message waits while its inboxes fill.
const harness = useHarness({ vars: { SMTP_BULK_PER_SECOND: '10', TEST_CLOCK: '' } });
const path = '/api/auth/messages';
const texts = { 'pt-BR': { subject: 'Fechamento', body: messageText('O fechamento é na sexta.') } };
const many = 10_000;

const crowd = (tenant: Tenant, count: number) =>
  query(
    `insert into users (tenant_id, id, email, name, sort_key, profile)
      select $1::uuid, gen_random_uuid(), 'p' || k || '-' || right($1::uuid::text, 12) || '@people.test',
        'Person ' || k, 'person ' || k, 'user'
      from generate_series(1, $2::int) k`,
    [tenant.id, String(count)],
  );
const unitOf = async (people: number) => {
  const tenant = await makeTenant({ settings: { send_email_notification: 'S' } });
  const admin = await apiOf(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  await crowd(tenant, people);
  return { tenant, admin };
};
const stateOf = async (tenant: Tenant) =>
  (await query("select state from mailings where tenant_id = $1 and kind = 'announcement'", [tenant.id]))[0]?.state;
let minutes = 0;
/** Lets a minute pass. No one waits for its jobs: they also send mails, for a while. */
function tickUnwatched(): void {
  minutes += 1;
  void harness
    .getWorker()
    .scheduled({ cron: '* * * * *', scheduledTime: new Date(Date.now() + minutes * 60_000) })
    .catch(() => undefined);
}
/** Lets minutes pass until the unit's message has reached everyone. */
async function everyoneToldOf(tenant: Tenant): Promise<void> {
  const next = () => {
    tickUnwatched();
    return stateOf(tenant);
  };
  await expect.poll(next, { timeout: 180_000, interval: 2_000 }).toBe('done');
}
const inboxes = async (tenant: Tenant) =>
  (
    await query(
      `select count(*)::int as rows, count(distinct user_id)::int as people, (count(*) filter (where read_at is null))::int as unread
        from notifications where tenant_id = $1 and kind = 'announcement'`,
      [tenant.id],
    )
  )[0] as { rows: number; people: number; unread: number };
const mailTo = async (address: string) =>
  ((await (await fetch(`${world().mail.url}/api/messages`)).json()) as { to: string[]; raw: string }[]).filter(({ to }) =>
    to.includes(address),
  );

afterEach(async () => {
  await query('delete from outbox');
});

test('imported HTML is mailed as it was imported, with its words in the plain part', async () => {
  const { tenant, admin } = await unitOf(0);
  const reader = await makeUser(tenant, { email: `html-${tenant.id.slice(0, 8)}@people.test` });
  const html = '<h2 style="color:#a00">Fechamento</h2><p>Na <b>sexta</b>: <a href="https://vertice.example/x">agenda</a></p>';
  await admin.post(path, { audience: { type: 'users', ids: [reader.id] }, texts: { 'pt-BR': { subject: 'Fechamento', html } } });
  await everyoneToldOf(tenant);
  await expect.poll(async () => (await mailTo(reader.email)).length, { timeout: 20_000 }).toBe(1);
  const [mail] = (await mailTo(reader.email)) as unknown as { html: string; text: string }[];
  expect(mail?.html).toContain(html);
  expect(mail?.text).toContain('Na sexta: agenda (https://vertice.example/x)');
});

test('a suspended unit’s message waits for it, and a user who is removed in the meantime doesn’t get it', async () => {
  const { tenant, admin } = await unitOf(2);
  const gone = await makeUser(tenant);
  await query(
    "insert into mailings (tenant_id, kind, source_id, audience, state) values ($1, 'announcement', gen_random_uuid(), '{}', 'done')",
    [tenant.id],
  );
  await query("update tenants set status = 'A' where id = $1", [tenant.id]);
  const { body } = await admin.post(path, { audience: { type: 'all' }, texts });
  await expect
    .poll(async () => (await query('select state from mailings where source_id = $1', [body.id]))[0]?.state, { timeout: 20_000 })
    .toBe('done');
  await query("update mailings set state = 'queued', cursor_user_id = null where source_id = $1", [body.id]);
  await query('delete from notifications where tenant_id = $1', [tenant.id]);
  await query("update tenants set status = 'B' where id = $1", [tenant.id]);
  await query('update users set deleted_at = now() where id = $1', [gone.id]);
  await harness.getWorker().scheduled({});
  expect((await inboxes(tenant)).rows).toBe(0);
  await query("update tenants set status = 'A' where id = $1", [tenant.id]);
  await harness.getWorker().scheduled({});
  expect(await inboxes(tenant)).toMatchObject({ rows: 2, people: 2 });
});

describe('one-click unsubscribe', () => {
  const linkIn = (raw: string) => /List-Unsubscribe: <([^>]+)>/i.exec(raw.replace(/\r\n[ \t]+/g, ''))?.[1] ?? '';
  const form = (value = 'One-Click') => ({
    method: 'POST',
    redirect: 'manual' as const,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `List-Unsubscribe=${value}`,
  });

  test('works from the mail’s own header without a session, for one person and kind, and can be undone', async () => {
    const tenant = await makeTenant({ settings: { send_email_notification: 'S' } });
    const admin = await apiOf(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
    const [reader, other] = [await makeUser(tenant, { language: 'es' }), await makeUser(tenant)];
    await admin.post(path, { audience: { type: 'all' }, texts });
    await expect
      .poll(
        async () => {
          await harness.getWorker().scheduled({});
          return (await mailTo(reader.email)).length;
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe(1);
    const [mail] = await mailTo(reader.email);
    expect(mail?.raw).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/i);
    const url = linkIn(mail?.raw ?? '');
    const at = `${tenant.origin}${new URL(url).pathname}`;
    const page = await harness.fetch(at);
    expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
    const text = await page.text();
    expect(text).toContain('<html lang="es">');
    expect(text).toContain('Cancelar suscripción');
    const choices = async () =>
      (await query('select id, preferences from users where tenant_id = $1', [tenant.id])) as { id: string; preferences: unknown }[];
    const before = await choices();
    // Scanners follow links, and a form of another kind is no wish.
    await harness.fetch(at, { method: 'HEAD' });
    expect((await harness.fetch(at, form('other'))).status).toBe(400);
    expect(await choices()).toEqual(before);
    for (let n = 0; n < 2; n += 1) {
      const done = await harness.fetch(at, form());
      expect([done.status, done.headers.get('location'), done.headers.get('set-cookie')]).toEqual([200, null, null]);
    }
    const after = await choices();
    expect(after.find(({ id }) => id === reader.id)?.preferences).toMatchObject({ mail: { announcement: false } });
    expect(after.find(({ id }) => id === other.id)?.preferences).toEqual(before.find(({ id }) => id === other.id)?.preferences);
    expect(await query("select count(*)::int as n from audit where tenant_id = $1 and what = 'users.unsubscribe'", [tenant.id])).toEqual([
      { n: 1 },
    ]);
    const mine = await apiOf(harness, tenant, reader);
    const kinds = async () =>
      ((await mine.get('/api/auth/notifications/mail')).body.kinds as { kind: string; mail: boolean }[]).find(
        ({ kind }) => kind === 'announcement',
      );
    expect(await kinds()).toMatchObject({ mail: false });
    await mine.put('/api/auth/notifications/mail', { kinds: [{ kind: 'announcement', mail: true }] });
    expect(await kinds()).toMatchObject({ mail: true });
  });

  test('refuses a token that was changed, is another unit’s, or whose person is gone', async () => {
    const [tenant, other] = [await makeTenant(), await makeTenant()];
    const reader = await makeUser(tenant);
    const [row] = await query(
      "select replace($2::uuid::text, '-', '') || '.announcement.' || app.unsubscribe_mac($1, $2, 'announcement') as token",
      [tenant.id, reader.id],
    );
    const token = String(row?.token);
    const status = async (host: Tenant, given: string) => (await harness.fetch(`${host.origin}/api/unsubscribe/${given}`, form())).status;
    expect(await status(other, token)).toBe(404);
    expect(await status(tenant, token.replace('announcement', 'report_fresh'))).toBe(404);
    expect(await status(tenant, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(404);
    expect(await status(tenant, 'x')).toBe(404);
    await query('update users set deleted_at = now() where id = $1', [reader.id]);
    expect(await status(tenant, token)).toBe(404);
    expect(await query('select 1 from audit where tenant_id = $1', [tenant.id])).toEqual([]);
  });
});

// The last: the ticks of these tests go on sending mails for a while.
describe('a message to ten thousand people', () => {
  test('costs its sender what one to ten costs, and reaches every inbox once', async () => {
    const cost = async (people: number) => {
      const { tenant, admin } = await unitOf(people);
      await admin.get(path);
      await harness.database.resetTrips();
      const began = performance.now();
      expect(await admin.post(path, { audience: { type: 'all' }, texts })).toMatchObject({ status: 200 });
      const ms = performance.now() - began;
      const { requests, statements } = await harness.database.trips();
      await expect
        .poll(() => stateOf(tenant), { timeout: 60_000, interval: 100 })
        .toBe('done')
        // On a busy machine the rest is left to the next minutes, as anywhere.
        .catch(() => everyoneToldOf(tenant));
      const seconds = (performance.now() - began) / 1000;
      expect(await inboxes(tenant)).toMatchObject({ rows: people, people });
      return { ms, seconds, requests, statements };
    };
    await cost(10);
    const few = await cost(10);
    const all = await cost(many);
    expect(few.requests).toBeLessThanOrEqual(2);
    expect({ ...all, ms: 0, seconds: 0 }).toEqual({ ...few, ms: 0, seconds: 0 });
    console.info(
      `request: ${few.ms.toFixed(0)} ms for ten, ${all.ms.toFixed(0)} ms for ten thousand, whose inboxes took ${all.seconds.toFixed(1)} s`,
    );
  }, 400_000);

  test.each([
    [
      'loses the database',
      async () => {
        await harness.database.fail({ down: true });
        await pause(50);
        await harness.database.heal();
      },
    ],
    ['is killed', () => harness.restart()],
  ])(
    'reaches each inbox once when the Worker %s at five points',
    async (_, cut) => {
      const { tenant, admin } = await unitOf(many);
      await admin.post(path, { audience: { type: 'all' }, texts });
      const reached: number[] = [];
      for (let cuts = 0; cuts < 5; cuts += 1) {
        const before = reached.at(-1) ?? 0;
        // In the middle of the work, wherever that is.
        await expect.poll(async () => (await inboxes(tenant)).rows, { interval: 20 }).toBeGreaterThan(before);
        await cut();
        reached.push((await inboxes(tenant)).rows);
        // The run that was cut holds a lease of a minute.
        await query('update mailings set taken_until = null where tenant_id = $1', [tenant.id]);
        tickUnwatched();
      }
      expect(reached.at(-1)).toBeLessThan(many);
      await everyoneToldOf(tenant);
      expect(await inboxes(tenant)).toMatchObject({ rows: many, people: many });
    },
    300_000,
  );

  test('recalled after a few seconds leaves nothing unread, and a reset in the meantime leaves within ten seconds', async () => {
    const { tenant, admin } = await unitOf(many);
    const reader = await makeUser(tenant, { email: `reset-${tenant.id.slice(0, 8)}@people.test` });
    const { body } = await admin.post(path, { audience: { type: 'all' }, texts });
    const asked = await harness.fetch(`${tenant.origin}/api/password/forgot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: reader.email }),
    });
    expect(asked.status).toBeLessThan(500);
    await pause(5_000);
    const recalled = await admin.post(`${path}/${body.id}/recall`);
    expect(recalled).toMatchObject({ status: 200, body: { read: 0 } });
    expect(await inboxes(tenant)).toMatchObject({ unread: 0 });
    await expect.poll(async () => (await mailTo(reader.email)).length, { timeout: 10_000 }).toBeGreaterThan(0);
    tickUnwatched();
    await expect.poll(() => inboxes(tenant)).toMatchObject({ rows: 0, unread: 0 });
    expect(await stateOf(tenant)).toBe('recalled');
    // What was on its way to the mail server leaves, and the answer said how much that may be; nothing else does.
    const inOutbox = () => query("select count(*)::int as n from outbox where tenant_id = $1 and kind = 'notification'", [tenant.id]);
    await expect.poll(inOutbox).toEqual([{ n: 0 }]);
    const left = await query("select count(*)::int as n from mails where tenant_id = $1 and mailing_id is not null and state = 'sent'", [
      tenant.id,
    ]);
    expect(left[0]?.n).toBeLessThanOrEqual(recalled.body.mailsLeft);
  }, 120_000);
});
