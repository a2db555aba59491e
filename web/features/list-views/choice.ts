import type { ColumnChoice } from '../../ui/table/types.ts';
import type { WireColumns } from './queries.ts';

/** A column choice in the API's format. */
export const toWire = (choice: ColumnChoice): NonNullable<WireColumns> => ({
  order: [...choice.order],
  hidden: [...choice.hidden].sort(),
  compact: choice.compact ?? false,
});

export const fromWire = (columns: WireColumns): ColumnChoice | null =>
  columns ? { order: columns.order, hidden: new Set(columns.hidden), compact: columns.compact } : null;

/** Whether two sets of filter parameters are equal, in any order. */
export function sameWords(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

export const sameColumns = (one: ColumnChoice, other: ColumnChoice): boolean =>
  JSON.stringify(toWire(one)) === JSON.stringify(toWire(other));
