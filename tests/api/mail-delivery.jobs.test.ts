import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Mail } from '../../dev/mail/mime.ts';
import type { Env } from '../../functions/request/env.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant, type Tenant, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { world } from '../support/world.ts';

const harness = useHarness();

const sends = { send_email_notification: 'S' };
const unit = (options: TenantOptions = {}) => makeTenant({ settings: sends, ...options });

type News = { kind?: string; vars?: Record<string, unknown>; link?: string | null };
/** The rows that `tell` writes: one of the inbox and one of the outbox. */
async function notifyUser(
  tenant: Tenant,
  user: { id: string },
  { kind = 'catalog_granted', vars = { report: 'Vendas', person: 'Ana' }, link = '/catalogs' }: News = {},
) {
  const [id, effect] = [randomUUID(), randomUUID()];
  await query(
    `with n as (insert into notifications (tenant_id, id, user_id, kind, vars, link) values ($1, $2, $3, $4, $5, $6))
      insert into outbox (tenant_id, id, kind, body) values ($1, $7, 'notification', jsonb_build_object('id', $2::text))`,
    [tenant.id, id, user.id, kind, JSON.stringify(vars), link, effect],
  );
  return effect;
}
const tick = (at?: number) => harness.getWorker().scheduled({ scheduledTime: at ? new Date(at) : undefined });
const mailTo = async (address: string): Promise<Mail[]> =>
  ((await (await fetch(`${world().mail.url}/api/messages`)).json()) as Mail[]).filter((mail) => mail.to.includes(address));
const getLog = async (tenant: Tenant) =>
  query('select state, via, attempts, failure, answer, subject, address from mails where tenant_id = $1 order by created_at', [tenant.id]);
const waiting = (tenant: Tenant) => query('select id, due_at, taken_until from outbox where tenant_id = $1', [tenant.id]);
test('outbox rows arrive as mail in the reader’s language, with a plain-text part and the tenant’s name', async () => {
  const tenant = await unit({ name: 'Vértice Alimentos' });
  const user = await makeUser(tenant, { name: 'João Conceição', language: 'en-US' });
  await notifyUser(tenant, user, { vars: { report: 'Ações & <b>Metas</b>', person: 'Ana "Bê" Nunes' } });
  await tick();
  const [mail] = await mailTo(user.email);
  expect(mail).toMatchObject({ from: 'portal@mirante.test', subject: 'You have access to Ações & <b>Metas</b>' });
  expect(mail?.text).toContain('Hello, João Conceição');
  expect(mail?.text).toContain(`http://${tenant.host}/catalogs`);
  expect(mail?.html).toContain('Ações &amp; &lt;b&gt;Metas&lt;/b&gt;');
  expect(mail?.html).not.toContain('<b>Metas');
  expect(mail?.raw).toContain('multipart/alternative');
  expect(`${mail?.html}${mail?.text}`).not.toContain('Mirante');
  expect(await getLog(tenant)).toMatchObject([{ state: 'sent', via: 'platform', attempts: 1, answer: expect.stringContaining('250') }]);
  expect(await waiting(tenant)).toEqual([]);
});

describe('mail preferences', () => {
  test.each([
    ['the unit sends no mail', { settings: {} }, {}, 'catalog_granted', 0],
    ['the user wants none of this kind', {}, { mail: { catalog_granted: false } }, 'catalog_granted', 0],
    ['the kind is inbox-only by default', {}, {}, 'catalog_ended', 0],
    ['the user opted in to the kind', {}, { mail: { catalog_ended: true } }, 'catalog_ended', 1],
    ['a file was requested by mail, whatever the unit’s setting', { settings: {} }, {}, 'export_mailed', 1],
    ['a user sends it explicitly', { settings: {} }, {}, 'report_shared', 1],
    ...(['factor_added', 'factor_removed', 'factors_reset', 'recovery_used', 'identity_linked', 'identity_unlinked'] as const).map(
      (kind) =>
        [
          `what protects the account (${kind}), whatever the unit and the person say`,
          { settings: {} },
          { mail: { [kind]: false } },
          kind,
          1,
        ] as const,
    ),
  ] as const)('%s', async (_, options, preferences, kind, mails) => {
    const tenant = await unit(options);
    const user = await makeUser(tenant);
    await query('update users set preferences = $1 where id = $2', [JSON.stringify(preferences), user.id]);
    await notifyUser(tenant, user, { kind });
    await tick();
    expect(await mailTo(user.email)).toHaveLength(mails);
    expect(await waiting(tenant)).toEqual([]);
  });

  test('exclude blocked users and notifications that were already archived', async () => {
    const tenant = await unit();
    const [blocked, quick] = [await makeUser(tenant, { status: 'B' }), await makeUser(tenant)];
    await notifyUser(tenant, blocked);
    await notifyUser(tenant, quick);
    await query('update notifications set deleted_at = now() where user_id = $1', [quick.id]);
    await tick();
    for (const user of [blocked, quick]) expect(await mailTo(user.email)).toEqual([]);
    // A thief in a user's session cannot hide from that user that a factor was added.
    await notifyUser(tenant, quick, { kind: 'factor_added', vars: { name: 'Telefone' }, link: '/?account=security' });
    await query('update notifications set deleted_at = now() where user_id = $1', [quick.id]);
    await tick();
    const [mail] = await mailTo(quick.email);
    expect(mail?.subject).toContain('Telefone');
    expect(mail?.raw).not.toContain('List-Unsubscribe');
    expect(mail?.text).not.toContain('panel=mail');
    expect(await waiting(tenant)).toEqual([]);
  });
});

describe('a mail that the server does not accept', () => {
  test('is retried after 1, 5 and 15 minutes, and then fails with the server’s response', async () => {
    const tenant = await unit();
    const user = await makeUser(tenant, { email: `later-${randomUUID()}@people.test` });
    await notifyUser(tenant, user);
    let at = Date.now();
    for (const minutes of [0, 1, 5, 15]) {
      at += minutes * 60_000 + 1000;
      await tick(at - 3000);
      await tick(at);
    }
    expect(await getLog(tenant)).toMatchObject([
      { state: 'failed', attempts: 4, failure: 'recipient', answer: expect.stringContaining('451 4.7.1 Greylisted') },
    ]);
    expect(await waiting(tenant)).toEqual([]);
    // The tenant's other mails were not delayed, and no alarm is raised for a working server.
    expect(await query("select 1 from notifications where tenant_id = $1 and kind = 'mail_server_failing'", [tenant.id])).toEqual([]);
  });

  test('arrives at the second try when the server then accepts it', async () => {
    const tenant = await unit();
    const user = await makeUser(tenant, { email: `once-${randomUUID()}@people.test` });
    await notifyUser(tenant, user);
    await tick();
    await tick(Date.now() + 61_000);
    expect(await mailTo(user.email)).toHaveLength(1);
    expect(await getLog(tenant)).toMatchObject([{ state: 'sent', attempts: 2, failure: null }]);
  });

  test('fails at once on a permanent error', async () => {
    const tenant = await unit();
    const user = await makeUser(tenant, { email: `refuse-${randomUUID()}@people.test` });
    await notifyUser(tenant, user);
    await tick();
    expect(await getLog(tenant)).toMatchObject([
      { state: 'failed', attempts: 1, failure: 'recipient', answer: '550 5.1.1 Mailbox unavailable' },
    ]);
    expect(await waiting(tenant)).toEqual([]);
  });

  test('survives a server that drops the connection mid-message', async () => {
    const tenant = await unit();
    const user = await makeUser(tenant, { email: `drop-${randomUUID()}@people.test` });
    await notifyUser(tenant, user);
    await tick();
    expect(await getLog(tenant)).toMatchObject([{ state: 'queued', attempts: 1, failure: 'dropped' }]);
    expect(await waiting(tenant)).toHaveLength(1);
  });
});

describe('a Worker that is killed', () => {
  test('after the server accepted the mail sends it once more with the same id, and the log ends correctly', async () => {
    const tenant = await unit();
    const user = await makeUser(tenant, { email: `slow-${randomUUID()}@people.test` });
    await notifyUser(tenant, user);
    const running = tick().catch(() => undefined);
    await expect.poll(() => mailTo(user.email), { timeout: 30_000 }).toHaveLength(1);
    await harness.database.fail({ down: true });
    await running;
    await harness.database.heal();
    expect(await getLog(tenant)).toMatchObject([{ state: 'queued', attempts: 1 }]);
    expect(await waiting(tenant)).toHaveLength(1);
    // While the lease holds nothing happens; when it expires the mail is sent again.
    await tick();
    expect((await getLog(tenant))[0]).toMatchObject({ attempts: 1 });
    await tick(Date.now() + 6 * 60_000);
    const mails = await mailTo(user.email);
    const ids = mails.map((mail) => /Message-ID: (.*)/.exec(mail.raw)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await getLog(tenant)).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(await waiting(tenant)).toEqual([]);
  });

  test('after the mail was recorded as sent sends nothing twice', async () => {
    const tenant = await unit();
    const user = await makeUser(tenant);
    const effect = await notifyUser(tenant, user);
    const [row] = await query('select body from outbox where id = $1', [effect]);
    await tick();
    await query("insert into outbox (tenant_id, id, kind, body) values ($1, $2, 'notification', $3)", [
      tenant.id,
      effect,
      JSON.stringify(row?.body),
    ]);
    await tick();
    expect(await mailTo(user.email)).toHaveLength(1);
    expect(await waiting(tenant)).toEqual([]);
  });
});

describe('a requested mail', () => {
  test('has its file attached, under a name that cannot break a header', async () => {
    const tenant = await unit({ settings: {} });
    const user = await makeUser(tenant);
    const { FILES } = await harness.getWorker<Env>().getEnv();
    await FILES.put(`${tenant.id}/export-1.pdf`, '%PDF-1.7 é');
    await query(
      `insert into outbox (tenant_id, id, kind, body)
        values ($1, $2, 'mail',
          jsonb_build_object('user_id', $3::text, 'kind', 'export_mailed', 'vars', $4::jsonb, 'link', '/x', 'attachment', $5::jsonb))`,
      [
        tenant.id,
        randomUUID(),
        user.id,
        JSON.stringify({ report: 'Vendas\r\nBcc: all@x.test', format: 'pdf', until: '2026-11-22T12:00:00Z' }),
        JSON.stringify({ key: `${tenant.id}/export-1.pdf`, name: 'Relatório "final"\r\nX: y.pdf', type: 'application/pdf' }),
      ],
    );
    await tick();
    const [mail] = await mailTo(user.email);
    expect(mail?.to).toEqual([user.email]);
    expect(mail?.subject).toBe('Vendas Bcc: all@x.test em PDF');
    expect(mail?.raw).not.toMatch(/^(Bcc|X):/m);
    expect(mail?.raw).toContain("filename*=UTF-8''Relat%C3%B3rio%20_final_%20X_%20y.pdf");
    expect(mail?.raw).toContain(Buffer.from('%PDF-1.7 é').toString('base64'));
    expect(mail?.text).toContain('22/11/2026 09:00');
  });

  test('fails with a clear message when its file is gone, and never uses another tenant’s', async () => {
    const [tenant, other] = [await unit(), await unit()];
    const user = await makeUser(tenant);
    for (const key of [`${tenant.id}/gone.pdf`, `${other.id}/export.pdf`])
      await query(
        `insert into outbox (tenant_id, id, kind, body)
          values ($1, $2, 'mail',
            jsonb_build_object('user_id', $3::text, 'kind', 'export_mailed', 'vars', '{}'::jsonb, 'link', null,
            'attachment', jsonb_build_object('key', $4::text, 'name', 'a.pdf', 'type', 'application/pdf')))`,
        [tenant.id, randomUUID(), user.id, key],
      );
    await tick();
    expect(await mailTo(user.email)).toEqual([]);
    expect((await getLog(tenant)).map(({ state, failure }) => [state, failure])).toEqual([
      ['failed', 'attachment_gone'],
      ['failed', 'attachment_gone'],
    ]);
  });
});
