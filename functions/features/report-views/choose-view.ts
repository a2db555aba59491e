import { and, eq, ne, sql } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { reportViewDefaults as defaults, reportViews as views } from '../../../db/schema/report-views.ts';
import { reports } from '../../../db/schema/reports.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { chooseView, chooseViewForAll } from '../../../domain/report-views/contract.ts';
import { refuseChoice } from '../../../domain/report-views/decide.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { orGone } from '../../request/lost-race.ts';
import { findReport } from './find-report.ts';
import { isMine, readView } from './report-views.sql.ts';

type Asked = { id: string; viewId: string | null };

async function readChoice(ctx: SessionContext, action: string, { id, viewId }: Asked) {
  const [[report], [view]] = await ctx.database.withTenant(getEntry(ctx, action), (db) => [
    findReport(db, ctx, id),
    readView(db, ctx, viewId),
  ]);
  return { report: report !== undefined, view: view?.reportId === id ? view : undefined };
}

/** The chosen view is still there, and stays until the end of the write. */
const holdView = (db: Db, viewId: string | null, mayBeOwn: boolean) =>
  viewId === null
    ? []
    : [lockVersion(db, views, and(eq(views.id, viewId), mayBeOwn ? sql`(${isMine} or ${views.shared})` : eq(views.shared, true)))];

/** Sets the view with which a report opens for this user; null removes it. */
export const chooseForMe = bind(chooseView, async ({ id, viewId }, ctx) => {
  const { report, view } = await readChoice(ctx, 'views.edit', { id, viewId });
  throwIfRefused(refuseChoice({ viewId }, { report, view: view !== undefined && (view.own || view.shared) }));
  await orGone(
    ctx.database.withTenant(getEntry(ctx, 'views.edit'), (db) => [
      ...holdView(db, viewId, true),
      viewId === null
        ? db.delete(defaults).where(and(eq(defaults.reportId, id), eq(defaults.userId, sql`(select app.user_id())`)))
        : db
            .insert(defaults)
            .values({ reportId: id, viewId })
            .onConflictDoUpdate({ target: [defaults.tenantId, defaults.userId, defaults.reportId], set: { viewId } }),
      auditedAct(db, ctx, 'view.default', id, { view: viewId }),
    ]),
  );
  return { status: 'ok' as const };
});

/** The same for everyone who hasn't chosen another. The index allows one per report: the old one is released before the new one is set. */
export const chooseForAll = bind(chooseViewForAll, async ({ id, viewId }, ctx) => {
  const { report, view } = await readChoice(ctx, 'reports.manage', { id, viewId });
  throwIfRefused(refuseChoice({ viewId }, { report, view: view?.shared === true }));
  const others = and(eq(views.reportId, id), eq(views.forAll, true), viewId === null ? undefined : ne(views.id, viewId));
  await orGone(
    ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
      // Of concurrent choices the later one releases what the earlier one has set.
      lockVersion(db, reports, eq(reports.id, id)),
      ...holdView(db, viewId, false),
      db.update(views).set({ forAll: false }).where(others),
      ...(viewId === null
        ? []
        : [
            db
              .update(views)
              .set({ forAll: true })
              .where(and(eq(views.id, viewId), eq(views.forAll, false))),
          ]),
      auditedAct(db, ctx, 'view.default_for_all', id, { view: viewId }),
    ]),
  );
  return { status: 'ok' as const };
});
