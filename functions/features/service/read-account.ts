import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readAccount } from '../../../domain/service/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { present, type Row, rowColumns, source } from './account-rows.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';

const mostTitles = 50;
type Details = Row & {
  object_id: string | null;
  ends_on: string | null;
  subscription_id: string | null;
  resource_group: string | null;
  workspace_id: string | null;
  profile_id: string | null;
};

/** One account; what is sealed stays sealed and is not even read. */
export const readOneAccount = bind(readAccount, async ({ id }, ctx) => {
  const visible = accountVisible(accountViewerOf(ctx));
  const [found, titles] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    db.execute(
      sql`select ${rowColumns}, a.object_id, to_char(a.secret_ends_at at time zone ${ctx.tenant.zone}, 'YYYY-MM-DD') as ends_on, a.subscription_id, a.resource_group, a.workspace_id, a.profile_id
        from ${source} where a.id = ${id}::uuid and ${visible}`,
    ),
    db.execute(
      sql`select r.title from reports r join service_accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id where a.id = ${id}::uuid and ${visible} order by r.sort_key, r.id limit ${mostTitles}`,
    ),
  ]);
  const [row] = rowsOf<Details>(found);
  if (!row) throw new AppError('not_found');
  return {
    ...present(row),
    objectId: row.object_id,
    secretEndsOn: row.ends_on,
    subscriptionId: row.subscription_id,
    resourceGroup: row.resource_group,
    workspaceId: row.workspace_id,
    profileId: row.profile_id,
    steps: row.tested ?? [],
    reportTitles: rowsOf<{ title: string }>(titles).map(({ title }) => title),
  };
});
