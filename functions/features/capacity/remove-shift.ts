import { and, count, eq, sql } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { shifts } from '../../../db/schema/capacity.ts';
import { users } from '../../../db/schema/users.ts';
import { refuseDetaching } from '../../../domain/capacity/shift-edit.ts';
import { removeShift } from '../../../domain/capacity/shifts-contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { capacityOfShift, lookAtCapacity, mustBeAtHome, readOwner, storedShift } from './shift-rows.ts';

/** People whose hours are this shift alone. */
const isAlone = (id: string) => sql`${users.shiftIds} = array[${id}::uuid] and ${users.accessHours} is null and ${users.deletedAt} is null`;

const detachAll = raw('capacity.detach_shift', {});
/** Detaches a shift from everyone; with `keep`, people who had no other hours get its windows as their own. */
const detach = (db: Db, id: string, keeps: boolean) =>
  detachAll(
    db,
    sql`update users set shift_ids = array_remove(shift_ids, ${id}::uuid),
        own_hours = case when ${keeps}::boolean and shift_ids = array[${id}::uuid] and own_hours is null then access_hours else own_hours end
      where shift_ids @> array[${id}::uuid]`,
  );

export const removeOneShift = bind(removeShift, async ({ id, without }, ctx) => {
  const entry = getEntry(ctx, 'automation.manage');
  const [[stored], [alone], { rows }] = await ctx.database.withTenant(entry, (db) => [
    storedShift(db, id),
    db.select({ n: count() }).from(users).where(isAlone(id)),
    readOwner(db, capacityOfShift(id)),
  ]);
  if (!stored) throw new AppError('not_found');
  mustBeAtHome(ctx, stored.purpose);
  if (stored.purpose === 'capacity' && !rows[0]?.owns) throw new AppError('capacity_elsewhere');
  throwIfRefused(refuseDetaching(alone?.n ?? 0, without));
  const { name, capacityId } = stored;
  await ctx.database.withTenant(entry, (db) => [
    // First the capacity, then its shifts, as where a capacity is handed to another unit.
    ...(capacityId ? [lookAtCapacity(db, capacityId)] : []),
    lockVersion(db, shifts, and(eq(shifts.id, id), eq(shifts.version, stored.version))),
    detach(db, id, without === 'keep'),
    db.delete(shifts).where(eq(shifts.id, id)),
    audited(db, ctx, 'shift.delete', id, { before: { name } }),
  ]);
  return { status: 'ok' as const };
});
