import { sql } from 'drizzle-orm';
import { auditEach, givenFacts } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { tellProblem } from '../../../domain/notifications/contract.ts';
import { askedADay, askedHours } from '../../../domain/notifications/limits.ts';
import { concernsReport, getOutcome, placeToMend } from '../../../domain/notifications/problems.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { getViewer, reportsWithPlace, visibleReport } from '../reports/index.ts';
import { tell } from './tell.ts';

const lockPerson = raw('notifications.lock_problems', { locked: 'bool' });
const tellOnce = raw('notifications.tell_problem', { seen: 'bool', same: 'timestamptz?', often: 'bool', due: 'bool' });

/**
 * Each user can report the same problem to administrators once a day; the answer says whether this call sent the report. One statement
 * under a lock per user, so that two simultaneous calls send one report and the daily limit holds.
 */
export const tellAdministrators = bind(tellProblem, async ({ problem, report, page, code, note }, ctx) => {
  const me = ctx.session.sub;
  const about = concernsReport(problem);
  if (about !== (report !== undefined)) throw new AppError('not_found');
  const entry = getEntry(ctx, 'reports.view');
  const seen = about ? seenReport(problem === 'ended', problem === 'release') : sql`select null::uuid as id, null::text as title`;
  const isSame = sql`x.change->>'problem' = ${problem} and x.row_id is not distinct from ${report ?? null}::uuid
    and coalesce(x.change->>'note', '') = ${note} and (${problem !== 'permission'} or x.change->>'page' = ${page})`;
  const facts = { problem, page, code: code || null, note: note || null };
  const person = sql`(select p.name from users p where p.id = ${me}::uuid)`;
  const news = tell('told', {
    people: sql`select q.user_id from people q, due`,
    kind: about ? 'report_problem' : 'help_asked',
    vars: givenFacts({ person, report: sql`(select due.title from due)`, ...facts }),
    link: sql`${placeToMend({ problem, person: me, report, ofPlatform: ctx.tenant.kind === 'platform' })}::text`,
  });
  const [, { rows }] = await ctx.database.withTenant(entry, (db) => [
    lockPerson(db, sql`select true as locked from pg_advisory_xact_lock(hashtextextended('problem ' || ${me}::text, 0))`),
    tellOnce(
      db,
      sql`with seen as (${seen}),
          past as (select max(x.at) filter (where ${isSame}) as same, count(*) >= ${askedADay} as often from audit x
            where x.tenant_id = (select app.tenant_id()) and x.at > app.now() - make_interval(hours => ${askedHours}) and x.user_id = ${me}::uuid
              and x.what = 'problem.tell'),
          people as (select d.id as user_id from users d
            where d.profile in ('admin','master','a2m') and d.status in ('A','T') and d.id <> ${me}::uuid),
          due as (select s.id, s.title from seen s, past p where p.same is null and not p.often and exists (select from people)),
          ${news},
          a as (${auditEach(ctx, {
            what: 'problem.tell',
            row: sql`due.id`,
            facts: givenFacts(facts),
            from: sql`due`,
          })})
        select exists (select from seen) as seen, p.same, p.often, exists (select from due) as due from past p`,
    ),
  ]);
  const [row] = rows;
  if (!row?.seen) throw new AppError('not_found');
  if (row.due) wakeOutbox(ctx);
  return {
    told: getOutcome({ due: row.due, same: row.same !== null, often: row.often }),
    at: isoOrNull(row.same),
  };

  // A user whose access has ended no longer sees the report, and a user who decides catalog requests may never have seen it.
  function seenReport(ended: boolean, decides: boolean) {
    const visited = sql`exists (select from visits v where v.user_id = ${me}::uuid and v.report_id = r.id)`;
    const asked = sql`exists (select from catalog_requests q where q.report_id = r.id)`;
    return sql`select r.id, r.title from ${reportsWithPlace} where r.id = ${report}::uuid
      and (${visibleReport(getViewer(ctx))}${ended ? sql` or ${visited}` : decides ? sql` or ${asked}` : sql``})`;
  }
});
