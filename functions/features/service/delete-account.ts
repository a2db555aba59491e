import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { deleteAccount } from '../../../domain/service/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';
import { orHeld, orInUse, titlesShown, type Use } from './in-use.ts';

/** The account goes with its workspaces of the portal, and only while no report is published with it. */
export const deleteOneAccount = bind(deleteAccount, async ({ id }, ctx) => {
  const [result] = await orHeld(
    ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
      db.execute(sql`with o as (select a.tenant_id, a.id, a.name from service_accounts a where a.id = ${id}::uuid and ${accountVisible(accountViewerOf(ctx))}),
          used as (select r.title, r.sort_key from reports r join o on o.tenant_id = r.tenant_id and o.id = r.account_id),
          w as (delete from service_accounts t using o where t.id = o.id and not exists (select from used) returning t.id, t.name),
          audited as (insert into audit (what, row_id, change, ip, request_id) select 'service_account.delete', w.id, jsonb_build_object('name', w.name), ${ctx.address}, ${ctx.requestId} from w)
        select (select count(*)::int from o) as there, (select count(*)::int from w) as gone, (select count(*)::int from used) as used, (select array_agg(s.title) from (select title from used order by sort_key limit ${titlesShown}) s) as titles`),
    ]),
    'account_in_use',
  );
  orInUse(rowsOf<Use>(result)[0], 'account_in_use');
  return { status: 'ok' as const };
});
