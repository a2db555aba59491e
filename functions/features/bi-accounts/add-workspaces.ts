import { addWorkspaces } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import type { ServiceAccount, Workspace } from '../../services/report-service/port.ts';
import { insertWorkspaces } from './bi-accounts.sql.ts';
import { findAccount, getProvider, openUsable } from './open-account.ts';
import { openToProfile } from './open-to-profile.ts';
import { orRefused } from './service-words.ts';

const pageSize = 1_000;
const maxPages = 5;

/** The wanted workspaces as the service has them; each must be among those that the account reaches, even without its profile. */
async function reach(ctx: SessionContext, account: ServiceAccount, wanted: ReadonlySet<string>): Promise<Workspace[]> {
  const found = new Map<string, Workspace>();
  const accounts = account.profileId ? [account, { ...account, profileId: null }] : [account];
  for (const as of accounts) {
    for (let page = 0; page < maxPages && found.size < wanted.size; page += 1) {
      const { items, more } = await orRefused(ctx, getProvider(ctx).listWorkspaces(as, { top: pageSize, skip: page * pageSize }));
      for (const item of items) if (wanted.has(item.id.toLowerCase())) found.set(item.id.toLowerCase(), item);
      if (!more) break;
    }
  }
  if (found.size < wanted.size) throw new AppError('workspace_missing_at_service', undefined, { field: 'serviceIds' });
  return [...found.values()];
}

/** Adds all or none; existing ones stay unchanged. */
export const addManyWorkspaces = bind(addWorkspaces, async ({ accountId, serviceIds }, ctx) => {
  const entry = getEntry(ctx, 'service.manage');
  const [found] = await ctx.database.withTenant(entry, (db) => [findAccount(db, ctx, accountId)]);
  const account = await openUsable(ctx, found, 'accountId');
  const workspaces = await reach(ctx, account, new Set(serviceIds.map((id) => id.toLowerCase())));
  const rows = workspaces.map(({ id, name, capacityId }) => ({
    id: newId(ctx.clock.now()),
    serviceId: id,
    name: name || id,
    sortKey: fold(name || id),
    capacityId,
  }));
  const [result] = await ctx.database.withTenant(entry, (db) => [insertWorkspaces(db, ctx, accountId, rows)]);
  const refused = account.profileId ? await openToProfile(ctx, account, account.profileId, workspaces) : [];
  return { added: result.rows[0]?.added ?? 0, refused };
});
