import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { mustHold } from '../../../db/assertions.ts';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import { shifts } from '../../../db/schema/capacity.ts';
import { shiftFields, shiftFlags } from '../../../domain/capacity/fields.ts';
import type { ShiftPurpose } from '../../../domain/capacity/rules.ts';
import type { PauseRules, StoredShift } from '../../../domain/capacity/shift-edit.ts';
import type { ShiftRow } from '../../../domain/capacity/shifts-contract.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { buildRecord, pick } from '../../../domain/fields/fields.ts';
import { weekdayCode } from '../../../domain/format/calendar.ts';
import type { SessionContext } from '../../request/context.ts';

/** In these statements, `s` is the shift. */
export const s = alias(shifts, 's');

const columns = () => pick(s, ['id', 'purpose', 'capacityId', ...shiftFields, 'version']);

/** The number of people with shift `s`. */
const people = sql<number>`(select count(*)::int from users u
  where s.purpose <> 'capacity' and u.shift_ids @> array[s.id] and u.deleted_at is null)`;

export const shownShifts = (db: Db) => db.select({ ...columns(), people }).from(s);
type Shown = Awaited<ReturnType<typeof shownShifts>>[number];

export const presentShift = (row: Shown): ShiftRow => ({
  ...row,
  days: row.days.map(weekdayCode),
  ...buildRecord(shiftFlags, (name) => toFlag(row[name])),
});

/** Shifts of people decide when they may sign in, which no visit changes (CUSTODY 6). */
export function mustBeAtHome({ session }: SessionContext, purpose: ShiftPurpose): void {
  if (purpose !== 'capacity' && session.kind !== 'own') throw new AppError('act_as_blocked');
}

export const storedShift = (db: Db, id: string) => db.select(columns()).from(s).where(eq(s.id, id)).limit(1);

/** The capacity of a shift, as an expression; null for other purposes. */
export const capacityOfShift = (id: string): SQL => sql`(select x.capacity_id from shifts x where x.id = ${id}::uuid)`;

/** The shifts of one capacity, in order of their ids. */
export const shiftsOfCapacity = (db: Db, capacityId: string | SQL | null) =>
  db
    .select(columns())
    .from(s)
    .where(and(eq(s.purpose, 'capacity'), sql`s.capacity_id = ${capacityId}::uuid`))
    .orderBy(asc(s.id));

const ownsCapacity = raw('capacity.owns', { owns: 'bool', capacity: typed<PauseRules | null>('jsonb?') });
/** Whether the unit controls a capacity, and what its rules say of idle pauses, where the caller may know that. */
export const readOwner = (db: Db, capacityId: string | SQL | null) =>
  ownsCapacity(
    db,
    sql`select app.owns_capacity(x.id) as owns, (select f from app.capacity_facts(x.id) f where x.id is not null) as capacity
      from (select ${capacityId}::uuid as id) x`,
  );

const lockSchedule = raw('capacity.lock_schedule', {});
/** Serializes edits of one capacity's schedule, and aborts unless its shifts are the ones that were read. */
export const holdSchedule = (db: Db, capacityId: string | null, seen: readonly Pick<StoredShift, 'id' | 'version'>[]) =>
  [
    lockSchedule(db, sql`select from pg_advisory_xact_lock(hashtextextended('shifts ' || coalesce(${capacityId}::text, ''), 0))`),
    mustHold(
      db,
      sql`(select coalesce(jsonb_agg(jsonb_build_array(s.id, s.version) order by s.id), '[]') from shifts s
        where s.purpose = 'capacity' and s.capacity_id = ${capacityId}::uuid) = ${JSON.stringify(seen.map(({ id, version }) => [id, version]))}::jsonb`,
    ),
  ] as const;

const lookNow = raw('capacity.look_at_schedule', { looked: 'int4' });
/** Lets the reconciler look now: at one capacity of the unit, or at all of them. */
export const lookAtCapacity = (db: Db, capacityId: string | null) =>
  lookNow(db, sql`select app.look_at_capacities(${capacityId}::uuid) as looked`);

const composeHours = raw('capacity.compose_hours', {});
/** Puts the access hours of everyone with this shift together again; the trigger of `users` does the rest. */
export const composeShiftHours = (db: Db, shiftId: string) =>
  composeHours(db, sql`update users set shift_ids = shift_ids where shift_ids @> array[${shiftId}::uuid] and deleted_at is null`);
