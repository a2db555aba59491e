import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { viewLimits } from '../../../domain/report-views/limits.ts';
import type { ViewContent } from '../../../domain/report-views/view.ts';
import type { SessionContext } from '../../request/context.ts';
import { openToMe, reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

const turn = raw('report_views.turn', {});
const added = raw('report_views.add', { there: 'bool', added: 'bool' });
const edited = raw('report_views.edit', { there: 'bool', version: 'int4?' });
const removed = raw('report_views.remove', { n: 'int4' });
const chosen = raw('report_views.choose', { there: 'bool' });
const released = raw('report_views.release_for_all', {});
const chosenForAll = raw('report_views.choose_for_all', { there: 'bool' });

/** The CTE `seen`: the report, if this user sees it. */
export const seenReport = (ctx: SessionContext, reportId: string, kind: SQL = sql`true`) =>
  sql`seen as (select r.id from ${reportsWithPlace} where r.id = ${reportId}::uuid and ${kind} and ${visibleReport(viewerOf(ctx))})`;
export const embedded = sql`r.kind = 'powerbi'`;

/** This user sees the report of view v. */
export const ofVisibleReport = (ctx: SessionContext) =>
  sql`exists (select from ${reportsWithPlace} where r.tenant_id = v.tenant_id and r.id = v.report_id and ${visibleReport(viewerOf(ctx))})`;

/** One user's views are counted and added one after the other; a lock inside the statement would count what it saw before waiting. */
export const takeTurn = (db: Db) =>
  turn(db, sql`select from pg_advisory_xact_lock(hashtextextended('view ' || (select app.user_id())::text, 0))`);

type Words = { id: string; name: string; key: string; shared: boolean };

export const addRow = (db: Db, ctx: SessionContext, view: Words & { reportId: string; content: ViewContent }) => {
  const { state, page, pageTitle, rest } = view.content;
  return added(
    db,
    sql`with ${seenReport(ctx, view.reportId, embedded)},
      w as (insert into report_views (id, report_id, name, sort_key, state, page, page_title, rest, shared)
        select ${view.id}::uuid, seen.id, ${view.name}, ${view.key}, ${state}, ${page}, ${pageTitle}, ${rest}, ${view.shared} from seen
        where (select count(*) from report_views v where v.report_id = seen.id and v.user_id = (select app.user_id()))
          < ${viewLimits.perReport} returning id, report_id),
      a as (${auditEach(ctx, {
        what: 'view.add',
        row: sql`w.id`,
        facts: { report: sql`w.report_id`, after: { name: view.name, shared: view.shared } },
        from: sql`w`,
      })})
    select exists (select from seen) as there, exists (select from w) as added`,
  );
};

type Edit = Words & { version: number; content: ViewContent | undefined };

const setContent = ({ state, page, pageTitle, rest }: ViewContent) =>
  sql`, state = ${state}, page = ${page}, page_title = ${pageTitle}, rest = ${rest}`;

export const editRow = (db: Db, ctx: SessionContext, { id, name, key, shared, version, content }: Edit) =>
  edited(
    db,
    sql`with mine as (select v.id, v.name, v.shared from report_views v
        where v.id = ${id}::uuid and v.user_id = (select app.user_id()) and ${ofVisibleReport(ctx)}),
      w as (update report_views v set name = ${name}, sort_key = ${key}, shared = ${shared}, for_all = v.for_all and ${shared}::boolean,
          version = v.version + 1, updated_at = app.now()${content ? setContent(content) : sql``}
        from mine where v.id = mine.id and v.version = ${version} returning v.id, v.version),
      a as (${auditEach(ctx, {
        what: 'view.edit',
        row: sql`w.id`,
        facts: { before: { name: sql`mine.name`, shared: sql`mine.shared` }, after: { name, shared, moment: content !== undefined } },
        from: sql`w, mine`,
      })})
    select exists (select from mine) as there, (select version from w) as version`,
  );

/** Removes a user's own view; a manager also removes a shared one. */
export const removeRow = (db: Db, ctx: SessionContext, id: string, manages: boolean) =>
  removed(
    db,
    sql`with w as (delete from report_views v where v.id = ${id}::uuid
        and (v.user_id = (select app.user_id()) or (${manages}::boolean and v.shared)) and ${ofVisibleReport(ctx)}
        returning v.id, v.name, v.report_id),
      a as (${auditEach(ctx, {
        what: 'view.remove',
        row: sql`w.id`,
        facts: { report: sql`w.report_id`, before: { name: sql`w.name` } },
        from: sql`w`,
      })})
    select count(*)::int as n from w`,
  );

const auditChoice = (ctx: SessionContext, what: string, viewId: string | null) =>
  sql`a as (${auditEach(ctx, {
    what,
    row: sql`id`,
    facts: { view: sql`${viewId}::uuid` },
    from: sql`seen`,
    where: sql`exists (select from wanted)`,
  })})`;

/** Sets the view with which a report opens for this user; null removes it. */
export function chooseRow(db: Db, ctx: SessionContext, reportId: string, viewId: string | null) {
  const written = viewId
    ? sql`wanted as (select v.id, v.report_id from report_views v, seen
          where v.id = ${viewId}::uuid and v.report_id = seen.id and ${openToMe}),
        w as (insert into report_view_defaults (report_id, view_id) select report_id, id from wanted
          on conflict (tenant_id, user_id, report_id) do update set view_id = excluded.view_id returning report_id)`
    : sql`wanted as (select id from seen),
        w as (delete from report_view_defaults d where d.user_id = (select app.user_id()) and d.report_id = (select id from seen)
          returning d.report_id)`;
  return chosen(
    db,
    sql`with ${seenReport(ctx, reportId)}, ${written}, ${auditChoice(ctx, 'view.default', viewId)}
    select exists (select from wanted) as there`,
  );
}

/**
 * Sets the view with which a report opens for everyone. Two statements, because the index allows one per report: the old one is released
 * before the new one is set.
 */
export function chooseRowForAll(db: Db, ctx: SessionContext, reportId: string, viewId: string | null) {
  const found = viewId
    ? sql`select v.id from report_views v, seen where v.id = ${viewId}::uuid and v.report_id = seen.id and v.shared`
    : sql`select id from seen`;
  const wanted = sql`${seenReport(ctx, reportId)}, wanted as (${found})`;
  return [
    released(
      db,
      sql`with ${wanted} update report_views v set for_all = false from seen
      where v.report_id = seen.id and v.for_all and v.id is distinct from ${viewId}::uuid and exists (select from wanted)`,
    ),
    chosenForAll(
      db,
      sql`with ${wanted},
        w as (update report_views v set for_all = true from wanted where v.id = wanted.id and not v.for_all returning 1),
        ${auditChoice(ctx, 'view.default_for_all', viewId)}
      select exists (select from wanted) as there`,
    ),
  ] as const;
}
