import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import { shareLimits } from '../../../domain/report-views/limits.ts';
import type { SessionContext } from '../../request/context.ts';
import { tell } from '../notifications/index.ts';
import { reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

const turn = raw('report_views.share_turn', {});
const shared = raw('report_views.share', {
  ...{ there: 'bool', view_there: 'bool', known: 'int4', sent: 'int4', told: 'int4' },
  without: typed<{ id: string; name: string }[] | null>('jsonb?'),
});

/** One user's shares are counted and written one after the other. */
export const takeTurn = (db: Db) =>
  turn(db, sql`select from pg_advisory_xact_lock(hashtextextended('share ' || (select app.user_id())::text, 0))`);

type Share = { reportId: string; people: readonly string[]; message: string; viewId: string | undefined; link: string };

/** One guarded statement, because it counts the hourly limit and checks every recipient by the visibility rule. */
export function shareRows(db: Db, ctx: SessionContext, { reportId, people, message, viewId, link }: Share) {
  const id = sql`${reportId}::uuid`;
  const view = sql`${viewId ?? null}::uuid`;
  const receiver = { userId: sql`p.id`, seesAll: sql`(p.profile <> 'user')` };
  return shared(
    db,
    sql`with seen as (select r.id, r.title, (select u.name from users u where u.id = (select app.user_id())) as person
        from ${reportsWithPlace} where r.id = ${id} and ${visibleReport(viewerOf(ctx))}),
      shown as (select v.id from report_views v, seen where v.id = ${view} and v.report_id = seen.id and v.shared),
      people as (select p.id, p.name,
          exists (select from ${reportsWithPlace} where r.tenant_id = p.tenant_id and r.id = ${id} and ${visibleReport(receiver)}) as may
        from users p join (select jsonb_array_elements_text(${JSON.stringify(people)}::jsonb)::uuid as id) w on w.id = p.id
        where p.status in ('A','T')),
      sent as (select count(*)::int as n from report_shares s
        where s.user_id = (select app.user_id()) and s.at > app.now() - make_interval(secs => ${shareLimits.windowSeconds})),
      receivers as (select p.id from people p, seen, sent
        where p.may and (${viewId === undefined}::boolean or exists (select from shown))
          and (select count(*) from people) = ${people.length}
          and sent.n + (select count(*) from people x where x.may) <= ${shareLimits.anHour}),
      kept as (insert into report_shares (id, report_id, to_user_id) select gen_random_uuid(), ${id}, id from receivers
        returning to_user_id),
      ${tell('told', {
        people: sql`select to_user_id as user_id from kept`,
        kind: 'report_shared',
        vars: sql`(select jsonb_build_object('person', seen.person, 'report', seen.title, 'message', ${message}::text) from seen)`,
        link: sql`${link}`,
      })},
      a as (${auditEach(ctx, {
        what: 'report.share',
        row: id,
        facts: { to: sql`(select jsonb_agg(to_user_id) from kept)`, view },
        from: sql`seen`,
        where: sql`exists (select from kept)`,
      })})
    select exists (select from seen) as there, exists (select from shown) as view_there,
      (select count(*)::int from people) as known, (select n from sent) as sent, (select count(*)::int from kept) as told,
      (select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name) from people where not may) as without`,
  );
}
