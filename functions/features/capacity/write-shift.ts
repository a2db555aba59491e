import { and, count, eq } from 'drizzle-orm';
import { lockVersion, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { shifts } from '../../../db/schema/capacity.ts';
import { decideNewShift, decideShift, type PauseRules, type ShiftPlan, type StoredShift } from '../../../domain/capacity/shift-edit.ts';
import { addShift, copyShift, editShift } from '../../../domain/capacity/shifts-contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { weekdayCode } from '../../../domain/format/calendar.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import {
  capacityOfShift,
  composeShiftHours,
  holdSchedule,
  lookAtCapacity,
  mustBeAtHome,
  readOwner,
  shiftsOfCapacity,
  storedShift,
} from './shift-rows.ts';

const toValues = ({ row: { id: _, ...row } }: ShiftPlan) => ({ ...row, days: [...row.days], sortKey: keyOfName(row.name) });

/**
 * What a capacity's changed schedule leads to: the reconciler looks at once. It comes first, because handing a capacity to another unit
 * locks the capacity before its shifts.
 */
const look = (db: Db, capacityId: string | null) => (capacityId ? [lookAtCapacity(db, capacityId)] : []);

const ownedBy = ([row]: readonly { owns: boolean; capacity: PauseRules | null }[]) => ({
  owns: row?.owns ?? false,
  capacity: row?.owns ? row.capacity : null,
});

export const addOneShift = bind(addShift, async (input, ctx) => {
  const { purpose, capacityId } = input;
  mustBeAtHome(ctx, purpose);
  const entry = getEntry(ctx, 'automation.manage');
  const [[counted], others, { rows }] = await ctx.database.withTenant(entry, (db) => [
    db.select({ n: count() }).from(shifts),
    shiftsOfCapacity(db, capacityId),
    readOwner(db, capacityId),
  ]);
  const id = newId(ctx.clock.now());
  const plan = planOrThrow(decideNewShift(id, input, { count: counted?.n ?? 0, ...ownedBy(rows), others }));
  await ctx.database.withTenant(entry, (db) => [
    ...look(db, capacityId),
    ...holdSchedule(db, capacityId, others),
    db.insert(shifts).values({ id, purpose, capacityId, ...toValues(plan) }),
    audited(db, ctx, 'shift.add', id, plan.change),
  ]);
  return { id };
});

/** Changes the version that the caller saw. Access hours of people follow in the same transaction. */
async function change(id: string, ctx: SessionContext, toInput: (stored: StoredShift) => Parameters<typeof decideShift>[0]) {
  const entry = getEntry(ctx, 'automation.manage');
  const [[stored], others, { rows }] = await ctx.database.withTenant(entry, (db) => [
    storedShift(db, id),
    shiftsOfCapacity(db, capacityOfShift(id)),
    readOwner(db, capacityOfShift(id)),
  ]);
  if (!stored) throw new AppError('not_found');
  mustBeAtHome(ctx, stored.purpose);
  const plan = planOrThrow(decideShift(toInput(stored), stored, { ...ownedBy(rows), others }));
  const { capacityId } = stored;
  await ctx.database.withTenant(entry, (db) => [
    ...look(db, capacityId),
    ...holdSchedule(db, capacityId, others),
    lockVersion(db, shifts, and(eq(shifts.id, id), eq(shifts.version, stored.version))),
    db
      .update(shifts)
      .set(setOf(shifts, { ...toValues(plan), version: plan.version }))
      .where(eq(shifts.id, id)),
    audited(db, ctx, 'shift.edit', id, plan.change),
    ...(stored.purpose === 'access' ? [composeShiftHours(db, id)] : []),
  ]);
  return { id, version: plan.version };
}

export const editOneShift = bind(editShift, (input, ctx) => change(input.id, ctx, () => input));

export const copyOneShift = bind(copyShift, ({ id, version, days }, ctx) =>
  change(id, ctx, (stored) => ({ version, days: [...new Set([...stored.days.map(weekdayCode), ...days])] })),
);
