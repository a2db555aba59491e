import { eq } from 'drizzle-orm';
import { themes } from '../../../db/schema/themes.ts';
import { unitChoices } from '../../../domain/tenants/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { presentTree } from './tenant-row.ts';
import { readOwnTree } from './tenants.sql.ts';

export const readUnitChoices = bind(unitChoices, async (_input, ctx) => {
  const [{ rows }, [theme]] = await ctx.database.withTenant(getEntry(ctx, 'units.manage'), (db) => [
    readOwnTree(db, ctx.env.PRODUCT_HOST),
    db.select({ id: themes.id }).from(themes).where(eq(themes.published, true)).limit(1),
  ]);
  const tree = rows[0]?.tree;
  if (!tree) throw new Error('a tenant has a tree');
  return {
    productHost: ctx.env.PRODUCT_HOST,
    language: ctx.tenant.language,
    timezone: ctx.tenant.zone,
    tree: presentTree(tree, tree),
    directoryHolder: tree.directory_holder,
    hasTheme: theme !== undefined,
  };
});
