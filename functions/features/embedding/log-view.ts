import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { logEmbeddedView } from '../../../domain/embedding/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { reportsWithPlace, visibleReport } from '../reports/index.ts';
import { viewer } from './report.ts';

/** A visit of an embedded page, of its person or of nobody; it goes on only where the same page began it. */
export const logViewOfEmbed = bind(logEmbeddedView, async ({ visitId, page, state }, ctx) => {
  const [result] = await ctx.database.withEmbed(ctx.embed, (db) => [
    db.execute(sql`with w as (insert into visits (id, report_id, page, ended_at)
        select ${visitId}::uuid, r.id, ${page ?? null}, case when ${state}::text = 'closed' then app.now() end
        from ${reportsWithPlace} join embed_sessions e on e.tenant_id = r.tenant_id and e.report_id = r.id left join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
        where e.id = ${ctx.embed.sid}::uuid and r.id = ${ctx.embed.report}::uuid and ${visibleReport(viewer)}
        on conflict (tenant_id, id) do update set last_at = app.now(), page = coalesce(excluded.page, visits.page), ended_at = excluded.ended_at
          where visits.user_id is not distinct from app.user_id() and visits.report_id = excluded.report_id returning id)
      select count(*)::int as written from w`),
  ]);
  if (rowsOf<{ written: number }>(result)[0]?.written !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
});
