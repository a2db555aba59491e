import { and, eq, ne, sql } from 'drizzle-orm';
import { countRows, lockVersion, mustHold, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { serviceAccounts } from '../../../db/schema/bi-accounts.ts';
import { editAccount } from '../../../domain/bi-accounts/contract.ts';
import { decideEditAccount } from '../../../domain/bi-accounts/edit.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { endsAt } from './account-input.ts';
import { a, dayInZone } from './account-rows.ts';
import { accountVisible, getAccountViewer } from './account-visible.ts';
import { secretPlace } from './open-account.ts';

/** Changes the version the user saw. Test results, notices and choices for other credentials are deleted with them. */
export const editOneAccount = bind(editAccount, async ({ id, secret, ...input }, ctx) => {
  const { zone } = ctx.tenant;
  const sortKey = keyOfName(input.name);
  const visible = accountVisible(getAccountViewer(ctx));
  const mine = and(eq(a.id, id), visible);
  const ends = input.secretEndsOn === undefined ? undefined : endsAt(input.secretEndsOn, zone);
  const countSameName = (db: Db) => countRows(db, a, and(eq(a.sortKey, sortKey), ne(a.id, id), visible));
  const asked = { ...input, newSecret: secret !== undefined };
  const entry = getEntry(ctx, 'service.manage');

  const [[stored]] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({
        ...{ name: a.name, directoryId: a.directoryId, appId: a.appId, objectId: a.objectId, secretEndsOn: dayInZone(zone) },
        ...{ subscriptionId: a.subscriptionId, resourceGroup: a.resourceGroup, workspaceId: a.workspaceId, version: a.version },
        sameEnd: sql<boolean>`a.secret_ends_at is not distinct from ${ends ?? a.secretEndsAt}`,
        nameTaken: sql<boolean>`${countSameName(db)} > 0`,
      })
      .from(a)
      .where(mine),
  ]);
  const { version, forgets, change } = planOrThrow(decideEditAccount(asked, stored));

  const sealed = secret === undefined ? undefined : await ctx.sealer.seal(secret, secretPlace(ctx.session.tenant, id));
  const { name, directoryId, appId, objectId, subscriptionId, resourceGroup, workspaceId } = input;
  const fields = { name, sortKey, directoryId, appId, objectId, subscriptionId, resourceGroup, workspaceId, version };
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, a, and(mine, eq(a.version, input.version))),
    mustHold(db, sql`${countSameName(db)} = 0`),
    db
      .update(serviceAccounts)
      .set(
        setOf(serviceAccounts, {
          ...fields,
          secretEndsAt: ends,
          secretSealed: sealed, // undefined leaves a column as it is
          secretSetAt: sealed === undefined ? undefined : sql`app.now()`,
          secretWarnedDays: forgets.notices ? null : undefined,
          ...(forgets.test ? { tested: null, testedAt: null } : {}),
          ...(forgets.profile ? { profileId: null, profileName: null } : {}),
        }),
      )
      .where(eq(serviceAccounts.id, id)),
    audited(db, ctx, 'service_account.edit', id, change),
  ]);
  return { id, version };
});
