import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addAccount } from '../../../domain/service/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName } from '../../http/own-name.ts';
import { newId } from '../../services/ids.ts';
import { endsAt, factsOf } from './account-input.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';
import { secretPlace } from './open-account.ts';

/** One guarded statement: the account with its sealed secret and the audit row; a name that the person already sees is taken. */
export const addOneAccount = bind(addAccount, async ({ secret, ...fields }, ctx) => {
  const id = newId(ctx.clock.now());
  const key = keyOfName(fields.name);
  const sealed = await ctx.sealer.seal(secret, secretPlace(ctx.session.tenant, id));
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    db.execute(sql`with w as (insert into service_accounts (id, name, sort_key, directory_id, app_id, object_id, secret_sealed, secret_ends_at, subscription_id, resource_group, workspace_id, registered_by_id)
        select ${id}::uuid, ${fields.name}, ${key}, ${fields.directoryId}, ${fields.appId}, ${fields.objectId}, ${sealed}, ${endsAt(fields.secretEndsOn, ctx.tenant.zone)}, ${fields.subscriptionId}, ${fields.resourceGroup}, ${fields.workspaceId}, (select app.user_id())
        where not exists (select from service_accounts a where a.sort_key = ${key} and ${accountVisible(accountViewerOf(ctx))}) returning id),
      audited as (insert into audit (what, row_id, change, ip, request_id) select 'service_account.add', w.id, jsonb_build_object('after', ${factsOf(fields, true)}::jsonb), ${ctx.address}, ${ctx.requestId} from w)
      select (select count(*)::int from w) as added`),
  ]);
  if (rowsOf<{ added: number }>(result)[0]?.added !== 1) throw new AppError('name_taken', undefined, { field: 'name' });
  return { id, version: 1 };
});
