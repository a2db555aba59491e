import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { tellProblem } from '../../../domain/notifications/contract.ts';
import { askedADay, concernsReport, placeToMend } from '../../../domain/notifications/problems.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';
import { tell } from './tell.ts';

type Row = { seen: boolean; same: string | null; often: boolean; reached: number; due: boolean };

/**
 * Administrators hear of one thing once a day from each person, however often the button is pressed; the answer says what became of the press.
 * The lock lets two presses of the same moment tell once.
 */
export const tellAdministrators = bind(tellProblem, async ({ problem, report, page, code, note }, ctx) => {
  const me = ctx.session.sub;
  const about = concernsReport(problem);
  if (about !== (report !== undefined)) throw new AppError('not_found');
  const entry = entryOf(ctx, 'reports.view');
  const [, result] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`select pg_advisory_xact_lock(hashtextextended('problem ' || ${me}::text, 0))`),
    db.execute(sql`with seen as (${about ? seenReport(problem === 'ended', problem === 'release') : sql`select null::uuid as id, null::text as title`}),
        past as (select max(x.at) filter (where x.change->>'problem' = ${problem} and x.row_id is not distinct from ${report ?? null}::uuid
              and coalesce(x.change->>'note', '') = ${note} and (${problem !== 'permission'} or x.change->>'page' = ${page})) as same, count(*) >= ${askedADay} as often
            from audit x where x.tenant_id = (select app.tenant_id()) and x.at > app.now() - interval '1 day' and x.user_id = ${me}::uuid and x.what = 'problem.tell'),
        people as (select d.id as user_id from users d where d.profile in ('admin','master','a2m') and d.status in ('A','T') and d.id <> ${me}::uuid),
        due as (select s.id, s.title from seen s, past p where p.same is null and not p.often and exists (select from people)),
        ${tell('told', {
          people: sql`select q.user_id from people q, due`,
          kind: about ? 'report_problem' : 'help_asked',
          vars: sql`jsonb_strip_nulls(jsonb_build_object('person', (select p.name from users p where p.id = ${me}::uuid), 'report', (select due.title from due), 'problem', ${problem}::text, 'page', ${page}::text, 'code', ${code || null}::text, 'note', ${note || null}::text))`,
          link: sql`${placeToMend(problem, me, report)}::text`,
        })},
        a as (insert into audit (what, row_id, change, ip, request_id)
          select 'problem.tell', due.id, jsonb_strip_nulls(jsonb_build_object('problem', ${problem}::text, 'page', ${page}::text, 'code', ${code || null}::text, 'note', ${note || null}::text)), ${ctx.address}, ${ctx.requestId} from due)
      select exists (select from seen) as seen, p.same, p.often, (select count(*)::int from people) as reached, exists (select from due) as due from past p`),
  ]);
  const row = rowsOf<Row>(result)[0];
  if (!row?.seen) throw new AppError('not_found');
  if (row.due) wakeOutbox(ctx);
  const told = row.due ? 'now' : row.same ? 'before' : row.often ? 'often' : 'nobody';
  return { told, at: row.same ? new Date(row.same).toISOString() : null } as const;

  // Whose access has ended no longer sees the report, and whoever decides for the catalog may never have.
  function seenReport(ended: boolean, decides: boolean) {
    const visited = sql`exists (select from visits v where v.user_id = ${me}::uuid and v.report_id = r.id)`;
    const asked = sql`exists (select from catalog_requests q where q.report_id = r.id)`;
    return sql`select r.id, r.title from ${reportsWithPlace} where r.id = ${report}::uuid
      and (${visibleReport(viewerOf(ctx))}${ended ? sql` or ${visited}` : decides ? sql` or ${asked}` : sql``})`;
  }
});
