import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { tellProblem } from '../../../domain/reports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tell } from '../notifications/index.ts';
import { reportsWithPlace, viewerOf, visibleReport } from './visible.ts';

/** Administrators hear of it once a day for each person and report, however often the button is pressed. */
export const tellAdministrators = bind(tellProblem, async ({ id, problem }, ctx) => {
  const me = ctx.session.sub;
  const link = problem === 'identity' ? `/${id}/management/view?tab=access&part=why&why=${me}` : `/${id}/management/view?tab=data`;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(sql`with seen as (select r.id, r.title from ${reportsWithPlace} where r.id = ${id}::uuid and ${visibleReport(viewerOf(ctx))}),
        due as (select s.id, s.title from seen s where not exists (select from audit x where x.tenant_id = (select app.tenant_id()) and x.at > app.now() - interval '1 day' and x.user_id = ${me}::uuid and x.what = 'report.problem' and x.row_id = s.id)),
        ${tell('told', {
          people: sql`select d.id as user_id from users d, due where d.profile in ('admin','master') and d.status in ('A','T') and d.id <> ${me}::uuid`,
          kind: 'report_problem',
          vars: sql`jsonb_build_object('person', (select p.name from users p where p.id = ${me}::uuid), 'report', (select due.title from due), 'problem', ${problem}::text)`,
          link: sql`${link}::text`,
        })},
        a as (insert into audit (what, row_id, change, ip, request_id) select 'report.problem', due.id, jsonb_build_object('problem', ${problem}::text), ${ctx.address}, ${ctx.requestId} from due)
      select (select count(*)::int from seen) as seen, (select count(*)::int from due) as due`),
  ]);
  const row = rowsOf<{ seen: number; due: number }>(result)[0];
  if (row?.seen !== 1) throw new AppError('not_found');
  if (row.due > 0) wakeOutbox(ctx);
  return { status: 'ok' as const };
});
