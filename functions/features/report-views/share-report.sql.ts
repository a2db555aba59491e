import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { mustHold } from '../../../db/assertions.ts';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { reportViews } from '../../../db/schema/report-views.ts';
import { users } from '../../../db/schema/users.ts';
import { shareLimits } from '../../../domain/report-views/limits.ts';
import type { SessionContext } from '../../request/context.ts';
import { idRows, idsIn } from '../../request/id-rows.ts';
import { tell } from '../notifications/index.ts';
import { getViewer, reportsWithPlace, visibleReport } from '../reports/index.ts';

const turn = raw('report_views.share_turn', {});
const write = raw('report_views.share', {});
const notify = raw('report_views.tell_shared', {});
const record = raw('report_views.record_shared', {});

const p = alias(users, 'p');
const seenBy = (db: Db, ctx: SessionContext, reportId: string) =>
  db
    .select({ title: sql<string>`r.title`, sender: sql<string>`(select u.name from users u where u.id = (select app.user_id()))` })
    .from(reportsWithPlace)
    .where(sql`r.id = ${reportId}::uuid and ${visibleReport(getViewer(ctx))}`);
const sharedView = (db: Db, reportId: string, viewId: string | undefined) =>
  db
    .select({ id: reportViews.id })
    .from(reportViews)
    .where(viewId ? and(eq(reportViews.id, viewId), eq(reportViews.reportId, reportId), eq(reportViews.shared, true)) : sql`false`);
/** User p sees the report. */
const sees = (reportId: string) =>
  sql<boolean>`exists (select from ${reportsWithPlace} where r.tenant_id = p.tenant_id and r.id = ${reportId}::uuid
    and ${visibleReport({ userId: sql`p.id`, seesAll: sql`(p.profile <> 'user')` })})`;
const canSignIn = (ids: readonly string[]) => and(sql`${p.id} in (${idsIn(ids)})`, inArray(p.status, ['A', 'T']));

type Asked = { reportId: string; people: readonly string[]; viewId: string | undefined };

/** The report with the sender's name, the view, and the named users by name. */
export const readFacts = (db: Db, ctx: SessionContext, { reportId, people, viewId }: Asked) =>
  [
    seenBy(db, ctx, reportId),
    sharedView(db, reportId, viewId),
    db
      .select({ id: p.id, name: p.name, sees: sees(reportId) })
      .from(p)
      .where(canSignIn(people))
      .orderBy(asc(p.name)),
  ] as const;

/** One user's shares are counted and written one after the other. */
export const takeTurn = (db: Db) =>
  turn(db, sql`select from pg_advisory_xact_lock(hashtextextended('share ' || (select app.user_id())::text, 0))`);

/** Sender and receivers still see what is shared. */
export const holdFacts = (db: Db, ctx: SessionContext, { reportId, people, viewId }: Asked) =>
  mustHold(
    db,
    sql`exists ${seenBy(db, ctx, reportId)} and (${viewId === undefined}::boolean or exists ${sharedView(db, reportId, viewId)})
      and (select count(*) from ${db
        .select({ one: sql`1` })
        .from(p)
        .where(and(canSignIn(people), sees(reportId)))} q) = ${people.length}`,
  );

type Share = { reportId: string; ids: readonly string[]; receivers: readonly string[] };
const kept = (ids: readonly string[]) => sql`report_shares s where s.id in (${idsIn(ids)})`;

/** Writes all shares, or none over the hourly limit; the statements after it read them, and do nothing without them. */
export const writeShares = (db: Db, { reportId, ids, receivers }: Share) =>
  write(
    db,
    sql`insert into report_shares (id, report_id, to_user_id)
      select i.id, ${reportId}::uuid, w.id from ${idRows(receivers)} w join ${idRows(ids)} i on i.n = w.n
      where (select count(*) from report_shares s where s.user_id = (select app.user_id())
        and s.at > app.now() - make_interval(secs => ${shareLimits.windowSeconds})) + ${receivers.length} <= ${shareLimits.anHour}`,
  );

type News = { person: string; report: string; message: string };
export const tellReceivers = (db: Db, ids: readonly string[], news: News, link: string) =>
  notify(
    db,
    sql`with ${tell('told', {
      people: sql`select s.to_user_id as user_id from ${kept(ids)}`,
      kind: 'report_shared',
      vars: sql`${JSON.stringify(news)}::jsonb`,
      link: sql`${link}`,
    })} select`,
  );

export const recordShare = (db: Db, ctx: SessionContext, { reportId, ids, receivers }: Share, viewId: string | undefined) =>
  record(
    db,
    auditEach(ctx, {
      what: 'report.share',
      row: sql`${reportId}::uuid`,
      facts: { to: sql`${JSON.stringify(receivers)}::jsonb`, view: viewId ?? null },
      where: sql`exists (select from ${kept(ids)})`,
    }),
  );
