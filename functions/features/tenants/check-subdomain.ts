import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { checkSubdomain } from '../../../domain/tenants/contract.ts';
import { normalSubdomain, subdomainProblem } from '../../../domain/tenants/subdomain.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

export const checkOneSubdomain = bind(checkSubdomain, async ({ name }, ctx) => {
  const problem = subdomainProblem(name);
  const host = `${normalSubdomain(name)}.${ctx.env.PRODUCT_HOST}`;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'units.manage'), (db) => [
    db.execute(sql`select app.host_free(${host}) as free`),
  ]);
  if (problem) return { outcome: problem === 'reserved' ? ('reserved' as const) : ('invalid' as const), host };
  return { outcome: rowsOf<{ free: boolean }>(result)[0]?.free ? ('free' as const) : ('taken' as const), host };
});
