import { afterEach, describe, expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { messageText } from '../support/make-message.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { messageScene } from '../support/message-scene.ts';

const harness = useHarness({ vars: { TEST_CLOCK: '' } });
const { getUnit, untilAllReached, inboxes, mailTo } = messageScene(harness);
const path = '/api/auth/messages';
const texts = { 'pt-BR': { subject: 'Fechamento', body: messageText('O fechamento é na sexta.') } };

afterEach(async () => {
  await query('delete from outbox');
});

test('imported HTML is mailed as it was imported, with its words in the plain part', async () => {
  const { tenant, admin } = await getUnit(0);
  const reader = await makeUser(tenant, { email: `html-${tenant.id.slice(0, 8)}@people.test` });
  const html = '<h2 style="color:#a00">Fechamento</h2><p>Na <b>sexta</b>: <a href="https://vertice.example/x">agenda</a></p>';
  await admin.post(path, { audience: { type: 'users', ids: [reader.id] }, texts: { 'pt-BR': { subject: 'Fechamento', html } } });
  await untilAllReached(tenant);
  await expect.poll(async () => (await mailTo(reader.email)).length, { timeout: 20_000 }).toBe(1);
  const [mail] = (await mailTo(reader.email)) as unknown as { html: string; text: string }[];
  expect(mail?.html).toContain(html);
  expect(mail?.text).toContain('Na sexta: agenda (https://vertice.example/x)');
});

test('a suspended unit’s message waits for it, and a user who is removed in the meantime doesn’t get it', async () => {
  const { tenant, admin } = await getUnit(2);
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
    const admin = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
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
    const mine = await getApi(harness, tenant, reader);
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
