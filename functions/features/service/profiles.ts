import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { chooseProfile, listProfiles } from '../../../domain/service/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import type { ServiceAccount, ServiceProfile } from '../../services/report-service/port.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';
import { findAccount, openUsable, providerOf } from './open-account.ts';
import { openToProfile } from './open-to-profile.ts';
import { orRefused } from './service-words.ts';

export const findProfiles = bind(listProfiles, async ({ id }, ctx) => {
  const [found] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [findAccount(db, ctx, id)]);
  const items = await orRefused(ctx, providerOf(ctx).listProfiles(await openUsable(ctx, found)));
  return { items };
});

type Choice = { choice: 'create' | 'existing' | 'none'; name?: string | undefined; profileId?: string | undefined };

/** The profile that was chosen, as the service knows it; a new one is made now. */
async function profileOf(
  ctx: SessionContext,
  account: ServiceAccount,
  { choice, name, profileId }: Choice,
): Promise<ServiceProfile | null> {
  if (choice === 'none') return null;
  // The service opens workspaces to a profile under the principal's object id.
  if (!account.objectId) throw new AppError('required', { name: 'objectId' }, { field: 'objectId' });
  if (choice === 'create') return orRefused(ctx, providerOf(ctx).createProfile(account, name ?? ctx.tenant.name));
  if (!profileId) throw new AppError('required', { name: 'profileId' }, { field: 'profileId' });
  const known = await orRefused(ctx, providerOf(ctx).listProfiles(account));
  const found = known.find((profile) => profile.id.toLowerCase() === profileId.toLowerCase());
  if (!found) throw new AppError('not_found', undefined, { field: 'profileId' });
  return found;
}

/** From then on the account works as its profile; the tenant's workspaces are opened to it, and those that stay closed are named. */
export const chooseAccountProfile = bind(chooseProfile, async ({ id, version, ...choice }, ctx) => {
  const entry = entryOf(ctx, 'service.manage');
  const [found, workspaces] = await ctx.database.withTenant(entry, (db) => [
    findAccount(db, ctx, id),
    db.execute(sql`select w.service_id as id, w.name from workspaces w where w.account_id = ${id}::uuid order by w.sort_key, w.id`),
  ]);
  const account = await openUsable(ctx, found);
  const profile = await profileOf(ctx, account, choice);
  const [result] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with w as (update service_accounts a set profile_id = ${profile?.id ?? null}, profile_name = ${profile?.name ?? null}, tested = null, tested_at = null, version = a.version + 1
          where a.id = ${id}::uuid and a.version = ${version} and ${accountVisible(accountViewerOf(ctx))} returning a.id, a.name),
        audited as (insert into audit (what, row_id, change, ip, request_id) select 'service_account.profile', w.id, jsonb_build_object('name', w.name, 'after', jsonb_build_object('profile', ${profile?.name ?? null}::text)), ${ctx.address}, ${ctx.requestId} from w)
      select (select count(*)::int from w) as changed`),
  ]);
  if (rowsOf<{ changed: number }>(result)[0]?.changed !== 1) {
    // Nobody would find the one that was just made.
    if (choice.choice === 'create' && profile) ctx.later(providerOf(ctx).deleteProfile(account, profile.id));
    throw new AppError('changed_meanwhile');
  }
  const refused = profile ? await openToProfile(ctx, account, profile.id, rowsOf<{ id: string; name: string }>(workspaces)) : [];
  return { id, version: version + 1, profileId: profile?.id ?? null, profileName: profile?.name ?? null, refused };
});
