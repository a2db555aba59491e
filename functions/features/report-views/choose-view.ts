import { AppError } from '../../../domain/errors/catalogue.ts';
import { chooseView, chooseViewForAll } from '../../../domain/report-views/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { chooseRow, chooseRowForAll } from './report-views.sql.ts';

export const chooseForMe = bind(chooseView, async ({ id, viewId }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [chooseRow(db, ctx, id, viewId)]);
  if (!rows[0]?.there) throw new AppError('not_found');
  return { status: 'ok' as const };
});

export const chooseForAll = bind(chooseViewForAll, async ({ id, viewId }, ctx) => {
  const entry = entryOf(ctx, 'reports.manage');
  const [, { rows }] = await ctx.database.withTenant(entry, (db) => chooseRowForAll(db, ctx, id, viewId));
  if (!rows[0]?.there) throw new AppError('not_found');
  return { status: 'ok' as const };
});
