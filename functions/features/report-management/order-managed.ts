import { AppError } from '../../../domain/errors/catalogue.ts';
import { orderManaged } from '../../../domain/report-management/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { orderRows } from './managed-writes.sql.ts';
import { takeTurn } from './write-parts.ts';

/** The whole order of a group or nothing; two concurrent orders run one after the other, and the later one wins entirely. */
export const sortReports = bind(orderManaged, async ({ groupId, ids }, ctx) => {
  if (new Set(ids).size !== ids.length) throw new AppError('invalid_input', { name: 'ids', reason: 'repeated' }, { field: 'ids' });
  const [, { rows }] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    takeTurn(db, 'order'),
    orderRows(db, ctx, groupId, ids),
  ]);
  if (rows[0]?.fits !== 1) throw new AppError('changed_meanwhile');
  return { status: 'ok' as const };
});
