import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { removeWorkspace } from '../../../domain/service/workspaces/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';
import { orInUse, titlesShown, type Use } from './in-use.ts';
import { reportsInside } from './workspace-rows.ts';

/** Off the portal, not off the service, and only while nothing published here stands in it. */
export const removeOneWorkspace = bind(removeWorkspace, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    db.execute(sql`with w as (select w.* from workspaces w join service_accounts a on a.tenant_id = w.tenant_id and a.id = w.account_id where w.id = ${id}::uuid and ${accountVisible(accountViewerOf(ctx))}),
        used as (select r.title, r.sort_key from reports r join w on ${reportsInside}),
        gone as (delete from workspaces t using w where t.id = w.id and not exists (select from used) returning t.id, t.name),
        audited as (insert into audit (what, row_id, change, ip, request_id) select 'workspace.remove', g.id, jsonb_build_object('name', g.name), ${ctx.address}, ${ctx.requestId} from gone g)
      select (select count(*)::int from w) as there, (select count(*)::int from gone) as gone, (select count(*)::int from used) as used, (select array_agg(s.title) from (select title from used order by sort_key limit ${titlesShown}) s) as titles`),
  ]);
  orInUse(rowsOf<Use>(result)[0], 'workspace_in_use');
  return { status: 'ok' as const };
});
