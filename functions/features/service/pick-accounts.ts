import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { pickAccounts } from '../../../domain/service/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';

const mostShown = 200;

export const pickServiceAccounts = bind(pickAccounts, async (_, ctx) => {
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'service.browse'), (db) => [
    db.execute(
      sql`select a.id, a.name from service_accounts a where not a.disabled and ${accountVisible(accountViewerOf(ctx))} order by a.sort_key, a.id limit ${mostShown}`,
    ),
  ]);
  return { items: rowsOf<{ id: string; name: string }>(rows) };
});
