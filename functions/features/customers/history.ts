import { eq } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { parties } from '../../../db/schema/customers.ts';
import { customerHistory } from '../../../domain/customers/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getHistory, presentHistory } from '../../request/history.ts';

const pastRows = raw('customers.history', { id: 'uuid', at: 'timestamptz', who: 'text?', what: 'text', change: 'jsonb' });

export const readCustomerHistory = bind(customerHistory, async ({ id }, ctx) => {
  const [[there], past] = await ctx.database.withTenant(getEntry(ctx, 'parties.manage'), (db) => [
    db.select({ id: parties.id }).from(parties).where(eq(parties.id, id)),
    pastRows(db, getHistory(id)),
  ]);
  if (!there) throw new AppError('not_found');
  return { items: presentHistory(past) };
});
