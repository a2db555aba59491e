import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isServerFailure, mostAttachedBytes, mostAttempts, nextStep } from '../../../domain/mail/delivery.ts';
import { isAccountKind, type MailKind } from '../../../domain/mail/kinds.ts';
import { logLine } from '../../http/log.ts';
import { type Attachment, MailError } from '../../services/mail/port.ts';
import { tell } from '../notifications/index.ts';
import type { Delivery } from './deliver-outbox.ts';
import type { AttachmentRef, DueMail } from './due-mail.ts';
import { renderMail, subjectOf } from './render.ts';
import { platformSender, refusePrivate, type Sender, tenantSender } from './server-of.ts';

export type Outcome = 'sent' | 'again' | 'failed' | 'nothing' | 'interrupted';
type Done = { outcome: Outcome; serverFailed: boolean };

/**
 * One mail, in three steps that may each be the last: it is written down as begun, handed over, written down as sent. Cut off
 * before the second, nothing left; cut off before the third, it leaves once more under the same Message-ID.
 */
export async function deliverOne(delivery: Delivery, mail: DueMail): Promise<Done> {
  const { env, now } = delivery;
  const file = mail.attachment ? await fileOf(delivery, mail.tenantId, mail.attachment) : null;
  const tooLarge = file === 'too_large';
  const message = await renderMail({ ...mail, tooLarge }, mail.reader, mail.house);
  const logged = mail.logged ?? mail.kind;
  // A log that may not tell the kind may not tell it by the subject either.
  const subject = logged === mail.kind ? message.subject : await subjectOf(logged, mail.reader, mail.house);
  const attempt = await begin(delivery, mail, logged, subject);
  if (attempt === null) return { outcome: 'nothing', serverFailed: false };
  try {
    if (attempt > mostAttempts) throw new MailError('interrupted', { isPermanent: true });
    if (file === 'gone') throw new MailError('attachment_gone', { isPermanent: true });
    const sender = await senderOf(delivery, mail);
    const { sendBySmtp } = await import('../../services/mail/smtp.ts');
    const answer = await sendBySmtp(
      sender.server,
      {
        from: sender.from,
        to: { name: mail.reader.name, email: mail.email },
        ...message,
        messageId: `${mail.id}@${sender.from.email.split('@').at(-1)}`,
        date: new Date(now()),
        headers: {
          ...(isAccountKind(mail.kind) ? {} : { 'List-Unsubscribe': `<${mail.house.origin}/notifications?panel=mail>` }),
          'Auto-Submitted': 'auto-generated',
        },
        attachments: typeof file === 'object' && file ? [file] : [],
      },
      env.PRODUCT_HOST,
    );
    await end(delivery, mail, answer);
    return { outcome: 'sent', serverFailed: false };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return refused(delivery, mail, attempt, error);
  }
}

async function senderOf({ env }: Delivery, { server, house }: DueMail): Promise<Sender> {
  if (!server) return platformSender(env, house.name);
  await refusePrivate(env, server.host, server.port);
  return tenantSender(env, server);
}

/** The file of a mail: only of this tenant, whatever key the row names; what is too large stays a link. */
async function fileOf({ env }: Delivery, tenantId: string, { key, name, type }: AttachmentRef): Promise<Attachment | 'gone' | 'too_large'> {
  const own = key.startsWith(`${tenantId}/`);
  const object = own ? await env.FILES.get(key) : null;
  if (!object) return 'gone';
  if (object.size > mostAttachedBytes) {
    await object.body.cancel();
    return 'too_large';
  }
  return { name, type, bytes: new Uint8Array(await object.arrayBuffer()) };
}

/** Writes the mail into the log, or counts one more try; null when it is over already. The lease begins anew. */
async function begin({ database }: Delivery, mail: DueMail, kind: MailKind, subject: string): Promise<number | null> {
  const via = mail.server ? 'tenant' : 'platform';
  const [, written] = await database.withJob(mail.tenantId, (db) => [
    db.execute(sql`update outbox set taken_until = app.now() + interval '5 minutes' where id = ${mail.id}::uuid`),
    db.execute(sql`insert into mails (id, user_id, address, subject, kind, via, attempts) values (${mail.id}::uuid, ${mail.userId}::uuid, ${mail.email}, ${subject.slice(0, 300)}, ${kind}, ${via}, 1)
      on conflict (tenant_id, id) do update set attempts = mails.attempts + 1, via = excluded.via, address = excluded.address, subject = excluded.subject where mails.state = 'queued' returning attempts`),
  ]);
  return rowsOf<{ attempts: number }>(written)[0]?.attempts ?? null;
}

const end = ({ database }: Delivery, { tenantId, id }: DueMail, answer: string) =>
  database.withJob(tenantId, (db) => [
    db.execute(
      sql`with m as (update mails set state = 'sent', failure = null, answer = ${answer}, sent_at = app.now() where id = ${id}::uuid returning id) delete from outbox where id in (select id from m)`,
    ),
  ]);

async function refused({ database }: Delivery, mail: DueMail, attempt: number, error: MailError): Promise<Done> {
  const { failure, isPermanent, answer } = error;
  const step = nextStep(attempt, isPermanent);
  const serverFailed = isServerFailure(failure);
  if (step.state === 'again') {
    await database.withJob(mail.tenantId, (db) => [
      db.execute(sql`with m as (update mails set failure = ${failure}, answer = ${answer} where id = ${mail.id}::uuid returning id)
        update outbox set taken_until = null, due_at = app.now() + make_interval(mins => ${step.afterMinutes}::int) where id in (select id from m)`),
    ]);
    return { outcome: 'again', serverFailed };
  }
  // Told once a day, of a server of the tenant's own.
  const news = tell('told', {
    people: sql`select u.id as user_id from users u, m where u.profile in ('admin','master','a2m') and not exists (select from notifications n
      where n.tenant_id = u.tenant_id and n.user_id = u.id and n.kind = 'mail_server_failing' and n.created_at > app.now() - interval '1 day')`,
    kind: 'mail_server_failing',
    vars: sql`jsonb_build_object('host', ${mail.server?.host ?? ''}::text, 'answer', ${answer}::text)`,
    link: sql`'/setting?area=mail'`,
  });
  await database.withJob(mail.tenantId, (db) => [
    db.execute(sql`with m as (update mails set state = 'failed', failure = ${failure}, answer = ${answer} where id = ${mail.id}::uuid returning id),
      d as (delete from outbox where id in (select id from m))${mail.server && serverFailed ? sql`, ${news}` : sql``} select id from m`),
  ]);
  if (!mail.server && serverFailed) logLine('error', 'platform_mail_failing', { failure, answer });
  return { outcome: 'failed', serverFailed };
}
