import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { reportViewDefaults as defaults, reportViews } from '../../../db/schema/report-views.ts';
import { users } from '../../../db/schema/users.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { listViews } from '../../../domain/report-views/contract.ts';
import { viewLimits } from '../../../domain/report-views/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { openToMe } from '../reports/index.ts';
import { findReport } from './find-report.ts';

const shown = 200;
const me = sql`(select app.user_id())`;

export const findViews = bind(listViews, async ({ id: reportId }, ctx) => {
  // `openToMe` uses the alias v for views.
  const v = alias(reportViews, 'v');
  const mine = sql<boolean>`${v.userId} = ${me}`;
  const [[report], rows] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => {
    const myDefault = and(
      ...[eq(defaults.tenantId, v.tenantId), eq(defaults.userId, me), eq(defaults.reportId, v.reportId), eq(defaults.viewId, v.id)],
    );
    const forMe = sql<boolean>`exists ${db.select({ one: sql`1` }).from(defaults).where(myDefault)}`;
    const { id, name, page, pageTitle, shared, forAll, version, updatedAt } = v;
    return [
      findReport(db, ctx, reportId),
      db
        .select({ id, name, page, pageTitle, mine, shared, owner: users.name, forAll, forMe, version, updatedAt })
        .from(v)
        .innerJoin(users, and(eq(users.tenantId, v.tenantId), eq(users.id, v.userId)))
        .where(and(eq(v.reportId, reportId), openToMe))
        .orderBy(desc(mine), asc(v.sortKey), asc(v.id))
        .limit(shown),
    ];
  });
  if (!report) throw new AppError('not_found');
  const views = rows.map((row) => ({
    ...row,
    mine: toFlag(row.mine),
    shared: toFlag(row.shared),
    forAll: toFlag(row.forAll),
    forMe: toFlag(row.forMe),
    updatedAt: toIso(row.updatedAt),
  }));
  return { views, own: views.filter((view) => view.mine === 'S').length, limit: viewLimits.perReport };
});
