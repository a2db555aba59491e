import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { switchAccount } from '../../../domain/service/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';

export const switchOneAccount = bind(switchAccount, async ({ id, disabled }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    db.execute(sql`with o as (select a.id from service_accounts a where a.id = ${id}::uuid and ${accountVisible(accountViewerOf(ctx))}),
        w as (update service_accounts t set disabled = ${disabled}, version = t.version + 1 from o where t.id = o.id returning t.id, t.name, t.version),
        audited as (insert into audit (what, row_id, change, ip, request_id) select ${disabled ? 'service_account.disable' : 'service_account.enable'}, w.id, jsonb_build_object('name', w.name), ${ctx.address}, ${ctx.requestId} from w)
      select w.version from w`),
  ]);
  const [row] = rowsOf<{ version: number }>(result);
  if (!row) throw new AppError('not_found');
  return { id, version: row.version };
});
