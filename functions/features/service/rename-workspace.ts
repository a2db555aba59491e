import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { renameWorkspace } from '../../../domain/service/workspaces/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName } from '../../http/own-name.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';

export const renameOneWorkspace = bind(renameWorkspace, async ({ id, version, name }, ctx) => {
  const key = keyOfName(name);
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    db.execute(sql`with o as (select w.id, w.name from workspaces w join service_accounts a on a.tenant_id = w.tenant_id and a.id = w.account_id where w.id = ${id}::uuid and ${accountVisible(accountViewerOf(ctx))}),
        changed as (update workspaces t set name = ${name}, sort_key = ${key}, version = t.version + 1 from o where t.id = o.id and t.version = ${version} returning t.id),
        audited as (insert into audit (what, row_id, change, ip, request_id) select 'workspace.edit', o.id, jsonb_build_object('before', jsonb_build_object('name', o.name), 'after', jsonb_build_object('name', ${name}::text)), ${ctx.address}, ${ctx.requestId} from o join changed c on c.id = o.id)
      select (select count(*)::int from o) as there, (select count(*)::int from changed) as changed`),
  ]);
  const [outcome] = rowsOf<{ there: number; changed: number }>(result);
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id, version: version + 1 };
});
