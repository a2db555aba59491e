import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { removeView } from '../../../domain/report-views/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { removeRow } from './report-views.sql.ts';

export const removeOneView = bind(removeView, async ({ id }, ctx) => {
  const manages = can(ctx.session, 'reports.manage');
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [removeRow(db, ctx, id, manages)]);
  if (rows[0]?.n !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
});
