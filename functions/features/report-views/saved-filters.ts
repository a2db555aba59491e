import { and, eq, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { reportStates } from '../../../db/schema/report-views.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { resetFilters, saveFilters } from '../../../domain/report-views/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { embedded, seenReport } from './report-views.sql.ts';

const keep = raw('report_views.keep_filters', { there: 'bool', kept: 'bool' });

/** Stores the state on the portal's own report, so that it survives a re-publish; only while the unit keeps filters. */
export const keepFilters = bind(saveFilters, async ({ filters: { reportId, state, chosen } }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'views.edit'), (db) => [
    keep(
      db,
      sql`with ${seenReport(ctx, reportId, embedded)},
        kept as (insert into report_states (report_id, state, filters) select id, ${state}, ${chosen}::int from seen
          where exists (select from settings t where t."values"->>'save_filter' = 'S')
          on conflict (tenant_id, user_id, report_id)
            do update set state = excluded.state, filters = excluded.filters, updated_at = app.now() returning 1)
      select exists (select from seen) as there, exists (select from kept) as kept`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (!outcome.kept) throw new AppError('function_disabled');
  return { status: 'ok' as const };
});

export const forgetFilters = bind(resetFilters, async ({ reportId }, ctx) => {
  const mine = and(eq(reportStates.userId, sql`(select app.user_id())`), eq(reportStates.reportId, reportId));
  await ctx.database.withTenant(getEntry(ctx, 'views.edit'), (db) => [db.delete(reportStates).where(mine)]);
  return { status: 'ok' as const };
});
