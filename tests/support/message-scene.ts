import { afterEach, expect } from 'vitest';
import { getApi } from './api.ts';
import { query } from './database.ts';
import { type Harness, useHarness } from './harness.ts';
import { messageText } from './make-message.ts';
import { makeTenant, type Tenant } from './make-tenant.ts';
import { makeUser } from './make-user.ts';
import { world } from './world.ts';

export const many = 10_000;
export const texts = { 'pt-BR': { subject: 'Fechamento', body: messageText('O fechamento é na sexta.') } };

/** A Worker that mails ten a second, so that most of a large message waits while its inboxes fill; nothing waits after a test. */
export function useSlowMail(): Harness {
  afterEach(async () => {
    await query('delete from outbox');
  });
  return useHarness({ vars: { SMTP_BULK_PER_SECOND: '10', TEST_CLOCK: '' } });
}

/** Units with many people who get a message, and what became of it. */
export function messageScene(harness: Harness) {
  const crowd = (tenant: Tenant, count: number) =>
    query(
      `insert into users (tenant_id, id, email, name, sort_key, profile)
        select $1::uuid, gen_random_uuid(), 'p' || k || '-' || right($1::uuid::text, 12) || '@people.test',
          'Person ' || k, 'person ' || k, 'user'
        from generate_series(1, $2::int) k`,
      [tenant.id, String(count)],
    );
  const getUnit = async (people: number) => {
    const tenant = await makeTenant({ settings: { send_email_notification: 'S' } });
    const admin = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
    await crowd(tenant, people);
    return { tenant, admin };
  };
  const getState = async (tenant: Tenant) =>
    (await query("select state from mailings where tenant_id = $1 and kind = 'announcement'", [tenant.id]))[0]?.state;
  let minutes = 0;
  /** Lets a minute pass. No one waits for its jobs: they also send mails, for a while. */
  const tickUnwatched = (): void => {
    minutes += 1;
    void harness
      .getWorker()
      .scheduled({ cron: '* * * * *', scheduledTime: new Date(Date.now() + minutes * 60_000) })
      .catch(() => undefined);
  };
  /** Lets minutes pass until the unit's message has reached everyone. */
  const untilAllReached = async (tenant: Tenant): Promise<void> => {
    const next = () => {
      tickUnwatched();
      return getState(tenant);
    };
    await expect.poll(next, { timeout: 180_000, interval: 2_000 }).toBe('done');
  };
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
  return { getUnit, getState, tickUnwatched, untilAllReached, inboxes, mailTo };
}
