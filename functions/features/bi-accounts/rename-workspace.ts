import { renameWorkspace } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { updateWorkspaceName } from './bi-accounts.sql.ts';

export const renameOneWorkspace = bind(renameWorkspace, async ({ id, version, name }, ctx) => {
  const sortKey = keyOfName(name);
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    updateWorkspaceName(db, ctx, { id, version, name, sortKey }),
  ]);
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id, version: version + 1 };
});
