import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { browseReports, browseWorkspaces } from '../../../domain/service/contract.ts';
import { browsePageSize } from '../../../domain/service/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { findAccount, openUsable, providerOf } from './open-account.ts';
import { orRefused } from './service-words.ts';

/** What the account reaches now. Who manages accounts may also look past its profile, to bring a workspace into it. */
export const browseAccountWorkspaces = bind(browseWorkspaces, async ({ id, search, page = 1, all }, ctx) => {
  if (all && !can(ctx.session, 'service.manage')) throw new AppError('not_permitted', { action: 'service.manage' });
  const [found, added] = await ctx.database.withTenant(entryOf(ctx, 'service.browse'), (db) => [
    findAccount(db, ctx, id),
    db.execute(sql`select w.id, lower(w.service_id) as service_id from workspaces w where w.account_id = ${id}::uuid`),
  ]);
  const account = await openUsable(ctx, found);
  const { items, more } = await orRefused(
    ctx,
    providerOf(ctx).listWorkspaces(all ? { ...account, profileId: null } : account, {
      search: search || undefined,
      top: browsePageSize,
      skip: (page - 1) * browsePageSize,
    }),
  );
  const known = new Map(rowsOf<{ id: string; service_id: string }>(added).map((row) => [row.service_id, row.id]));
  return { items: items.map((item) => ({ ...item, workspaceId: known.get(item.id.toLowerCase()) ?? null })), more };
});

export const browseWorkspaceReports = bind(browseReports, async ({ id, workspace }, ctx) => {
  const [found, published] = await ctx.database.withTenant(entryOf(ctx, 'service.browse'), (db) => [
    findAccount(db, ctx, id),
    db.execute(
      sql`select r.id, r.title, lower(r.service_report_id) as service_id from reports r where lower(r.workspace_id) = ${workspace.toLowerCase()} and r.service_report_id is not null order by r.sort_key, r.id`,
    ),
  ]);
  const items = await orRefused(ctx, providerOf(ctx).listReports(await openUsable(ctx, found), workspace));
  const here = Map.groupBy(rowsOf<{ id: string; title: string; service_id: string }>(published), (row) => row.service_id);
  return {
    items: items.map((item) => ({
      ...item,
      published: (here.get(item.id.toLowerCase()) ?? []).map(({ id: reportId, title }) => ({ id: reportId, title })),
    })),
  };
});
