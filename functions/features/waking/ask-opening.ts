import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { capacityLimits } from '../../../domain/capacity/limits.ts';
import { getWait } from '../../../domain/capacity/waiting.ts';
import { askOpening } from '../../../domain/capacity/waking-contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tell } from '../notifications/index.ts';
import { capacityToWake, seenReport, waitFacts } from './facts.ts';

const tellOwner = raw('capacity.ask_owner', { done: 'void' });
const writeAsking = raw('capacity.ask_opening', { asked: 'bool' });

/** Notifies the unit's administrators, unless this person asked within the hour; who asked is notified when it opens. */
const ask = (db: Db, capacity: string, report: string, title: string, me: SQL) =>
  writeAsking(
    db,
    sql`with asked as (insert into capacity_waiters (capacity_id, report_id, tell, opening_asked_at)
          values (${capacity}::uuid, ${report}::uuid, true, app.now())
        on conflict (tenant_id, capacity_id, user_id) do update
          set opening_asked_at = excluded.opening_asked_at, report_id = excluded.report_id, tell = true
          where coalesce(capacity_waiters.opening_asked_at <= app.now() - make_interval(mins => ${capacityLimits.askOpeningMinutes}), true)
        returning user_id),
      ${tell('told', {
        people: sql`select d.id as user_id from users d, asked where d.profile in ('admin','master','a2m') and d.id <> ${me}`,
        kind: 'opening_asked',
        vars: sql`jsonb_build_object('person', (select p.name from users p where p.id = ${me}), 'report', ${title}::text)`,
        link: sql`'/powerbi/resources?id=' || ${capacity}::text`,
      })}
      select exists (select from asked) as asked`,
  );

/**
 * Asks the administrators to open a capacity that is closed now, at most once an hour. Where another unit owns it, only that one's can open
 * it: they are notified too, without names.
 */
export const askForOpening = bind(askOpening, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'reports.view');
  const [seen, found] = await ctx.database.withTenant(entry, (db) => [seenReport(db, ctx, id), capacityToWake(db, id)]);
  const [report] = seen.rows;
  const [row] = found.rows;
  const now = ctx.clock.now();
  if (!report || !row || getWait(waitFacts(row, now), new Date(now)).state !== 'closed') throw new AppError('not_found');
  const me = sql`(select app.user_id())`;
  const [{ rows }] = await ctx.database.withTenant(entry, (db) => [
    ask(db, row.id, id, report.title, me),
    tellOwner(db, sql`select app.ask_owner(${row.id}::uuid, ${capacityLimits.askOpeningMinutes}::int) as done`),
  ]);
  if (!rows[0]?.asked) throw new AppError('opening_asked');
  wakeOutbox(ctx);
  return { askAgainAt: new Date(now + capacityLimits.askOpeningMinutes * 60_000).toISOString() };
});
