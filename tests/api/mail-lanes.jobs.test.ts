import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../dev/mail/mime.ts';
import { queues } from '../../domain/jobs/queues.ts';
import { query } from '../support/database.ts';
import { newHarness, restSharedHarness, useHarness } from '../support/harness.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { world } from '../support/world.ts';

// Eight bulk mails a second by the platform's server, so that the rate shows; a long run sees time pass.
const rate = 8;
restSharedHarness();
const [slow, slower] = [await slowServer(3_000), await slowServer(9_000)];
const standIns = [world().mail.smtpPort, slow.port, slower.port].map((port) => `localhost:${port}`).join(',');
const harness = useHarness({ vars: { SMTP_BULK_PER_SECOND: String(rate), TEST_CLOCK: '', SMTP_STAND_IN: standIns } });
afterAll(() => {
  for (const { close } of [slow, slower]) close();
});

const unit = () => makeTenant({ settings: { send_email_notification: 'S' } });
const tick = () => harness.getWorker().scheduled({});
/** One run over all due mail, without the other jobs of a tick. */
const deliver = (by = harness, tenant: string | null = null) =>
  by.getWorker().consume(queues.mail.name, [{ id: 'one', timestamp: new Date(), attempts: 1, body: { kind: 'outbox', tenant } }]);
// The catcher's own type is this.
const inCatcher = async (): Promise<Mail[]> => (await fetch(`${world().mail.url}/api/messages`)).json() as Promise<Mail[]>;
const mailsTo = async (user: { email: string }) => (await inCatcher()).filter(({ to }) => to.includes(user.email));

/** Due outbox rows for users of a tenant: `count` for this user. */
const due = (tenant: Tenant, user: { id: string }, { count = 1, lane = 2, kind = 'catalog_granted', ago = 1 } = {}) =>
  query(
    `with n as (insert into notifications (tenant_id, id, user_id, kind, vars, link)
      select $1, gen_random_uuid(), $2, $3, '{"report":"Vendas","person":"Ana","target":"Unidade","title":"Carga"}', '/'
      from generate_series(1, $4::int)
      returning id)
      insert into outbox (tenant_id, kind, body, lane, due_at)
        select $1, 'notification', jsonb_build_object('id', n.id), $5::int, now() - $6::int * interval '1 second'
        from n`,
    [tenant.id, user.id, kind, String(count), String(lane), String(ago)],
  );
const bulk = (tenant: Tenant, user: { id: string }, count: number) =>
  due(tenant, user, { count, lane: 3, kind: 'maintenance_announced', ago: 3600 });

/** Claims as a job does, then releases everything. */
const claims = (lanes: number[], n: number, { perSecond = 1000 } = {}) =>
  query(
    `select c.lane, c.wait_ms, c.tenant_id
      from app.claim_mail(array(select x::int from jsonb_array_elements_text($1::jsonb) x), $2::int, 5, '5 minutes', null, $3::float8) c`,
    [JSON.stringify(lanes), String(n), String(perSecond)],
  ) as Promise<{ lane: number; wait_ms: number; tenant_id: string }[]>; // because the statement names its columns
const giveBack = () => query('update outbox set taken_until = null, due_at = least(due_at, now())');

beforeEach(async () => {
  await query('delete from outbox');
  await query("update mail_paces set free_at = now() - interval '1 minute'");
});

describe('a claim', () => {
  test('takes the lanes in order, five rows of each tenant in turn, and leaves one slot in four to bulk mail', async () => {
    const tenants = await Promise.all([unit(), unit(), unit()]);
    const people = await Promise.all(tenants.map((tenant) => makeUser(tenant)));
    for (const [at, tenant] of tenants.entries()) {
      const user = people[at] as { id: string };
      await due(tenant, user, { count: at === 0 ? 60 : 3, lane: 2 });
      await due(tenant, user, { count: at === 0 ? 60 : 3, lane: 3, kind: 'maintenance_announced' });
    }
    await due(tenants[2] as Tenant, people[2] as { id: string }, { count: 2, lane: 0, kind: 'factor_added' });
    const taken = await claims([0, 1, 2, 3], 40);
    const count = (lane: number, tenant?: Tenant) =>
      taken.filter((row) => row.lane === lane && (!tenant || row.tenant_id === tenant.id)).length;
    expect([count(0), count(1), count(2), count(3)]).toEqual([2, 0, 28, 10]);
    // Small tenants do not wait behind the large one, in either lane.
    for (const small of tenants.slice(1)) expect(count(2, small)).toBe(3);
    expect(count(3, tenants[0])).toBeLessThanOrEqual(7);
    await giveBack();
    expect((await claims([0, 1, 2], 40)).every(({ lane }) => lane < 3)).toBe(true);
    // Leased rows cannot be claimed again.
    expect(await claims([0], 40)).toEqual([]);
  });

  test('reserves send times on a server shared by all isolates, and none more than a few seconds ahead', async () => {
    await pause(200);
    const tenant = await unit();
    const user = await makeUser(tenant);
    await bulk(tenant, user, 200);
    await query("update mail_paces set free_at = now() - interval '1 minute'");
    const all = (await Promise.all([1, 2, 3, 4].map(() => claims([3], 50, { perSecond: 4 })))).flat();
    expect(all.length).toBeGreaterThan(0);
    // Twenty, plus one for each quarter second that the claims took.
    expect(all.length).toBeLessThanOrEqual(24);
    const moments = all.map(({ wait_ms }) => wait_ms).toSorted((a, b) => a - b);
    expect(moments.at(-1)).toBeLessThanOrEqual(5_250);
    // Each claim counts from its own start, and the four start at different moments.
    for (const [at, moment] of moments.entries()) if (at > 0) expect(moment - (moments[at - 1] ?? 0)).toBeGreaterThan(20);
    expect((await claims([3], 50, { perSecond: 4 })).length).toBeLessThan(4);
    // A clock that was set back does not block bulk mail forever.
    await query("update mail_paces set free_at = now() + interval '1 day'");
    expect((await claims([3], 50, { perSecond: 4 })).length).toBeGreaterThan(0);
  });

  test('holds a tenant’s own server to its own rate', async () => {
    const [own, others] = [await unit(), await unit()];
    await query(
      `insert into mail_servers (tenant_id, name, email, host, port, protocol, bulk_per_second)
        values ($1, 'Aurora', 'x@aurora.test', 'localhost', $2, 'starttls', 1)`,
      [own.id, String(world().mail.smtpPort)],
    );
    await bulk(own, await makeUser(own), 50);
    await bulk(others, await makeUser(others), 50);
    const taken = await claims([3], 100, { perSecond: 1000 });
    expect(taken.filter(({ tenant_id }) => tenant_id === own.id).map(({ wait_ms }) => wait_ms)).toEqual([0, 1000, 2000, 3000, 4000]);
    expect(taken.filter(({ tenant_id }) => tenant_id === others.id)).toHaveLength(50);
    await query('delete from mail_servers where tenant_id = $1', [own.id]);
  });
});

test('while bulk mail is due, a reset and another tenant’s notifications leave at once, and bulk mail keeps its rate', async () => {
  const [crowded, other] = [await unit(), await unit()];
  const [crowd, anna, reader] = [await makeUser(crowded), await makeUser(crowded), await makeUser(other)];
  await bulk(crowded, crowd, 2_000);
  await query("update mail_paces set free_at = now() - interval '1 minute'");
  const begun = performance.now();
  const running = tick().catch(() => undefined);
  await expect.poll(async () => (await mailsTo(crowd)).length, { timeout: 60_000 }).toBeGreaterThan(0);
  await query("insert into outbox (tenant_id, kind, body) values ($1, 'account.reset', jsonb_build_object('user_id', $2::text))", [
    crowded.id,
    anna.id,
  ]);
  await due(other, reader, { count: 3 });
  const before = (await mailsTo(crowd)).length;
  // No queue message comes for them: the current run takes them in its next claim, of which each has five seconds of bulk mail.
  await expect.poll(async () => (await mailsTo(anna)).length, { timeout: 30_000 }).toBe(1);
  await expect.poll(async () => (await mailsTo(reader)).length, { timeout: 30_000 }).toBe(3);
  const bulkMails = (await mailsTo(crowd)).length;
  expect(bulkMails - before).toBeLessThanOrEqual(2 * 5 * rate + 2);
  expect(bulkMails).toBeLessThanOrEqual(((performance.now() - begun) / 1000) * rate + 2);
  await query('delete from outbox');
  await running;
}, 120_000);

test('many concurrent runs together keep the rate of one', async () => {
  const tenant = await unit();
  const user = await makeUser(tenant);
  await bulk(tenant, user, 400);
  await query("update mail_paces set free_at = now() - interval '1 minute'");
  const begun = performance.now();
  const runs = Promise.all(Array.from({ length: 12 }, () => deliver()));
  await expect.poll(async () => (await mailsTo(user)).length, { timeout: 60_000 }).toBeGreaterThan(rate * 2);
  await pause(2_000);
  expect((await mailsTo(user)).length).toBeLessThanOrEqual(((performance.now() - begun) / 1000) * rate + 2);
  await query('delete from outbox');
  await runs;
}, 120_000);

test('a slow server of a unit’s own holds up neither the platform’s mail nor another unit’s server', async () => {
  const ownServer = async (port: number) => {
    const tenant = await unit();
    await query(
      "insert into mail_servers (tenant_id, name, email, host, port, protocol) values ($1, 'Aurora', 'x@aurora.test', 'localhost', $2, $3)",
      [tenant.id, String(port), port === world().mail.smtpPort ? 'starttls' : 'none'],
    );
    return tenant;
  };
  const late = await ownServer(slower.port);
  await due(late, await makeUser(late), { lane: 1, kind: 'report_shared' });
  const before = slower.connections();
  const ofLate = deliver(harness, late.id);
  await expect.poll(() => slower.connections(), { timeout: 30_000 }).toBe(before + 1);
  const [own, next, other] = [await ownServer(slow.port), await ownServer(world().mail.smtpPort), await unit()];
  await due(own, await makeUser(own), { count: 5, lane: 1, kind: 'report_shared' });
  const [neighbour, reader] = [await makeUser(next), await makeUser(other)];
  await due(next, neighbour);
  await due(other, reader);
  const [begun, letters] = [performance.now(), slow.letters()];
  const running = deliver();
  await expect.poll(async () => (await mailsTo(reader)).length, { timeout: 30_000 }).toBe(1);
  expect(slow.letters() - letters).toBe(0);
  // Six steps of three seconds for the first mail; after it the share of fifteen seconds is over.
  await expect.poll(async () => (await mailsTo(neighbour)).length, { timeout: 60_000 }).toBe(1);
  expect([slow.letters() - letters, performance.now() - begun < 40_000]).toEqual([1, true]);
  // The rest is not lost: it is due at once, or sent by the same run.
  await query("update outbox set due_at = now() + interval '1 hour' where tenant_id = $1 and taken_until is null", [own.id]);
  // A server that answers each step just in time fails after thirty seconds.
  await ofLate;
  expect(slower.letters()).toBe(0);
  expect(await query('select attempts, failure from mails where tenant_id = $1', [late.id])).toEqual([{ attempts: 1, failure: 'timeout' }]);
  expect(await query('select 1 from outbox where tenant_id = $1 and due_at > now()', [late.id])).toHaveLength(1);
  await query('delete from mail_servers where tenant_id = any($1::uuid[])', [[late.id, own.id, next.id]]);
  await query('delete from outbox');
  slow.hurry();
  await running;
}, 180_000);

describe('one connection', () => {
  test('carries mails of many users, and one refusal affects no other mail', async () => {
    const tenant = await unit();
    const people = [];
    for (const name of ['a', 'refuse', 'b', 'later', 'c'])
      people.push(await makeUser(tenant, { email: `${name}-${randomUUID()}@people.test` }));
    for (const [at, user] of people.entries()) await due(tenant, user, { ago: 60 - at });
    const [before, begun] = [await connections(), await harness.database.jobTrips()];
    await deliver();
    for (const [at, mails] of [1, 0, 1, 0, 1].entries()) expect(await mailsTo(people[at] as { email: string })).toHaveLength(mails);
    expect((await connections()) - before).toBe(1);
    // The claim, the rows, the start, at most three writes of sent mail, two refusals, the empty claim.
    expect((await harness.database.jobTrips()) - begun).toBeLessThanOrEqual(10);
    expect(await query('select state, count(*)::int as n from mails where tenant_id = $1 group by 1 order by 1', [tenant.id])).toEqual([
      { state: 'failed', n: 1 },
      { state: 'queued', n: 1 },
      { state: 'sent', n: 3 },
    ]);
  });

  test('costs far less than two database trips per mail, and is reopened after fifty', async () => {
    const tenant = await unit();
    const user = await makeUser(tenant);
    await due(tenant, user, { count: 60 });
    const [before, begun] = [await connections(), await harness.database.jobTrips()];
    await deliver();
    expect(await mailsTo(user)).toHaveLength(60);
    expect((await connections()) - before).toBe(2);
    expect((await harness.database.jobTrips()) - begun).toBeLessThanOrEqual(75);
  });

  test('closed by the server between two mails is reopened, and no mail loses a try', async () => {
    const tenant = await unit();
    const people = [];
    for (const name of ['first', 'closing', 'last']) people.push(await makeUser(tenant, { email: `${name}-${randomUUID()}@people.test` }));
    for (const [at, user] of people.entries()) await due(tenant, user, { ago: 60 - at });
    const before = await connections();
    await tick();
    for (const user of people) expect(await mailsTo(user)).toHaveLength(1);
    expect((await connections()) - before).toBe(2);
    expect(await query('select distinct state, attempts, failure from mails where tenant_id = $1', [tenant.id])).toEqual([
      { state: 'sent', attempts: 1, failure: null },
    ]);
  });

  test('closed by the server over one mail costs that mail a try, and the others leave over a new one', async () => {
    const [tenant, other] = [await unit(), await unit()];
    const dropped = await makeUser(tenant, { email: `drop-${randomUUID()}@people.test` });
    const [mate, stranger] = [await makeUser(tenant), await makeUser(other)];
    await due(tenant, dropped, { ago: 60 });
    await due(tenant, mate);
    await due(other, stranger);
    await tick();
    for (const user of [mate, stranger]) expect(await mailsTo(user)).toHaveLength(1);
    expect(
      await query('select state, attempts, failure from mails where tenant_id = $1 and user_id = $2', [tenant.id, dropped.id]),
    ).toEqual([{ state: 'queued', attempts: 1, failure: 'dropped' }]);
  });

  test('that fails to open costs the first mail a try, and releases the others untried', async () => {
    const tenant = await unit();
    const user = await makeUser(tenant);
    await query(
      "insert into mail_servers (tenant_id, name, email, host, port, protocol) values ($1, 'Aurora', 'x@aurora.test', 'localhost', $2, 'tls')",
      [tenant.id, String(world().mail.smtpPort)],
    );
    await due(tenant, user, { count: 12 });
    await tick();
    const rows = await query('select state, attempts, count(*)::int as n from mails where tenant_id = $1 group by 1, 2 order by 2 desc', [
      tenant.id,
    ]);
    expect(rows.filter(({ attempts }) => Number(attempts) > 0)).toEqual([{ state: 'queued', attempts: 1, n: 1 }]);
    expect(await query('select 1 from outbox where tenant_id = $1 and taken_until is not null', [tenant.id])).toEqual([]);
    expect(await query('select 1 from outbox where tenant_id = $1 and due_at > now()', [tenant.id])).toHaveLength(12);
    await query('delete from mail_servers where tenant_id = $1', [tenant.id]);
  });
});

test('a Worker killed at any of three points leaves no mail behind, and resends only what the server had accepted', async () => {
  const tenant = await unit();
  const people: { id: string; email: string }[] = [];
  for (let n = 0; n < 24; n += 1) people.push(await makeUser(tenant));
  for (const [at, user] of people.entries()) await due(tenant, user, { ago: 60 - at });
  const addresses = people.map(({ email }) => email);
  const arrived = async () => (await inCatcher()).filter(({ to }) => to.some((address) => addresses.includes(address)));
  for (const enough of [1, 6, 14]) {
    const victim = newHarness();
    await victim.listen();
    const running = deliver(victim).catch(() => undefined);
    try {
      await expect.poll(async () => (await arrived()).length, { interval: 5 }).toBeGreaterThanOrEqual(enough);
    } catch (error) {
      victim.debug();
      throw error;
    }
    await victim.close();
    await running;
    // The leases expire by themselves.
    await giveBack();
  }
  await tick();
  const mails = await arrived();
  const ids = mails.map(({ raw }) => /Message-ID: (.*)/.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(24);
  // At each kill: mails accepted but not yet recorded.
  expect(ids.length - 24).toBeLessThanOrEqual(3 * 5);
  expect(await query('select state, count(*)::int as n from mails where tenant_id = $1 group by 1', [tenant.id])).toEqual([
    { state: 'sent', n: 24 },
  ]);
  expect(await query('select 1 from outbox where tenant_id = $1', [tenant.id])).toEqual([]);
}, 240_000);

const connections = async (): Promise<number> =>
  ((await (await fetch(`${world().mail.url}/api/ports`)).json()) as { connections: number }).connections; // because the catcher's own type is this

/** A server that accepts every letter, and takes so long for each step. */
async function slowServer(stepMs: number) {
  const seen = { connections: 0, letters: 0 };
  let waitMs = stepMs;
  const server = createServer((socket) => {
    seen.connections += 1;
    const say = (text: string) => setTimeout(() => socket.writable && socket.write(`${text}\r\n`), waitMs);
    let inContent = false;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const text = data.toString('latin1');
      if (inContent && !text.endsWith('\r\n.\r\n') && text !== '.\r\n') return;
      if (inContent) seen.letters += 1;
      const isData = !inContent && text.startsWith('DATA');
      inContent = isData;
      say(isData ? '354 go on' : '250 fine');
    });
    say('220 ready');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port, // because it listens on a port
    connections: () => seen.connections,
    letters: () => seen.letters,
    /** Answers at once from the next step on: what it is still sent need not be waited for. */
    hurry() {
      waitMs = 0;
    },
    close: () => server.close(),
  };
}
