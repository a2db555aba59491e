import { isServerFailure, maxAttachedBytes, maxAttempts } from '../../../domain/mail/delivery.ts';
import { lanes } from '../../../domain/mail/lanes.ts';
import { describeError, logLine } from '../../request/log.ts';
import { type Attachment, MailError } from '../../services/mail/port.ts';
import type { MailSession } from '../../services/mail/smtp.ts';
import type { Claimed, Delivery } from './delivery.ts';
import type { AttachmentRef, DueMail } from './due-mail.ts';
import { platformSender, refusePrivate, tenantSender } from './get-server.ts';
import { begin, type Entry, giveBack, refused, sentWriter } from './mail-writes.ts';
import { getSubject, renderMail } from './render.ts';

export type Outcome = 'sent' | 'again' | 'failed' | 'nothing' | 'interrupted' | 'later';
type File = Attachment | 'gone' | 'too_large' | null;
/** A mail ready to be sent. */
type Ready = Entry & { message: Awaited<ReturnType<typeof renderMail>>; file: File };
type Done = { outcomes: Outcome[]; serverFailed: boolean };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends the mails of one server in sequence over one connection. Each is recorded as started, sent, and recorded as sent. If the run is cut
 * off before sending, nothing went out; if it is cut off before the last record, the mail is sent again with the same Message-ID. If the
 * server fails or time runs out, the rest is returned without an attempt.
 */
export async function sendGroup(delivery: Delivery, mails: readonly Claimed[], until: number, isDown: boolean): Promise<Done> {
  const session = await openSession(delivery, mails[0]?.mail);
  const written = sentWriter(delivery);
  const begun = new Map<string, number>();
  const readies = new Map<string, Ready>();
  const outcomes: Outcome[] = [];
  const left: DueMail[] = [];
  let serverFailed = isDown;
  let behind = 0;
  let cuts = 0;

  /** Starts this mail and, in the same trip, the tenant's other mails without an attempt; those can't be what killed an earlier Worker. */
  async function beginWith(mail: DueMail): Promise<number | null> {
    const isFirst = (one: DueMail) => one.attempts === 0 && !one.attachment && one.tenantId === mail.tenantId && !readies.has(one.id);
    const others = isFirst(mail) ? mails.flatMap(({ mail: one }) => (one.id !== mail.id && isFirst(one) ? [one] : [])) : [];
    const entries = [await prepareMail(delivery, mail)];
    // If another mail can't be prepared, the error is handled at its own turn.
    for (const one of others)
      entries.push(
        ...(await prepareMail(delivery, one).then(
          (ready) => [ready],
          () => [],
        )),
      );
    const tries = await begin(delivery, mail.tenantId, entries);
    for (const entry of entries) readies.set(entry.mail.id, entry);
    for (const [id, attempt] of tries) begun.set(id, attempt);
    return tries.get(mail.id) ?? null;
  }

  for (const { mail, lane, at } of mails) {
    const moment = lane === lanes.bulk ? at + behind : 0;
    if (serverFailed || Math.max(moment, delivery.now()) > until) {
      left.push(mail);
      continue;
    }
    if (moment > delivery.now()) await pause(moment - delivery.now());
    // A delay shifts the rest of the bulk mail too, so that it doesn't go out in one burst.
    else if (lane === lanes.bulk) behind = delivery.now() - at;
    try {
      const attempt = begun.get(mail.id) ?? (readies.has(mail.id) ? null : await beginWith(mail));
      const ready = readies.get(mail.id);
      if (attempt === null || !ready) {
        outcomes.push('nothing');
        continue;
      }
      begun.delete(mail.id);
      try {
        written.add({ mail, answer: await handOver(delivery, session, ready, attempt) });
        outcomes.push('sent');
        cuts = 0;
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        // If a server accepts the session but drops one letter, only that letter may be the problem; after two in a row the server counts
        // as failed.
        const isCut = session.wasOpen() && (error.failure === 'dropped' || error.failure === 'timeout');
        cuts += Number(isCut);
        serverFailed ||= isServerFailure(error.failure) && (!isCut || cuts > 1);
        outcomes.push(await refused(delivery, mail, attempt, error));
      }
    } catch (error) {
      // The lease expires; the others are still tried.
      logLine('error', 'mail_interrupted', { mail: mail.id, ...describeError(error) });
      outcomes.push('interrupted');
    }
  }
  session.close();
  await written.done();
  for (const [tenantId, rest] of Map.groupBy(left, (mail) => mail.tenantId)) {
    const ids = rest.map(({ id }) => id);
    await giveBack(delivery, tenantId, { ids, begun: ids.filter((id) => begun.has(id)), minutes: serverFailed ? 1 : 0 });
    outcomes.push(...ids.map(() => 'later' as const));
  }
  return { outcomes, serverFailed };
}

async function openSession({ env }: Delivery, mail: DueMail | undefined): Promise<MailSession> {
  const { mailSession } = await import('../../services/mail/smtp.ts');
  const own = mail?.server;
  if (!own) return mailSession(platformSender(env, '').server, env.PRODUCT_HOST);
  const { server } = await tenantSender(env, own);
  return mailSession(server, env.PRODUCT_HOST, () => refusePrivate(env, own.host, own.port));
}

/** RFC 8058: the mail program posts to this address, without a session. */
const unsubscribeHeaders = (origin: string, token: string) => ({
  'List-Unsubscribe': `<${origin}/api/unsubscribe/${token}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

async function handOver({ env, now }: Delivery, session: MailSession, { mail, message, file }: Ready, attempt: number): Promise<string> {
  if (attempt > maxAttempts) throw new MailError('interrupted', { isPermanent: true });
  if (file === 'gone') throw new MailError('attachment_gone', { isPermanent: true });
  const from = mail.server ? { name: mail.server.name, email: mail.server.email } : platformSender(env, mail.house.name).from;
  return session.send({
    from,
    to: { name: mail.reader.name, email: mail.email },
    ...message,
    messageId: `${mail.id}@${from.email.split('@').at(-1)}`,
    date: new Date(now()),
    headers: {
      ...(mail.unsubscribe ? unsubscribeHeaders(mail.house.origin, mail.unsubscribe) : {}),
      'Auto-Submitted': 'auto-generated',
    },
    attachments: typeof file === 'object' && file ? [file] : [],
  });
}

async function prepareMail(delivery: Delivery, mail: DueMail): Promise<Ready> {
  const file = mail.attachment ? await getFile(delivery, mail.tenantId, mail.attachment) : null;
  const message = await renderMail({ ...mail, tooLarge: file === 'too_large', byPlatform: mail.server === null }, mail.reader, mail.house);
  const kind = mail.logged ?? mail.kind;
  // If the log hides the kind, its subject must not reveal it either.
  const subject = kind === mail.kind ? message.subject : await getSubject(kind, mail.reader, mail.house);
  return { mail, kind, subject, message, file };
}

/** The attachment of a mail, only from this tenant's files, whatever key the row names; a file that is too large stays a link. */
async function getFile({ env }: Delivery, tenantId: string, { key, name, type }: AttachmentRef): Promise<File> {
  const own = key.startsWith(`${tenantId}/`);
  const object = own ? await env.FILES.get(key) : null;
  if (!object) return 'gone';
  if (object.size > maxAttachedBytes) {
    await object.body.cancel();
    return 'too_large';
  }
  return { name, type, bytes: new Uint8Array(await object.arrayBuffer()) };
}
