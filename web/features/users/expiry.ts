import { wallClock } from '../../../domain/format/date.ts';
import { toInstant } from '../../../domain/format/to-instant.ts';
import { parseDay } from '../../../domain/validation/day.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** The end of a day in the unit's time zone: its last minute still counts. */
export function endOfDay(day: string, zone: string): string | null {
  const parsed = parseDay(day.replaceAll('-', '/'));
  return parsed && toInstant({ ...parsed, hours: 23, minutes: 59 }, zone).toISOString();
}

/** The day of an instant in the unit's time zone, `yyyy-mm-dd`. */
export function getDay(instant: string, zone: string): string {
  const { year, month, day } = wallClock(new Date(instant), zone);
  return `${year}-${two(month)}-${two(day)}`;
}
