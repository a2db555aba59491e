import { type Definition, type Dimension, dimensions, type QueryFilter } from '../model/types.ts';
import { isRecord, type Json, list, text } from './dom.ts';

export type Column = Dimension | 'month';
export const isDimension = (column: Column): column is Dimension => column !== 'month';
export type Chosen = Record<Dimension, string[]> & { month: string | null };
export const nothingChosen = (): Chosen => ({ region: [], channel: [], member: [], product: [], month: null });

const columns: readonly Column[] = [...dimensions, 'month'];

const getTarget = (definition: Definition, column: Column): Json => ({ table: definition.table, column: definition.columns[column] });

/** Finds the column that a filter's target means: by its name in the data, in the shown language, or by our own key. */
export function getColumn(definition: Definition, target: unknown): Column | null {
  const wanted = isRecord(target) ? (text(target.column) ?? text(target.hierarchy) ?? '').toLowerCase() : '';
  return (
    columns.find((column) =>
      [column, definition.columns[column], column === 'month' ? '' : definition.labels[column]].some(
        (name) => name.toLowerCase() === wanted,
      ),
    ) ?? null
  );
}

/** True when every entry is a filter with a target: what the service accepts at all. */
export const areFilters = (value: unknown): value is Json[] =>
  Array.isArray(value) && value.every((entry) => isRecord(entry) && isRecord(entry.target));

function queryFilter(definition: Definition, filter: Json): QueryFilter | null {
  const column = getColumn(definition, filter.target);
  if (!column) return null;
  if (filter.operator === 'In' || filter.operator === 'NotIn')
    return { column, operator: filter.operator, values: list(filter.values).map(String) };
  if (Array.isArray(filter.conditions)) {
    const conditions = filter.conditions
      .filter(isRecord)
      .map((condition) => ({ operator: String(condition.operator), value: String(condition.value) }));
    return { column, logicalOperator: filter.logicalOperator === 'Or' ? 'Or' : 'And', conditions };
  }
  return null;
}

/** The filters for the server: those of the host first, then the viewer's; unknown kinds are ignored. */
export function queryFilters(definition: Definition, filters: Json[], chosen: Chosen): QueryFilter[] {
  const own = dimensions
    .filter((dimension) => chosen[dimension].length > 0)
    .map((column): QueryFilter => ({ column, operator: 'In', values: chosen[column] }));
  return [...filters.map((filter) => queryFilter(definition, filter)).filter((filter) => filter !== null), ...own];
}

/** POST filters: 0 removes all, 1 replaces all, 2 adds, 3 replaces those of the same target. */
export function changedFilters(before: Json[], operation: unknown, given: Json[]): Json[] {
  if (operation === 0) return [];
  if (operation === 1) return given;
  const same = (one: Json, other: Json) => JSON.stringify(one.target) === JSON.stringify(other.target);
  if (operation === 3) return [...before.filter((filter) => !given.some((other) => same(filter, other))), ...given];
  return [...before, ...given];
}

export function basicFilter(definition: Definition, column: Column, values: string[]): Json {
  return {
    $schema: 'http://powerbi.com/product/schema#basic',
    target: getTarget(definition, column),
    operator: 'In',
    values,
    filterType: 1,
  };
}
