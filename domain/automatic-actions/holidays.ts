import { largestInteger } from '../contract/fields.ts';
import type { Refusal } from '../errors/refusal.ts';
import type { HolidayFields } from './contract.ts';

const getKey = ({ name, day, month, monthDay }: HolidayFields) => JSON.stringify([name, day, month, monthDay]);

/** A number for the content of a list, by which a save sees whether the list is still the one that was read; 0 for an empty one. */
export function fingerprint(items: readonly HolidayFields[]): number {
  if (items.length === 0) return 0;
  let hash = 2166136261;
  for (const char of items.map(getKey).toSorted().join('\n')) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  return (hash % (largestInteger - 1)) + 1;
}

const daysInLongestMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Replaces a unit's holidays: each is a date, or a month and day of every year that exists; equal ones are kept once. */
export function decideHolidays(
  asked: { version: number; items: readonly HolidayFields[] },
  stored: readonly HolidayFields[],
): { items: HolidayFields[]; facts: { added: string[]; removed: string[] } } | Refusal {
  if (asked.version !== fingerprint(stored)) return { refused: 'changed_meanwhile' };
  const isWhole = ({ day, month, monthDay }: HolidayFields) =>
    day === null
      ? month !== null && monthDay !== null && monthDay <= (daysInLongestMonth[month - 1] ?? 0)
      : month === null && monthDay === null;
  const wrong = asked.items.findIndex((item) => !isWhole(item));
  if (wrong >= 0) return { refused: 'invalid_input', field: `items.${wrong}`, vars: { name: 'items', reason: 'invalid' } };
  const items = [...new Map(asked.items.map((item) => [getKey(item), item])).values()];
  const without = (some: readonly HolidayFields[], others: readonly HolidayFields[]) => {
    const keys = new Set(others.map(getKey));
    return some.filter((item) => !keys.has(getKey(item))).map(({ name }) => name);
  };
  return { items, facts: { added: without(items, stored), removed: without(stored, items) } };
}
