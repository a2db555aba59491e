import { type Flag, isOn, toFlag } from '../contract/flag.ts';
import type { Refusal } from '../errors/refusal.ts';
import { changes } from '../fields/changes.ts';
import { buildRecord, pick } from '../fields/fields.ts';
import { type Weekday, weekdayCode, weekdayNumber } from '../format/calendar.ts';
import { type ShiftField, type ShiftFlag, shiftFields, shiftFlags } from './fields.ts';
import { isFirstPause } from './first-pause.ts';
import { capacityLimits } from './limits.ts';
import type { ShiftPurpose } from './rules.ts';
import { conflictingShift, type Shift } from './shifts.ts';

/** A shift as it is stored: days 1 = Monday … 7 = Sunday. */
export type StoredShift = Shift & { purpose: ShiftPurpose; capacityId: string | null; version: number };

/** A shift's fields on the wire. */
type ShiftForm = Omit<Pick<Shift, ShiftField>, ShiftFlag | 'days'> & Record<ShiftFlag, Flag> & { days: readonly Weekday[] };
type Asked = { [Name in keyof ShiftForm]?: ShiftForm[Name] | undefined };

const numbers = (days: readonly Weekday[]): number[] => [...new Set(days.map(weekdayNumber))].sort((one, other) => one - other);

/** What the history shows of a shift. */
const getFacts = (shift: Shift) => {
  const { days, starts, ends, ...rest } = pick(shift, shiftFields);
  return { ...rest, windows: [{ days: [...days], from: starts, to: ends }] };
};

type ShiftFacts = ReturnType<typeof getFacts>;
export type ShiftPlan = { row: Shift; change: { before?: Partial<ShiftFacts>; after: Partial<ShiftFacts> } };

/** A form as it is stored. */
const stored = (id: string, form: ShiftForm): Shift => ({
  ...pick(form, shiftFields),
  ...buildRecord(shiftFlags, (name) => isOn(form[name])),
  days: numbers(form.days),
  id,
});

/** A capacity's shift has a size and idle minutes of its own; the others are hours only. */
const fitted = (row: Shift, purpose: ShiftPurpose): Shift =>
  purpose === 'capacity' ? row : { ...row, autoActivate: false, autoPause: false, idleMinutes: null, size: null };

function refuseOverlap(row: Shift, purpose: ShiftPurpose, others: readonly Shift[]): Refusal | null {
  if (purpose !== 'capacity' || !row.useSchedule) return null;
  const other = conflictingShift(
    row,
    others.filter(({ useSchedule }) => useSchedule),
  );
  return other && { refused: 'shift_overlaps', field: 'starts', vars: { name: other.name } };
}

/** What a capacity's own rules say of idle pauses. */
export type PauseRules = { name: string; autoPause: boolean; paidByReservation: boolean };
type Facts = { owns: boolean; others: readonly Shift[]; capacity: PauseRules | null };

/**
 * A shift's idle pauses are turned on like the capacity's own (decideRules): not where a reservation pays, and with the capacity's typed
 * name if nothing has paused it for being idle until now.
 */
function refusePauses(row: Shift, before: Shift | null, { capacity, others }: Facts, confirm: string | undefined): Refusal | null {
  if (!capacity || !row.autoPause) return null;
  if (capacity.paidByReservation) return before?.autoPause ? null : { refused: 'capacity_reserved', field: 'autoPause' };
  const isFirst = isFirstPause(row, before, { rules: capacity, others });
  return isFirst && confirm?.trim() !== capacity.name ? { refused: 'capacity_confirm', field: 'confirm' } : null;
}

/** Adds a shift of a unit that has `count`; `others` are those of the same capacity. */
export function decideNewShift(
  id: string,
  asked: ShiftForm & { purpose: ShiftPurpose; capacityId: string | null; confirm?: string | undefined },
  facts: Facts & { count: number },
): ShiftPlan | Refusal {
  if (facts.count >= capacityLimits.shifts) return { refused: 'shift_limit', vars: { limit: capacityLimits.shifts } };
  const isCapacity = asked.purpose === 'capacity';
  if (isCapacity !== (asked.capacityId !== null))
    return { refused: isCapacity ? 'required' : 'invalid_input', field: 'capacityId', vars: { name: 'capacityId', reason: 'unknown' } };
  if (isCapacity && !facts.owns) return { refused: 'not_found', field: 'capacityId' };
  const row = fitted(stored(id, asked), asked.purpose);
  const refusal = refuseOverlap(row, asked.purpose, facts.others) ?? refusePauses(row, null, facts, asked.confirm);
  return refusal ?? { row, change: { after: getFacts(row) } };
}

/** Changes a shift; what is omitted stays. */
export function decideShift(
  asked: Asked & { version: number; confirm?: string | undefined },
  kept: StoredShift,
  facts: Facts,
): (ShiftPlan & { version: number }) | Refusal {
  if (kept.version !== asked.version) return { refused: 'changed_meanwhile' };
  if (kept.purpose === 'capacity' && !facts.owns) return { refused: 'capacity_elsewhere' };
  const form = { ...pick(kept, shiftFields), ...buildRecord(shiftFlags, (name) => toFlag(kept[name])), days: kept.days.map(weekdayCode) };
  const given = Object.fromEntries(Object.entries(asked).filter(([key, value]) => value !== undefined && Object.hasOwn(form, key)));
  const row = fitted(stored(kept.id, { ...form, ...given }), kept.purpose);
  const refusal = refuseOverlap(row, kept.purpose, facts.others) ?? refusePauses(row, kept, facts, asked.confirm);
  if (refusal) return refusal;
  return { row, version: kept.version + 1, change: changes(getFacts(kept), getFacts(row)) };
}

/** People whose access hours are one shift alone: what holds for them without it has to be said. */
export const refuseDetaching = (alone: number, without: 'always' | 'keep' | undefined): Refusal | null =>
  alone > 0 && without === undefined ? { refused: 'shift_in_use', vars: { count: alone } } : null;
