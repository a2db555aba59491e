import type { ReportFilter } from '../reports/filters.ts';

const comparison: Partial<Record<ReportFilter['operator'], string>> = {
  Is: 'eq',
  IsNot: 'ne',
  GreaterThan: 'gt',
  GreaterThanOrEqual: 'ge',
  LessThan: 'lt',
  LessThanOrEqual: 'le',
};

/** Names in a filter have letters, digits and underscores; every other character is written as its code (`_x0020_`). */
const getName = (name: string): string =>
  name.replace(/[^\p{L}\p{N}_]/gu, (character) => `_x${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}_`);
const toLiteral = (value: string | number | boolean): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/**
 * A grant's filter in the syntax that an export takes, e.g. `Store/Territory in ('NC', 'TN')`; null for one that can't be expressed (it
 * stays in the captured state of the view).
 */
export function filterText({ table, column, operator, values }: ReportFilter): string | null {
  const field = `${getName(table)}/${getName(column)}`;
  const [first, ...others] = values;
  if (first === undefined) return null;
  if (operator === 'In') return `${field} in (${values.map(toLiteral).join(', ')})`;
  if (operator === 'NotIn') return values.map((value) => `${field} ne ${toLiteral(value)}`).join(' and ');
  const word = comparison[operator];
  return word && others.length === 0 ? `${field} ${word} ${toLiteral(first)}` : null;
}
