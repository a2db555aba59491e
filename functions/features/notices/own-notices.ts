import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { acknowledgeNotice, dismissNotice, ownNotices } from '../../../domain/notices/contract.ts';
import { noticeLimits } from '../../../domain/notices/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { getLanguage } from '../../request/table-file.ts';
import { presentShown, readShown, seen } from './shown.sql.ts';

/** The open ones of three layers. */
const most = 3 * noticeLimits.open;

export const readOwnNotices = bind(ownNotices, async (_input, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'notifications.read'), (db) => [readShown(db, { open: false, most })]);
  const language = getLanguage(ctx);
  return { items: rows.map((row) => presentShown(row, language)) };
});

const answers = {
  dismiss: { column: sql`dismissed_at`, where: sql`n.dismissible` },
  acknowledge: { column: sql`acknowledged_at`, where: sql`n.must_acknowledge` },
};
const answered = raw('notices.answer', { found: 'int4' });

/** Keeps the first answer, and records who acknowledged; a notice that isn't shown to the caller, or can't be answered so, isn't found. */
const answer = (db: Db, ctx: SessionContext, id: string, what: keyof typeof answers) => {
  const { column, where } = answers[what];
  return answered(
    db,
    sql`with found as (select n.tenant_id, n.id, n.title from ${seen} and n.id = ${id}::uuid and ${where}),
      w as (insert into notice_states as s (notice_tenant_id, notice_id, ${column})
        select f.tenant_id, f.id, app.now() from found f
        on conflict (tenant_id, notice_tenant_id, notice_id, user_id) do update set ${column} = excluded.${column}
          where s.${column} is null
        returning s.notice_id),
      a as (${auditEach(ctx, {
        what: 'notice.acknowledge',
        row: sql`w.notice_id`,
        facts: { title: sql`f.title` },
        from: sql`w join found f on f.id = w.notice_id`,
        where: sql`${what === 'acknowledge'}::boolean`,
      })})
    select count(*)::int as found from found`,
  );
};

const answerOrThrow = async (ctx: SessionContext, id: string, what: keyof typeof answers) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'notifications.read'), (db) => [answer(db, ctx, id, what)]);
  if (rows[0]?.found !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
};

export const dismissOneNotice = bind(dismissNotice, ({ id }, ctx) => answerOrThrow(ctx, id, 'dismiss'));
export const acknowledgeOneNotice = bind(acknowledgeNotice, ({ id }, ctx) => answerOrThrow(ctx, id, 'acknowledge'));
