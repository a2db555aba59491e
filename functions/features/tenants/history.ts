import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { unitHistory } from '../../../domain/tenants/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getHistory, presentHistory } from '../../request/history.ts';
import { readFacts } from './tenants.sql.ts';

const readHistory = raw('tenants.history', { id: 'uuid', at: 'timestamptz', who: 'text?', what: 'text', change: 'jsonb' });

/** The actions of this tenant's users; actions of others are recorded in the unit itself. */
export const readUnitHistory = bind(unitHistory, async ({ id }, ctx) => {
  const [{ rows: facts }, past] = await ctx.database.withTenant(getEntry(ctx, 'units.manage'), (db) => [
    readFacts(db, id, ctx.env.PRODUCT_HOST),
    readHistory(db, getHistory(id)),
  ]);
  if (!facts[0]?.facts) throw new AppError('not_found');
  return { items: presentHistory(past) };
});
