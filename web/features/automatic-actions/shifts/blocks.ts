import { conflictingShift, type Shift } from '../../../../domain/capacity/shifts.ts';
import type { ShiftRow } from '../../../../domain/capacity/shifts-contract.ts';
import { isOn } from '../../../../domain/contract/flag.ts';
import type { Weekday } from '../../../../domain/format/calendar.ts';
import { getMinutes } from '../../../../domain/validation/time.ts';
import { weekOrder } from '../when-words.ts';

export const dayMinutes = 1440;

/** A part of a shift within one day, in minutes of that day; a night's shift has one on each of its two days. */
export type Block = { shift: ShiftRow; start: number; end: number; lane: number };

const before = (day: Weekday): Weekday => weekOrder[(weekOrder.indexOf(day) + 6) % 7] ?? day;

function spansOn(shift: ShiftRow, day: Weekday): [number, number][] {
  const [start, end] = [getMinutes(shift.starts), getMinutes(shift.ends)];
  const isNight = end <= start;
  return [
    ...(isNight && end > 0 && shift.days.includes(before(day)) ? [[0, end] as [number, number]] : []),
    ...(shift.days.includes(day) ? [[start, isNight ? dayMinutes : end] as [number, number]] : []),
  ];
}

/** The blocks of one day by start; those that overlap lie in lanes of their own. */
export function toBlocks(shifts: readonly ShiftRow[], day: Weekday): Block[] {
  const found = shifts.flatMap((shift) => spansOn(shift, day).map(([start, end]) => ({ shift, start, end })));
  const lanes: number[] = [];
  return found
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .map((block) => {
      const free = lanes.findIndex((until) => until <= block.start);
      const lane = free < 0 ? lanes.length : free;
      lanes[lane] = block.end;
      return { ...block, lane };
    });
}

const getWeekMinutes = ({ days, starts, ends }: ShiftRow) =>
  days.length * ((getMinutes(ends) - getMinutes(starts) + dayMinutes) % dayMinutes || dayMinutes);

/** The shifts in the order of the legend, the longest first; the place decides how a shift is drawn. */
export const inLegend = (shifts: readonly ShiftRow[]): ShiftRow[] =>
  [...shifts].sort((one, other) => getWeekMinutes(other) - getWeekMinutes(one) || one.name.localeCompare(other.name));

export type ShiftTimes = Pick<ShiftRow, 'id' | 'name' | 'days' | 'starts' | 'ends' | 'autoActivate' | 'autoPause' | 'idleMinutes' | 'size'>;

const asRule = (shift: ShiftTimes): Shift => ({
  ...shift,
  days: shift.days.map((day) => weekOrder.indexOf(day) + 1),
  autoActivate: isOn(shift.autoActivate),
  autoPause: isOn(shift.autoPause),
  useSchedule: true,
});

/** The name of the shift that wants something else at the same time; null where there is none (BEHAVIOUR 1). */
export function conflictName(shift: ShiftTimes, others: readonly ShiftRow[]): string | null {
  const found = conflictingShift(
    asRule(shift),
    others.map((other) => asRule(other)),
  );
  return found?.name ?? null;
}
