import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { changeManaged } from '../../../domain/report-management/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { changeRows } from './managed-writes.sql.ts';
import { takeTurn } from './write-parts.ts';

/** Several at once, all or none: one id that isn't there (or not of this tenant) leaves everything unchanged. */
export const changeManyReports = bind(changeManaged, async ({ action, ids, groupId = null, subgroupId = null }, ctx) => {
  if (action !== 'move' && (groupId || subgroupId)) throw invalidInput('groupId', 'unknown');
  const wanted = [...new Set(ids)];
  const [, { rows }] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    takeTurn(db, 'order'),
    changeRows(db, ctx, { action, ids: wanted, groupId, subgroupId }),
  ]);
  const [outcome] = rows;
  if (outcome?.there !== wanted.length) throw new AppError('not_found');
  if (!outcome.fits) throw new AppError('group_not_found', undefined, { field: subgroupId ? 'subgroupId' : 'groupId' });
  if (outcome.files) ctx.later(ctx.env.FILES.delete(outcome.files.map((file) => `${ctx.session.tenant}/${file}`)));
  return { changed: outcome.changed };
});
