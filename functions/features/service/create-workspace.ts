import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { createWorkspace } from '../../../domain/service/workspaces/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName } from '../../http/own-name.ts';
import { newId } from '../../services/ids.ts';
import { ServiceError } from '../../services/report-service/port.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';
import { findAccount, openUsable, providerOf } from './open-account.ts';
import { orRefused } from './service-words.ts';

/** Made by the account's profile where it has one, so that it belongs to the profile alone. */
export const createServiceWorkspace = bind(createWorkspace, async ({ accountId, name }, ctx) => {
  const key = keyOfName(name);
  const entry = entryOf(ctx, 'service.manage');
  const [found] = await ctx.database.withTenant(entry, (db) => [findAccount(db, ctx, accountId)]);
  const account = await openUsable(ctx, found, 'accountId');
  const made = await orRefused(
    ctx,
    providerOf(ctx)
      .createWorkspace(account, name)
      .catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'conflict') throw new AppError('name_taken', undefined, { field: 'name' });
        throw error;
      }),
  );
  const id = newId(ctx.clock.now());
  const [result] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with o as (select a.id, a.name from service_accounts a where a.id = ${accountId}::uuid and ${accountVisible(accountViewerOf(ctx))}),
        w as (insert into workspaces (id, account_id, service_id, name, sort_key, capacity_id, added_by_id)
          select ${id}::uuid, o.id, ${made.id}, ${name}, ${key}, ${made.capacityId}, (select app.user_id()) from o on conflict do nothing returning id, name),
        audited as (insert into audit (what, row_id, change, ip, request_id) select 'workspace.create', w.id, jsonb_build_object('after', jsonb_build_object('name', w.name, 'account', o.name)), ${ctx.address}, ${ctx.requestId} from w, o)
      select id from w`),
  ]);
  // The account went away while the service was at work.
  if (result.rows.length === 0) throw new AppError('not_found', undefined, { field: 'accountId' });
  return { id, serviceId: made.id, version: 1 };
});
