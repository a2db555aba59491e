import { AppError } from '../../../domain/errors/catalogue.ts';
import { cancelExport } from '../../../domain/exports/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { sendMessage } from '../../request/messages.ts';
import { cancelOwn } from './exports.sql.ts';

/** Frees the place in the queue at once; a running step sees that the export is cancelled and writes nothing. */
export const cancelOneExport = bind(cancelExport, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [cancelOwn(db, ctx, id)]);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  if (row.cancelled === 0) throw new AppError('export_over');
  if (row.next && row.next !== id) ctx.later(sendMessage(ctx.env, { kind: 'export', tenant: ctx.session.tenant, id: row.next }));
  return { status: 'ok' as const };
});
