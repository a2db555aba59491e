import { readCapacity } from '../../../domain/capacity/contract.ts';
import { matchByName } from '../../../domain/capacity/matching.ts';
import { sizesOfKind } from '../../../domain/capacity/rules.ts';
import { nextBoundary, windowsAround } from '../../../domain/capacity/shifts.ts';
import { usualSeconds } from '../../../domain/capacity/waiting.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { orUnknown, ownerService } from './owner-account.ts';
import { type ControlledRow, controlledOrNull, found, getRules, presentFacts, readFacts, readPlan } from './stored-capacity.ts';

/** Where it isn't known which of the service's capacities it is: why, and which it may be. */
async function getMismatch(ctx: SessionContext, row: ControlledRow | null) {
  if (!row || row.serviceCapacityId) return { mismatch: null, ambiguous: [] };
  if (row.ownerTenantId !== ctx.session.tenant) return { mismatch: 'elsewhere' as const, ambiguous: [] };
  const service = await ownerService(ctx, row);
  const listed = service && (await orUnknown(ctx, service.provider.listCapacities(service.account)));
  const { mismatch, choices } = matchByName(listed, row);
  return { mismatch, ambiguous: choices.map(({ id, name, sku }) => ({ id, name, size: sku })) };
}

export const readOneCapacity = bind(readCapacity, async ({ id }, ctx) => {
  const [{ rows }, { rows: plans }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    readFacts(db, id),
    readPlan(db, id),
  ]);
  const row = found(rows);
  const mine = controlledOrNull(row);
  const plan = plans[0]?.plan;
  const now = new Date(ctx.clock.now());
  const { name: _, serviceCapacityId: __, ...rules } = mine ? getRules(mine) : { name: '', serviceCapacityId: null };
  return {
    ...presentFacts(row),
    rules: mine && 'baseSize' in rules ? rules : null,
    override: mine?.override
      ? {
          ...{ state: mine.override.state, size: mine.override.size, by: mine.override.by, name: mine.overrideName },
          until: new Date(mine.override.until).toISOString(),
        }
      : null,
    sizes: [...sizesOfKind[row.kind]],
    nextBoundary: plan && row.followShifts ? (nextBoundary(windowsAround(plan.shifts, now, plan), now)?.toISOString() ?? null) : null,
    wakeSeconds: usualSeconds(row.wakeSeconds),
    ...(row.members && { members: row.members }),
    ...(await getMismatch(ctx, mine)),
    zone: plan?.zone ?? ctx.tenant.zone,
    version: row.version,
  };
});
