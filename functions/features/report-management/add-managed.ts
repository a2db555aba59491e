import { AppError } from '../../../domain/errors/catalogue.ts';
import { addManaged } from '../../../domain/report-management/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { newId } from '../../services/ids.ts';
import { addRow } from './managed-writes.sql.ts';
import { askLinkHere, keyOfTitle } from './write-parts.ts';

export const addExternalReport = bind(addManaged, async (input, ctx) => {
  keyOfTitle(input.title);
  const link = await askLinkHere(ctx, input.externalUrl);
  const id = newId(ctx.clock.now());
  const row = { ...input, frames: link === 'frames' };
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [addRow(db, ctx, id, row)]);
  const [outcome] = rows;
  if (!outcome?.allowed) throw new AppError('reports_not_allowed');
  if (!outcome.fits) throw new AppError('not_found', undefined, { field: input.subgroupId ? 'subgroupId' : 'groupId' });
  return { id, version: 1, link };
});
