import { type Flag, isOn, toFlag } from '../contract/flag.ts';
import type { Refusal } from '../errors/refusal.ts';
import { changes } from '../fields/changes.ts';
import { type Weekday, weekdayCode, weekdayNumber } from '../format/calendar.ts';
import { capacityLimits } from './limits.ts';
import type { ShiftPurpose } from './rules.ts';
import { conflictingShift, type Shift } from './shifts.ts';

/** A shift as it is stored: days 1 = Monday … 7 = Sunday. */
export type StoredShift = Shift & { purpose: ShiftPurpose; capacityId: string | null; version: number };

/** A shift's fields on the wire. */
type ShiftForm = {
  name: string;
  days: readonly Weekday[];
  starts: string;
  ends: string;
  autoActivate: Flag;
  autoPause: Flag;
  idleMinutes: number | null;
  useSchedule: Flag;
  size: string | null;
};
type Asked = { [Name in keyof ShiftForm]?: ShiftForm[Name] | undefined };

const numbers = (days: readonly Weekday[]): number[] => [...new Set(days.map(weekdayNumber))].sort((one, other) => one - other);

/** What the history shows of a shift. */
const factsOf = ({ name, days, starts, ends, autoActivate, autoPause, idleMinutes, useSchedule, size }: Shift) => ({
  name,
  ...{ windows: [{ days: [...days], from: starts, to: ends }], autoActivate, autoPause, idleMinutes, useSchedule, size },
});

type ShiftFacts = ReturnType<typeof factsOf>;
export type ShiftPlan = { row: Shift; change: { before?: Partial<ShiftFacts>; after: Partial<ShiftFacts> } };

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

/** Adds a shift of a unit that has `count`; `others` are those of the same capacity. */
export function decideNewShift(
  id: string,
  asked: ShiftForm & { purpose: ShiftPurpose; capacityId: string | null },
  facts: { count: number; owns: boolean; others: readonly Shift[] },
): ShiftPlan | Refusal {
  if (facts.count >= capacityLimits.shifts) return { refused: 'shift_limit', vars: { limit: capacityLimits.shifts } };
  const isCapacity = asked.purpose === 'capacity';
  if (isCapacity !== (asked.capacityId !== null))
    return { refused: isCapacity ? 'required' : 'invalid_input', field: 'capacityId', vars: { name: 'capacityId', reason: 'unknown' } };
  if (isCapacity && !facts.owns) return { refused: 'not_found', field: 'capacityId' };
  const { name, starts, ends, idleMinutes, size } = asked;
  const flags = { autoActivate: isOn(asked.autoActivate), autoPause: isOn(asked.autoPause), useSchedule: isOn(asked.useSchedule) };
  const row = fitted({ id, name, days: numbers(asked.days), starts, ends, idleMinutes, size, ...flags }, asked.purpose);
  const refusal = refuseOverlap(row, asked.purpose, facts.others);
  return refusal ?? { row, change: { after: factsOf(row) } };
}

/** Changes a shift; what is omitted stays. */
export function decideShift(
  asked: Asked & { version: number },
  stored: StoredShift,
  facts: { owns: boolean; others: readonly Shift[] },
): (ShiftPlan & { version: number }) | Refusal {
  if (stored.version !== asked.version) return { refused: 'changed_meanwhile' };
  if (stored.purpose === 'capacity' && !facts.owns) return { refused: 'capacity_elsewhere' };
  const { id, name, starts, ends, idleMinutes, size } = stored;
  const kept = {
    ...{ name, starts, ends, idleMinutes, size, days: stored.days.map(weekdayCode) },
    ...{ autoActivate: toFlag(stored.autoActivate), autoPause: toFlag(stored.autoPause), useSchedule: toFlag(stored.useSchedule) },
  };
  const given = Object.fromEntries(Object.entries(asked).filter(([key, value]) => value !== undefined && Object.hasOwn(kept, key)));
  const form: ShiftForm = { ...kept, ...given };
  const flags = { autoActivate: isOn(form.autoActivate), autoPause: isOn(form.autoPause), useSchedule: isOn(form.useSchedule) };
  const row = fitted({ ...form, id, days: numbers(form.days), ...flags }, stored.purpose);
  const refusal = refuseOverlap(row, stored.purpose, facts.others);
  if (refusal) return refusal;
  return { row, version: stored.version + 1, change: changes(factsOf(stored), factsOf(row)) };
}

/** People whose access hours are one shift alone: what holds for them without it has to be said. */
export const refuseDetaching = (alone: number, without: 'always' | 'keep' | undefined): Refusal | null =>
  alone > 0 && without === undefined ? { refused: 'shift_in_use', vars: { count: alone } } : null;
