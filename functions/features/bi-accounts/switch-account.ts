import { switchAccount } from '../../../domain/bi-accounts/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { updateDisabled } from './bi-accounts.sql.ts';

export const switchOneAccount = bind(switchAccount, async ({ id, disabled }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [updateDisabled(db, ctx, id, disabled)]);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  return { id, version: row.version };
});
