import { and, count, eq, gt, sql } from 'drizzle-orm';
import { audited } from '../../../db/audited.ts';
import { mailServers, mails } from '../../../db/schema/notifications.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { testMailServer } from '../../../domain/mail/contract.ts';
import type { MailFailure } from '../../../domain/mail/delivery.ts';
import { longestSubject, testsAnHour, testWindowSeconds } from '../../../domain/mail/limits.ts';
import { sameLogin } from '../../../domain/mail/server.ts';
import { languages } from '../../../domain/session/languages.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { newId } from '../../services/ids.ts';
import { MailError } from '../../services/mail/port.ts';
import { checkServer } from './check-server.ts';
import { passwordPlace, type ServerRow, serverColumns } from './get-server.ts';
import { renderMail } from './render.ts';

/** Sends one mail to the caller with the values of the form; the server's answer is shown unchanged. */
export const tryServer = bind(testMailServer, async (asked, ctx) => {
  const input = await checkServer(asked, ctx);
  const [[facts], [server], [tests]] = await ctx.database.withTenant(getEntry(ctx, 'mail.manage'), (db) => [
    db
      .select({ name: users.name, email: users.email, language: users.language, zone: tenants.zone })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(eq(users.id, sql`(select app.user_id())`)),
    db.select(serverColumns).from(mailServers),
    db
      .select({ n: count() })
      .from(mails)
      .where(and(eq(mails.kind, 'mail_test'), gt(mails.createdAt, sql`app.now() - make_interval(secs => ${testWindowSeconds})`))),
  ]);
  if (!facts) throw new AppError('session_gone');
  if ((tests?.n ?? 0) >= testsAnHour) throw new AppError('too_many_attempts', undefined, { retryAfterSeconds: testWindowSeconds });
  const { tenant } = ctx;
  const user = input.user || input.email;
  const password = input.password ?? (await savedPassword(server));
  const id = newId(ctx.clock.now());
  const message = await renderMail(
    { kind: 'mail_test', vars: { host: input.host }, link: '/setting?area=mail' },
    {
      name: facts.name,
      zone: facts.zone,
      language: languages.find((known) => known === facts.language) ?? ctx.language ?? tenant.language,
    },
    { name: tenant.name, theme: tenant.theme, origin: getOrigin(ctx.host, ctx.env) },
  );
  const outcome: { failure: MailFailure | null; answer: string } = { failure: null, answer: '' };
  try {
    const { sendBySmtp } = await import('../../services/mail/smtp.ts');
    const letter = {
      from: { name: input.name, email: input.email },
      to: { name: facts.name, email: facts.email },
      ...message,
      messageId: `${id}@${input.email.split('@').at(-1)}`,
      date: new Date(ctx.clock.now()),
    };
    outcome.answer = await sendBySmtp({ ...input, user, password }, letter, ctx.env.PRODUCT_HOST);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    outcome.failure = error.failure;
    outcome.answer = error.answer;
  }
  const sent = outcome.failure === null;
  const { host, port, protocol } = input;
  const log = {
    id,
    userId: sql`(select app.user_id())`,
    address: facts.email,
    subject: message.subject.slice(0, longestSubject),
    kind: 'mail_test',
  };
  const sameServer = and(
    ...[eq(mailServers.host, host), eq(mailServers.port, port), eq(mailServers.protocol, protocol)],
    ...[eq(mailServers.email, input.email), eq(mailServers.userName, input.user)],
  );
  await ctx.database.withTenant(getEntry(ctx, 'mail.manage'), (db) => [
    db.insert(mails).values({
      ...{ ...log, ...outcome, via: 'tenant', attempts: 1 },
      ...(sent ? { state: 'sent', sentAt: sql`app.now()` } : { state: 'failed' }),
    }),
    ...(sent ? [db.update(mailServers).set({ verifiedAt: sql`app.now()` }).where(sameServer)] : []),
    audited(db, ctx, 'mail.server_test', id, { after: { host, port, sent } }),
  ]);
  return { sent, to: facts.email, ...outcome };

  /** The saved password is used only for the server and user name that it was saved with. */
  async function savedPassword(stored: ServerRow | undefined): Promise<string> {
    if (!stored?.passwordSealed) return '';
    if (!sameLogin(stored, input)) throw new AppError('mail_password_needed', undefined, { field: 'password' });
    return ctx.sealer.open(stored.passwordSealed, passwordPlace(ctx.session.tenant));
  }
});
