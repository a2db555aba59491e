import { and, eq, sql } from 'drizzle-orm';
import { countRows, mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { serviceAccounts } from '../../../db/schema/bi-accounts.ts';
import { addAccount } from '../../../domain/bi-accounts/contract.ts';
import { accountFacts, refuseAccount } from '../../../domain/bi-accounts/edit.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { endsAt } from './account-input.ts';
import { a } from './account-rows.ts';
import { accountVisible, getAccountViewer } from './account-visible.ts';
import { secretPlace } from './open-account.ts';

/** The account with its sealed secret; a name that the user already sees is taken. */
export const addOneAccount = bind(addAccount, async ({ secret, ...fields }, ctx) => {
  const id = newId(ctx.clock.now());
  const sortKey = keyOfName(fields.name);
  const hasName = and(eq(a.sortKey, sortKey), accountVisible(getAccountViewer(ctx)));
  const entry = getEntry(ctx, 'service.manage');
  const [sameName] = await ctx.database.withTenant(entry, (db) => [db.select({ id: a.id }).from(a).where(hasName)]);
  throwIfRefused(refuseAccount(sameName.length));

  const secretSealed = await ctx.sealer.seal(secret, secretPlace(ctx.session.tenant, id));
  await ctx.database.withTenant(entry, (db) => [
    mustHold(db, sql`${countRows(db, a, hasName)} = 0`),
    db.insert(serviceAccounts).values({
      ...pick(fields, ['name', 'directoryId', 'appId', 'objectId', 'subscriptionId', 'resourceGroup', 'workspaceId']),
      ...{ id, sortKey, secretSealed },
      secretEndsAt: endsAt(fields.secretEndsOn, ctx.tenant.zone),
      registeredById: sql`app.user_id()`,
    }),
    audited(db, ctx, 'service_account.add', id, { after: accountFacts(fields, true) }),
  ]);
  return { id, version: 1 };
});
