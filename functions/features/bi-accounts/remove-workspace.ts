import { removeWorkspace } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { deleteWorkspaceRow } from './bi-accounts.sql.ts';
import { orInUse } from './in-use.ts';

/** Removes it from the portal, not from the service, and only while no report published here is in it. */
export const removeOneWorkspace = bind(removeWorkspace, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [deleteWorkspaceRow(db, ctx, id)]);
  orInUse(rows[0], 'workspace_in_use');
  return { status: 'ok' as const };
});
