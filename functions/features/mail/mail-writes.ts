import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { outbox } from '../../../db/schema/jobs.ts';
import { mails } from '../../../db/schema/notifications.ts';
import { isServerFailure, nextStep } from '../../../domain/mail/delivery.ts';
import type { MailKind } from '../../../domain/mail/kinds.ts';
import { failingNewsHours, longestSubject } from '../../../domain/mail/limits.ts';
import { describeError, logLine } from '../../request/log.ts';
import type { MailError } from '../../services/mail/port.ts';
import { tell } from '../notifications/index.ts';
import { lease } from './claim-mail.ts';
import type { Delivery } from './delivery.ts';
import type { DueMail } from './due-mail.ts';

/** A mail as it appears in the log. */
export type Entry = { mail: DueMail; kind: MailKind; subject: string };
export type Sent = { mail: DueMail; answer: string };

const beginMails = raw('mail.begin', { id: 'uuid', attempts: 'int4' });
const recordSent = raw('mail.sent', {});
const retryLater = raw('mail.again', {});
const recordFailure = raw('mail.failed', {});
const inMinutes = (minutes: number) => sql`app.now() + make_interval(mins => ${minutes}::int)`;

/**
 * Logs mails of one tenant as started, or counts one more attempt for each, and renews the lease. Mails that are already finished are not
 * in the result, nor are those that were taken back since they were claimed.
 */
export async function begin({ database }: Delivery, tenantId: string, entries: readonly Entry[]): Promise<Map<string, number>> {
  const rows = entries.map(({ mail, kind, subject }) => ({
    ...{ id: mail.id, user_id: mail.userId, address: mail.email, subject: subject.slice(0, longestSubject), kind },
    via: mail.server ? 'tenant' : 'platform',
    mailing_id: mail.mailingId ?? null,
  }));
  const [, { rows: begun }] = await database.withJob(tenantId, (db) => [
    db
      .update(outbox)
      .set({ takenUntil: sql`app.now() + ${lease}::interval` })
      .where(
        inArray(
          outbox.id,
          entries.map(({ mail }) => mail.id),
        ),
      ),
    beginMails(
      db,
      sql`insert into mails (id, user_id, address, subject, kind, via, mailing_id, attempts)
          select r.id, r.user_id, r.address, r.subject, r.kind, r.via, r.mailing_id, 1
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as r (id uuid, user_id uuid, address text, subject text, kind text, via text, mailing_id uuid)
            where exists (select from outbox o where o.id = r.id)
        on conflict (tenant_id, id) do update
          set attempts = mails.attempts + 1, via = excluded.via, address = excluded.address, subject = excluded.subject
          where mails.state = 'queued' returning id, attempts`,
    ),
  ]);
  return new Map(begun.map(({ id, attempts }) => [id, attempts]));
}

/**
 * Records accepted mails while the next one is being sent. Everything accepted since the last write goes into the next one, so a slow
 * database costs fewer trips and no time. If the Worker is killed before the write, those few mails are sent again.
 */
export function sentWriter({ database }: Delivery) {
  const waiting: Sent[] = [];
  let writing: Promise<void> | null = null;
  async function write(): Promise<void> {
    for (let tenantId = waiting[0]?.mail.tenantId; tenantId !== undefined; tenantId = waiting[0]?.mail.tenantId) {
      const rows: { id: string; answer: string }[] = [];
      for (let at = 0; at < waiting.length; ) {
        const next = waiting[at];
        if (next?.mail.tenantId !== tenantId) at += 1;
        else rows.push(...waiting.splice(at, 1).map(({ mail, answer }) => ({ id: mail.id, answer })));
      }
      try {
        await database.withJob(tenantId, (db) => [
          recordSent(
            db,
            sql`with m as (update mails set state = 'sent', failure = null, answer = r.answer, sent_at = app.now()
                from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, answer text)
                where mails.id = r.id returning mails.id)
              delete from outbox where id in (select id from m)`,
          ),
        ]);
      } catch (error) {
        // The leases expire.
        for (const { id } of rows) logLine('error', 'mail_interrupted', { mail: id, ...describeError(error) });
      }
    }
    writing = null;
  }
  return {
    add(sent: Sent): void {
      waiting.push(sent);
      writing ??= write();
    },
    /** Resolves when everything is written. */
    async done(): Promise<void> {
      while (writing) await writing;
    },
  };
}

/** Records that a server did not accept a mail: it is retried later, or it has failed. */
export async function refused({ database }: Delivery, mail: DueMail, attempt: number, error: MailError): Promise<'again' | 'failed'> {
  const { failure, isPermanent, answer } = error;
  const step = nextStep(attempt, isPermanent);
  if (step.state === 'again') {
    await database.withJob(mail.tenantId, (db) => [
      retryLater(
        db,
        sql`with m as (update mails set failure = ${failure}, answer = ${answer} where id = ${mail.id}::uuid returning id)
          update outbox set taken_until = null, due_at = ${inMinutes(step.afterMinutes)} where id in (select id from m)`,
      ),
    ]);
    return 'again';
  }
  const serverFailed = isServerFailure(failure);
  // Sent at most once a day, and only for the tenant's own server.
  const news = tell('told', {
    people: sql`select u.id as user_id from users u, m where u.profile in ('admin','master','a2m') and not exists (
      select from notifications n where n.tenant_id = u.tenant_id and n.user_id = u.id and n.kind = 'mail_server_failing'
        and n.created_at > app.now() - make_interval(hours => ${failingNewsHours}))`,
    kind: 'mail_server_failing',
    vars: sql`jsonb_build_object('host', ${mail.server?.host ?? ''}::text, 'answer', ${answer}::text)`,
    link: sql`'/setting?area=mail'`,
  });
  await database.withJob(mail.tenantId, (db) => [
    recordFailure(
      db,
      sql`with m as (update mails set state = 'failed', failure = ${failure}, answer = ${answer} where id = ${mail.id}::uuid returning id)
        ${mail.server && serverFailed ? sql`, ${news}` : sql``} delete from outbox where id in (select id from m)`,
    ),
  ]);
  if (!mail.server && serverFailed) logLine('error', 'platform_mail_failing', { failure, answer });
  return 'failed';
}

/** Returns mails that were not attempted: due again after `minutes`, and those already logged as started get their attempt back. */
export async function giveBack(
  { database }: Delivery,
  tenantId: string,
  { ids, begun, minutes }: { ids: readonly string[]; begun: readonly string[]; minutes: number },
): Promise<void> {
  await database.withJob(tenantId, (db) => [
    db
      .update(outbox)
      .set({ takenUntil: null, dueAt: minutes === 0 ? undefined : inMinutes(minutes) })
      .where(inArray(outbox.id, [...ids])),
    db
      .update(mails)
      .set({ attempts: sql`${mails.attempts} - 1` })
      .where(and(eq(mails.state, 'queued'), gt(mails.attempts, 0), inArray(mails.id, [...begun]))),
  ]);
}
