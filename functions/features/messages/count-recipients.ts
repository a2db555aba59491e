import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { countRecipients } from '../../../domain/messages/contract.ts';
import { toAllADay } from '../../../domain/messages/limits.ts';
import { mailedByDefault } from '../../../domain/notifications/kinds.ts';
import { defaultLanguage, languages } from '../../../domain/session/languages.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { nowhere } from '../../services/mail/nowhere.ts';
import { meantBy } from '../mailings/index.ts';
import { sentToAll } from './message.sql.ts';

const count = raw('messages.count', { language: 'text?', people: 'int4', mailable: 'int4' });

/** Who an audience reaches now, by language, without the sender; who really gets it is decided when it is sent. */
export const countAudience = bind(countRecipients, async ({ audience }, ctx) => {
  const byDefault = mailedByDefault.includes('announcement');
  const wants = sql`coalesce((u.preferences->'mail'->>'announcement')::boolean, ${byDefault}::boolean) and not ${nowhere(sql`u.email`)}`;
  const [{ rows }, [facts]] = await ctx.database.withTenant(getEntry(ctx, 'notifications.send'), (db) => [
    count(
      db,
      sql`select u.language, count(*)::int as people, (count(*) filter (where ${wants}))::int as mailable from users u
        where u.status in ('A','T') and u.deleted_at is null and u.id <> (select app.user_id()) and (${meantBy(audience, 'announcement')})
        group by 1`,
    ),
    db
      .select({
        language: tenants.language,
        sent: sql<number>`${sentToAll}`,
        unitSends: sql<boolean>`exists (select from settings s where s."values"->>'send_email_notification' = 'S')`,
      })
      .from(tenants)
      .where(sql`${tenants.id} = (select app.tenant_id())`),
  ]);
  const readers: Partial<Record<(typeof languages)[number], number>> = {};
  for (const { language, people } of rows) {
    const spoken = [language, facts?.language].flatMap((wanted) => languages.filter((known) => known === wanted))[0] ?? defaultLanguage;
    readers[spoken] = (readers[spoken] ?? 0) + people;
  }
  const unitSends = facts?.unitSends ?? false;
  return {
    people: rows.reduce((sum, row) => sum + row.people, 0),
    byMail: unitSends ? rows.reduce((sum, row) => sum + row.mailable, 0) : 0,
    unitSends,
    languages: readers,
    leftToday: Math.max(0, toAllADay - (facts?.sent ?? 0)),
  };
});
