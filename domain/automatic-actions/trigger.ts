import { weekdayCode, weekdayNumber } from '../format/calendar.ts';
import { getMinutes } from '../validation/time.ts';
import type { TriggerFields } from './contract.ts';
import { type TriggerColumn, triggerColumns } from './fields.ts';
import type { Trigger } from './recurrence.ts';

/** The columns that say when a trigger runs (db/schema/automatic-actions.ts): the wire's fields, with days as numbers. */
export type StoredTrigger = Pick<TriggerFields, Exclude<TriggerColumn, 'days'>> & { days: number[] };

/** Which field of a trigger is missing or contradicts another one; null where all is well. */
export function triggerProblem({ frequency, date, days, monthDay, times, everyMinutes, from, until }: TriggerFields): string | null {
  if (frequency === 'once' && date === null) return 'date';
  if (frequency === 'weekly' && days.length === 0) return 'days';
  if (frequency === 'monthly' && monthDay === null) return 'monthDay';
  if (everyMinutes === null) return times.length === 0 ? 'times' : null;
  if (times.length > 0) return 'times';
  if (from === null) return 'from';
  return until === null || getMinutes(until) < getMinutes(from) ? 'until' : null;
}

/** What is stored of a trigger without a problem: only what its frequency uses, days and times in order and once. */
export function storedTrigger(fields: TriggerFields): StoredTrigger {
  const { frequency, everyMinutes } = fields;
  const isMonthly = frequency === 'monthly';
  return {
    frequency,
    date: frequency === 'once' ? fields.date : null,
    days: frequency === 'weekly' ? [...new Set(fields.days.map(weekdayNumber))].toSorted((one, other) => one - other) : [],
    monthDay: isMonthly ? fields.monthDay : null,
    shortMonth: isMonthly ? fields.shortMonth : 'last',
    businessDay: isMonthly ? fields.businessDay : 'none',
    onHoliday: fields.onHoliday,
    times: everyMinutes === null ? [...new Set(fields.times)].toSorted() : [],
    everyMinutes,
    from: everyMinutes === null ? null : fields.from,
    until: everyMinutes === null ? null : fields.until,
  };
}

/** A stored trigger as the wire has it. */
export const triggerFields = ({ days, ...stored }: StoredTrigger): TriggerFields => ({ ...stored, days: days.map(weekdayCode) });

/** A stored trigger as the recurrence reads it. */
export function getTrigger({ times, everyMinutes, from, until, ...day }: StoredTrigger): Trigger {
  return everyMinutes === null
    ? { ...day, times, everyMinutes: null }
    : { ...day, times: [], everyMinutes, from: from ?? '00:00', until: until ?? '23:59' };
}

export const isSameTrigger = (one: StoredTrigger, other: StoredTrigger): boolean =>
  triggerColumns.every((name) => String(one[name]) === String(other[name]));
