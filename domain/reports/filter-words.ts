import { monthOrValue } from '../format/month-value.ts';
import type { Language } from '../session/languages.ts';
import type { ReportFilter } from './filters.ts';

/** A filter with its first values for display, and the number of further ones. */
export type ShortFilter = ReportFilter & { more?: number };
const shownValues = 10;
const longestValue = 40;

const short = (value: ReportFilter['values'][number]) =>
  typeof value === 'string' && value.length > longestValue ? `${value.slice(0, longestValue - 1)}…` : value;

const isFilter = (each: unknown): each is ShortFilter =>
  each !== null && typeof each === 'object' && 'table' in each && 'column' in each && 'values' in each && Array.isArray(each.values);

/** The filters of a record, shortened for a list; anything that isn't a filter is left out. */
export const shortFilters = (kept: unknown): ShortFilter[] =>
  (Array.isArray(kept) ? kept : []).filter(isFilter).map(({ table, column, operator, values, more = 0 }) => {
    const left = Math.max(0, values.length - shownValues) + more;
    return { table, column, operator, values: values.slice(0, shownValues).map(short), ...(left > 0 && { more: left }) };
  });

/** "Table › column is one of: a, b", with the words of the screens on which filters are set; months as reports write them. */
export const filterWords = (
  { table, column, operator, values, more }: ShortFilter,
  t: (key: string) => string,
  language: Language,
): string =>
  `${table} › ${column} ${t(`access.operator.${operator}`)}: ${[
    ...values.map((value) =>
      typeof value === 'boolean' ? t(`audit.value.${value ? 'yes' : 'no'}`) : monthOrValue(language, String(value)),
    ),
    ...(more ? [`+${more}`] : []),
  ].join(', ')}`;
