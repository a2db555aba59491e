import { createWorkspace } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { ServiceError } from '../../services/report-service/port.ts';
import { insertWorkspace } from './bi-accounts.sql.ts';
import { findAccount, getProvider, openUsable } from './open-account.ts';
import { orRefused } from './service-words.ts';

/** Created by the account's profile if it has one, so that it belongs to the profile alone. */
export const createServiceWorkspace = bind(createWorkspace, async ({ accountId, name }, ctx) => {
  const sortKey = keyOfName(name);
  const entry = getEntry(ctx, 'service.manage');
  const [found] = await ctx.database.withTenant(entry, (db) => [findAccount(db, ctx, accountId)]);
  const account = await openUsable(ctx, found, 'accountId');
  const made = await orRefused(
    ctx,
    getProvider(ctx)
      .createWorkspace(account, name)
      .catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'conflict') throw new AppError('name_taken', undefined, { field: 'name' });
        throw error;
      }),
  );
  const id = newId(ctx.clock.now());
  const [result] = await ctx.database.withTenant(entry, (db) => [
    insertWorkspace(db, ctx, accountId, { id, serviceId: made.id, name, sortKey, capacityId: made.capacityId }),
  ]);
  // The account was deleted while the service was working.
  if (result.rows.length === 0) throw new AppError('not_found', undefined, { field: 'accountId' });
  return { id, serviceId: made.id, version: 1 };
});
