import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { resetFilters, saveFilters } from '../../../domain/views/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

type Outcome = { there: boolean; kept: boolean };

/** Keeps the state on the portal's own report, so that it survives a re-publish; only while the unit keeps filters. */
export const keepFilters = bind(saveFilters, async ({ filters: { reportId, state, chosen } }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [
    db.execute(sql`with seen as (select r.id from ${reportsWithPlace} where r.id = ${reportId}::uuid and r.kind = 'powerbi' and ${visibleReport(viewerOf(ctx))}),
        kept as (insert into report_states (report_id, state, filters) select id, ${state}, ${chosen}::int from seen where exists (select from settings t where t."values"->>'save_filter' = 'S')
          on conflict (tenant_id, user_id, report_id) do update set state = excluded.state, filters = excluded.filters, updated_at = app.now() returning 1)
      select exists (select from seen) as there, exists (select from kept) as kept`),
  ]);
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome?.there) throw new AppError('not_found');
  if (!outcome.kept) throw new AppError('function_disabled');
  return { status: 'ok' as const };
});

export const forgetFilters = bind(resetFilters, async ({ reportId }, ctx) => {
  await ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [
    db.execute(sql`delete from report_states where user_id = (select app.user_id()) and report_id = ${reportId}::uuid`),
  ]);
  return { status: 'ok' as const };
});
