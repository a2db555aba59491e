import { addAccount } from '../../../domain/bi-accounts/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { insertAccount } from './bi-accounts.sql.ts';
import { secretPlace } from './open-account.ts';

/** One guarded statement: the account with its sealed secret and the audit row; a name that the user already sees is taken. */
export const addOneAccount = bind(addAccount, async ({ secret, ...fields }, ctx) => {
  const id = newId(ctx.clock.now());
  const sealed = await ctx.sealer.seal(secret, secretPlace(ctx.session.tenant, id));
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    insertAccount(db, ctx, { id, sortKey: keyOfName(fields.name), sealed, fields }),
  ]);
  if (rows[0]?.added !== 1) throw new AppError('name_taken', undefined, { field: 'name' });
  return { id, version: 1 };
});
