import { checkSubdomain } from '../../../domain/tenants/contract.ts';
import { normalSubdomain, subdomainProblem } from '../../../domain/tenants/subdomain.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readHostFree } from './tenants.sql.ts';

export const checkOneSubdomain = bind(checkSubdomain, async ({ name }, ctx) => {
  const problem = subdomainProblem(name);
  const host = `${normalSubdomain(name)}.${ctx.env.PRODUCT_HOST}`;
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'units.manage'), (db) => [readHostFree(db, host)]);
  if (problem) return { outcome: problem === 'reserved' ? ('reserved' as const) : ('invalid' as const), host };
  return { outcome: rows[0]?.free ? ('free' as const) : ('taken' as const), host };
});
