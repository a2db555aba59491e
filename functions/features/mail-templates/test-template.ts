import { and, count, eq, gt, sql } from 'drizzle-orm';
import { audited } from '../../../db/audited.ts';
import { mailServers, mails } from '../../../db/schema/notifications.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { MailFailure } from '../../../domain/mail/delivery.ts';
import { longestSubject, testsAnHour, testWindowSeconds } from '../../../domain/mail/limits.ts';
import { isReachable } from '../../../domain/mail/reachable.ts';
import { testTemplate } from '../../../domain/mail-templates/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { sendOne, serverColumns } from '../mail/index.ts';
import { draftMail, readCaller } from './draft-mail.ts';
import { getText } from './draft-text.ts';

const isTest = eq(mails.kind, 'mail_test');

/** Sends a draft to the caller alone, by the server that the mail itself would leave by; the server's answer is shown unchanged. */
export const testDraft = bind(testTemplate, async (input, ctx) => {
  const entry = getEntry(ctx, 'mail.manage');
  const since = sql`app.now() - make_interval(secs => ${testWindowSeconds})`;
  const [[caller], [server], [tests]] = await ctx.database.withTenant(entry, (db) => [
    readCaller(db),
    db.select(serverColumns).from(mailServers).where(eq(mailServers.enabled, true)),
    db
      .select({ n: count() })
      .from(mails)
      .where(and(isTest, gt(mails.createdAt, since))),
  ]);
  if (!caller) throw new AppError('session_gone');
  if (!isReachable(caller.email)) throw new AppError('no_address');
  if ((tests?.n ?? 0) >= testsAnHour) throw new AppError('too_many_attempts', undefined, { retryAfterSeconds: testWindowSeconds });
  const message = await draftMail(input, await getText(input), caller, server, ctx);
  const id = newId(ctx.clock.now());
  const { failure, answer }: { failure: MailFailure | null; answer: string } = await sendOne(
    ctx.env,
    { id, to: { name: caller.name, email: caller.email }, message, sender: ctx.tenant.name, date: new Date(ctx.clock.now()) },
    server,
  );
  const sent = failure === null;
  await ctx.database.withTenant(entry, (db) => [
    db.insert(mails).values({
      ...{ id, userId: sql`(select app.user_id())`, address: caller.email, subject: message.subject.slice(0, longestSubject) },
      ...{ kind: 'mail_test', via: server ? 'tenant' : 'platform', attempts: 1, failure, answer },
      ...(sent ? { state: 'sent', sentAt: sql`app.now()` } : { state: 'failed' }),
    }),
    audited(db, ctx, 'mail_template.test', ctx.session.tenant, { after: { kind: input.kind, language: input.language, sent } }),
  ]);
  return { sent, to: caller.email, failure, answer };
});
