import { readCapacity } from '../../../domain/capacity/contract.ts';
import { sizesOfKind } from '../../../domain/capacity/rules.ts';
import { nextBoundary, windowsAround } from '../../../domain/capacity/shifts.ts';
import { bind } from '../../request/bind.ts';
import { entryOf, type SessionContext } from '../../request/context.ts';
import { orUnknown, ownerService, sameName } from './owner-account.ts';
import { type ControlledRow, controlledOrNull, found, presentFacts, readFacts, readPlan, rulesOf } from './stored-capacity.ts';

const median = (seconds: readonly number[]): number | null =>
  [...seconds].sort((one, other) => one - other)[Math.floor(seconds.length / 2)] ?? null;

/** The service's capacities that it may be, where their names don't say it. */
async function choicesOf(ctx: SessionContext, row: ControlledRow | null) {
  if (!row || row.serviceCapacityId) return [];
  const service = await ownerService(ctx, row);
  const listed = service && (await orUnknown(ctx, service.provider.listCapacities(service.account)));
  return sameName(listed ?? [], row).choices.map(({ id, name, sku }) => ({ id, name, size: sku }));
}

export const readOneCapacity = bind(readCapacity, async ({ id }, ctx) => {
  const [{ rows }, { rows: plans }] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    readFacts(db, id),
    readPlan(db, id),
  ]);
  const row = found(rows);
  const mine = controlledOrNull(row);
  const plan = plans[0]?.plan;
  const now = new Date(ctx.clock.now());
  const { name: _, serviceCapacityId: __, ...rules } = mine ? rulesOf(mine) : { name: '', serviceCapacityId: null };
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
    wakeSeconds: median(row.wakeSeconds),
    ...(row.members && { members: row.members }),
    ambiguous: await choicesOf(ctx, mine),
    zone: plan?.zone ?? ctx.tenant.zone,
    version: row.version,
  };
});
