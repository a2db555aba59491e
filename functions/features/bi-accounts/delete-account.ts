import { deleteAccount } from '../../../domain/bi-accounts/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { deleteAccountRow } from './bi-accounts.sql.ts';
import { orHeld, orInUse } from './in-use.ts';

/** Deletes the account with its workspaces in the portal, and only while no report is published with it. */
export const deleteOneAccount = bind(deleteAccount, async ({ id }, ctx) => {
  const [{ rows }] = await orHeld(
    ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [deleteAccountRow(db, ctx, id)]),
    'account_in_use',
  );
  orInUse(rows[0], 'account_in_use');
  return { status: 'ok' as const };
});
