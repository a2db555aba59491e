import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { unitHistory } from '../../../domain/tenants/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { pastOf, presentPast } from '../../http/past.ts';

/** What people of this tenant did; what others did is recorded in the unit itself. */
export const readUnitHistory = bind(unitHistory, async ({ id }, ctx) => {
  const [there, rows] = await ctx.database.withTenant(entryOf(ctx, 'units.manage'), (db) => [
    db.execute(sql`select app.tenant_facts(${id}::uuid, ${ctx.env.PRODUCT_HOST}) is not null as there`),
    db.execute(pastOf(id)),
  ]);
  if (!rowsOf<{ there: boolean }>(there)[0]?.there) throw new AppError('not_found');
  return { items: presentPast(rows) };
});
