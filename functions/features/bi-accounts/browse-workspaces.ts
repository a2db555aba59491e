import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { workspaces } from '../../../db/schema/bi-accounts.ts';
import { reports } from '../../../db/schema/reports.ts';
import { can } from '../../../domain/access/permissions.ts';
import { browseReports, browseWorkspaces } from '../../../domain/bi-accounts/contract.ts';
import { browsePageSize } from '../../../domain/bi-accounts/limits.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { findAccount, getProvider, openUsable } from './open-account.ts';
import { orRefused } from './service-words.ts';

/** What the account reaches now. Users who manage accounts may also look beyond its profile, to bring a workspace into it. */
export const browseAccountWorkspaces = bind(browseWorkspaces, async ({ id, search, page = 1, all }, ctx) => {
  if (all && !can(ctx.session, 'service.manage')) throw new AppError('not_permitted', { action: 'service.manage' });
  const [found, added] = await ctx.database.withTenant(getEntry(ctx, 'service.browse'), (db) => [
    findAccount(db, ctx, id),
    db.select({ id: workspaces.id, serviceId: workspaces.serviceId }).from(workspaces).where(eq(workspaces.accountId, id)),
  ]);
  const account = await openUsable(ctx, found);
  const { items, more } = await orRefused(
    ctx,
    getProvider(ctx).listWorkspaces(all ? { ...account, profileId: null } : account, {
      search: search || undefined,
      top: browsePageSize,
      skip: (page - 1) * browsePageSize,
    }),
  );
  const known = new Map(added.map((row) => [row.serviceId.toLowerCase(), row.id]));
  return { items: items.map((item) => ({ ...item, workspaceId: known.get(item.id.toLowerCase()) ?? null })), more };
});

export const browseWorkspaceReports = bind(browseReports, async ({ id, workspace }, ctx) => {
  const [found, published] = await ctx.database.withTenant(getEntry(ctx, 'service.browse'), (db) => [
    findAccount(db, ctx, id),
    db
      .select({ id: reports.id, title: reports.title, serviceId: sql<string>`lower(${reports.serviceReportId})` })
      .from(reports)
      .where(and(eq(sql`lower(${reports.workspaceId})`, workspace.toLowerCase()), isNotNull(reports.serviceReportId)))
      .orderBy(asc(reports.sortKey), asc(reports.id)),
  ]);
  const items = await orRefused(ctx, getProvider(ctx).listReports(await openUsable(ctx, found), workspace));
  const here = Map.groupBy(published, (row) => row.serviceId);
  return {
    items: items.map((item) => ({
      ...item,
      published: (here.get(item.id.toLowerCase()) ?? []).map(({ id: reportId, title }) => ({ id: reportId, title })),
    })),
  };
});
