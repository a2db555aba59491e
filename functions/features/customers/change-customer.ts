import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { lockVersion, mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { parties } from '../../../db/schema/customers.ts';
import { decideChange, refuseUnexplained } from '../../../domain/customers/change.ts';
import { changeCustomer } from '../../../domain/customers/contract.ts';
import { planOrThrow, throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { orTaken } from './customer-input.ts';
import { c, restorable, units } from './customer-row.ts';

const stored = {
  version: c.version,
  name: c.fantasyName,
  status: c.status,
  deleted: sql<boolean>`c.deleted_at is not null`,
  restorable: sql<boolean>`coalesce(${restorable}, false)`,
  used: sql<boolean>`(${units} > 0 or c.of_tenant_id is not null)`,
};

export const changeOneCustomer = bind(changeCustomer, async ({ id, version, action, reason }, ctx) => {
  throwIfRefused(refuseUnexplained(action, reason));
  const entry = getEntry(ctx, 'parties.manage');
  const [[party]] = await ctx.database.withTenant(entry, (db) => [db.select(stored).from(c).where(eq(c.id, id))]);
  const plan = planOrThrow(decideChange({ action, version, reason }, party));

  const isThere = action === 'restore' ? isNotNull(parties.deletedAt) : isNull(parties.deletedAt);
  await orTaken(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, parties, and(eq(parties.id, id), eq(parties.version, version), isThere)),
      ...(action === 'delete' ? [mustHold(db, sql`app.party_units(${id}::uuid) = 0`)] : []),
      db
        .update(parties)
        .set({
          ...plan.status,
          deletedAt: action === 'delete' ? sql`app.now()` : action === 'restore' ? null : undefined,
          version: plan.version,
        })
        .where(eq(parties.id, id)),
      audited(db, ctx, `party.${action}`, id, plan.change),
    ]),
  );
  return { version: plan.version };
});
