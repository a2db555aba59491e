import { AppError } from '../../../domain/errors/catalogue.ts';
import { removeExport } from '../../../domain/exports/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { removeOwn } from './exports.sql.ts';

/** Deletes the row, and its file if no other export shares it. */
export const removeOneExport = bind(removeExport, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [removeOwn(db, ctx, id)]);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  if (row.removed === 0) throw new AppError('export_over');
  if (row.file) ctx.later(ctx.env.FILES.delete(`${ctx.tenant.id}/${row.file}`));
  return { status: 'ok' as const };
});
