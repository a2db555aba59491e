import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { unitChoices } from '../../../domain/tenants/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { type OwnTree, presentTree } from './tenant-row.ts';

export const readUnitChoices = bind(unitChoices, async (_input, ctx) => {
  const [own] = await ctx.database.withTenant(entryOf(ctx, 'units.manage'), (db) => [
    db.execute(sql`select app.own_tree(${ctx.env.PRODUCT_HOST}) as tree, exists (select from themes h where h.published) as has_theme`),
  ]);
  const row = rowsOf<{ tree: OwnTree; has_theme: boolean }>(own)[0];
  if (!row) throw new Error('a tenant has a tree');
  return {
    productHost: ctx.env.PRODUCT_HOST,
    language: ctx.tenant.language,
    timezone: ctx.tenant.zone,
    tree: presentTree(row.tree, row.tree),
    directoryHolder: row.tree.directory_holder,
    hasTheme: row.has_theme,
  };
});
