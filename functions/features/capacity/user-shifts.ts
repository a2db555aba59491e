import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { countRows, lockVersion, mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { shifts } from '../../../db/schema/capacity.ts';
import { users } from '../../../db/schema/users.ts';
import { readUserShifts, saveUserShifts } from '../../../domain/capacity/shifts-contract.ts';
import { decideUserShifts } from '../../../domain/capacity/user-shifts.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { presentShift, s, shownShifts } from './shift-rows.ts';

const attachable = (db: Db) => shownShifts(db).where(eq(s.purpose, 'access')).orderBy(asc(s.sortKey), asc(s.id));
const readPerson = (db: Db, id: string) =>
  db
    .select({ own: users.accessHours, inForce: users.hoursInForce, attached: users.shiftIds, version: users.version })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));

export const readShiftsOfUser = bind(readUserShifts, async ({ id }, ctx) => {
  const [[person], rows] = await ctx.database.withTenant(getEntry(ctx, 'users.read'), (db) => [readPerson(db, id), attachable(db)]);
  if (!person) throw new AppError('not_found');
  return { attached: person.attached, items: rows.map(presentShift), own: person.own, version: person.version };
});

export const saveShiftsOfUser = bind(saveUserShifts, async (input, ctx) => {
  const { id } = input;
  const entry = getEntry(ctx, 'users.edit');
  const [[person], found] = await ctx.database.withTenant(entry, (db) => [
    readPerson(db, id),
    db.select({ id: shifts.id, name: shifts.name }).from(shifts).where(eq(shifts.purpose, 'access')),
  ]);
  if (!person) throw new AppError('not_found');
  const plan = planOrThrow(decideUserShifts(input, person, found));
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, users, and(eq(users.id, id), eq(users.version, input.version), isNull(users.deletedAt))),
    mustHold(
      db,
      sql`${countRows(db, shifts, and(eq(shifts.purpose, 'access'), inArray(shifts.id, [...plan.shiftIds])))} = ${plan.shiftIds.length}`,
    ),
    db
      .update(users)
      .set({ shiftIds: [...plan.shiftIds], accessHours: plan.own, version: plan.version })
      .where(eq(users.id, id)),
    audited(db, ctx, 'user.edit', id, plan.change),
  ]);
  return { version: plan.version };
});
