import { AppError } from '../../../domain/errors/catalogue.ts';
import { removeListView } from '../../../domain/list-views/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { removeRow } from './list-views.sql.ts';
import { changeable } from './rules.ts';

export const removeOneView = bind(removeListView, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'listViews.keep'), (db) => [removeRow(db, ctx, changeable(ctx), id)]);
  if (rows[0]?.n !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
});
