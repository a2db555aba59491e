import { and, asc, eq } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { serviceAccounts, workspaces } from '../../../db/schema/bi-accounts.ts';
import { chooseProfile, listProfiles } from '../../../domain/bi-accounts/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import type { ServiceAccount, ServiceProfile } from '../../services/report-service/port.ts';
import { a } from './account-rows.ts';
import { accountVisible, getAccountViewer } from './account-visible.ts';
import { findAccount, getProvider, oneAccount, openUsable } from './open-account.ts';
import { openToProfile } from './open-to-profile.ts';
import { orRefused } from './service-words.ts';

export const findProfiles = bind(listProfiles, async ({ id }, ctx) => {
  const [found] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [findAccount(db, ctx, id)]);
  const items = await orRefused(ctx, getProvider(ctx).listProfiles(await openUsable(ctx, found)));
  return { items };
});

type Choice = { choice: 'create' | 'existing' | 'none'; name?: string | undefined; profileId?: string | undefined };

/** The chosen profile, as the service knows it; a new one is created now. */
async function getProfile(
  ctx: SessionContext,
  account: ServiceAccount,
  { choice, name, profileId }: Choice,
): Promise<ServiceProfile | null> {
  if (choice === 'none') return null;
  // The service grants a profile access to workspaces under the principal's object id.
  if (!account.objectId) throw new AppError('required', { name: 'objectId' }, { field: 'objectId' });
  if (choice === 'create') return orRefused(ctx, getProvider(ctx).createProfile(account, name ?? ctx.tenant.name));
  if (!profileId) throw new AppError('required', { name: 'profileId' }, { field: 'profileId' });
  const known = await orRefused(ctx, getProvider(ctx).listProfiles(account));
  const found = known.find((profile) => profile.id.toLowerCase() === profileId.toLowerCase());
  if (!found) throw new AppError('not_found', undefined, { field: 'profileId' });
  return found;
}

/** From then on the account works as its profile; it gets access to the tenant's workspaces, and those that stay closed are named. */
export const chooseAccountProfile = bind(chooseProfile, async ({ id, version, ...choice }, ctx) => {
  const entry = getEntry(ctx, 'service.manage');
  const [found, known] = await ctx.database.withTenant(entry, (db) => [
    findAccount(db, ctx, id),
    db
      .select({ id: workspaces.serviceId, name: workspaces.name })
      .from(workspaces)
      .where(eq(workspaces.accountId, id))
      .orderBy(asc(workspaces.sortKey), asc(workspaces.id)),
  ]);
  const account = await openUsable(ctx, found);
  const profile = await getProfile(ctx, account, choice);
  const chosen = { profileId: profile?.id ?? null, profileName: profile?.name ?? null };
  const change = { name: oneAccount(found).name, after: { profile: chosen.profileName } };
  try {
    await ctx.database.withTenant(entry, (db) => [
      lockVersion(db, a, and(eq(a.id, id), eq(a.version, version), accountVisible(getAccountViewer(ctx)))),
      db
        .update(serviceAccounts)
        .set({ ...chosen, tested: null, testedAt: null, version: version + 1 })
        .where(eq(serviceAccounts.id, id)),
      audited(db, ctx, 'service_account.profile', id, change),
    ]);
  } catch (error) {
    // A profile created just now would be left without an account.
    if (choice.choice === 'create' && profile && error instanceof AppError && error.code === 'changed_meanwhile')
      ctx.later(getProvider(ctx).deleteProfile(account, profile.id));
    throw error;
  }
  const refused = profile ? await openToProfile(ctx, account, profile.id, known) : [];
  return { id, version: version + 1, ...chosen, refused };
});
