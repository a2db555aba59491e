import { and, count, eq, gt, sql } from 'drizzle-orm';
import { auditedAct } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { outbox } from '../../../db/schema/jobs.ts';
import { mails } from '../../../db/schema/notifications.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { lanes } from '../../../domain/mail/lanes.ts';
import { testHours, testsAnHour } from '../../../domain/messages/limits.ts';
import type { MessageTexts } from '../../../domain/messages/texts.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { wordsFor } from './preview-message.ts';

const own = sql`(select app.user_id())`;
/** The caller, and their tests within the hour: what decides about a test, to be read with whatever else the caller needs. */
export const testFacts = (db: Db) =>
  [
    db.select({ id: users.id, name: users.name, email: users.email }).from(users).where(eq(users.id, own)),
    db
      .select({ n: count() })
      .from(mails)
      .where(
        and(
          ...[eq(mails.kind, 'announcement'), eq(mails.userId, own), sql`${mails.mailingId} is null`],
          gt(mails.createdAt, sql`app.now() - make_interval(hours => ${testHours}::int)`),
        ),
      ),
  ] as const;
type Facts = readonly [me: { id: string; name: string; email: string }[], tests: { n: number }[]];

/** One mail to the caller, whatever the unit sends and the caller chose: they asked for it. Texts are as they are stored. */
export async function sendTest(
  ctx: SessionContext,
  action: string,
  [[me], [tests]]: Facts,
  { texts, language }: { texts: MessageTexts; language: Language },
): Promise<{ to: string }> {
  const { language: read, ...words } = wordsFor(texts, language, ctx);
  if (!me) throw new AppError('session_gone');
  if ((tests?.n ?? 0) >= testsAnHour) throw new AppError('too_many_attempts', undefined, { retryAfterSeconds: testHours * 3600 });
  const message = { texts: { [read]: words }, by: me.name };
  await ctx.database.withTenant(getEntry(ctx, action), (db) => [
    db.insert(outbox).values({
      kind: 'mail',
      lane: lanes.asked,
      body: { user_id: me.id, kind: 'announcement', link: '/notifications?tab=sent', message },
    }),
    auditedAct(db, ctx, 'message.test', null, { name: words.subject }),
  ]);
  wakeOutbox(ctx);
  return { to: me.email };
}
