import { sql } from 'drizzle-orm';
import { logEmbeddedView } from '../../../domain/embedding/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { holdVisits, reportsWithPlace, visibleReport, visitOfPerson, writeVisit } from '../reports/index.ts';
import { viewer } from './report.ts';

/** An anonymous embedded session counts as one visit, however often its page opens. */
const anonymousVisit = sql`md5('visit ' || e.id::text)::uuid`;

/** Logs a visit of an embedded page, with or without a user. A visit continues only from the page that started it. */
export const logViewOfEmbed = bind(logEmbeddedView, async (input, ctx) => {
  const { sid, report } = ctx.embed;
  const told = { ...input, reportId: report };
  const id = sql`case when e.user_id is null then ${anonymousVisit} else ${visitOfPerson(told)} end`;
  const shown = sql`${reportsWithPlace} join embed_sessions e on e.tenant_id = r.tenant_id and e.report_id = r.id
      left join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
    where e.id = ${sid}::uuid and r.id = ${report}::uuid and ${visibleReport(viewer)}`;
  const [, { rows }] = await ctx.database.withEmbed(ctx.embed, (db) => [
    holdVisits(db, sql`coalesce((select app.user_id()), ${sid}::uuid)`, report),
    writeVisit(db, told, id, shown),
  ]);
  if (rows.length !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
});
