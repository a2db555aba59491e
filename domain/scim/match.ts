import { cut } from '../text/cut.ts';
import { type Attribute, findAttribute } from './attributes.ts';
import { invalidFilter, invalidPath } from './error.ts';
import type { Comparison, Filter, FilterValue } from './filter.ts';
import { isScimObject, type ScimValue } from './values.ts';

const asText = (value: unknown, exact: boolean) => (exact ? String(value) : String(value).toLowerCase());

/** Compares as RFC 7644 says: text by its case rule, times as times; null means no value. */
function compares(op: Comparison, actual: ScimValue | undefined, wanted: FilterValue, exact: boolean): boolean {
  if (wanted === null) return op === 'ne' ? actual !== undefined : op === 'eq' && actual === undefined;
  if (op === 'ne') return !compares('eq', actual, wanted, exact);
  if (actual === undefined || isScimObject(actual) || Array.isArray(actual)) return false;
  const [one, other] = [asText(actual, exact), asText(wanted, exact)];
  switch (op) {
    case 'eq':
      return typeof actual === 'boolean' || typeof wanted === 'boolean' ? one.toLowerCase() === other.toLowerCase() : one === other;
    case 'co':
      return one.includes(other);
    case 'sw':
      return one.startsWith(other);
    case 'ew':
      return one.endsWith(other);
    case 'gt':
      return one > other;
    case 'ge':
      return one >= other;
    case 'lt':
      return one < other;
    case 'le':
      return one <= other;
  }
}

/** Whether one element of a list matches the filter of a value path. */
export function matches(filter: Filter, element: ScimValue, attribute: Attribute): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((each) => matches(each, element, attribute));
    case 'or':
      return filter.filters.some((each) => matches(each, element, attribute));
    case 'not':
      return !matches(filter.filter, element, attribute);
    case 'within':
      throw invalidFilter('A filter of values holds no other one.');
    default: {
      const part = getPart(attribute, filter.path);
      const actual = part.sub ? (isScimObject(element) ? element[part.sub.name] : undefined) : element;
      if (filter.kind === 'present') return actual !== undefined;
      return compares(filter.op, actual, filter.value, (part.sub ?? attribute).caseExact === true);
    }
  }
}

/** The sub-attribute that a value filter names, with or without the list's own name before it. */
function getPart(attribute: Attribute, path: string): { sub: Attribute | null } {
  const name = path.toLowerCase().startsWith(`${attribute.name.toLowerCase()}.`) ? path.slice(attribute.name.length + 1) : path;
  const sub = findAttribute(attribute.sub ?? [], name);
  if (sub) return { sub };
  if (!attribute.sub && name.toLowerCase() === 'value') return { sub: null };
  throw invalidPath(`"${attribute.name}" has no "${cut(path, 100)}".`);
}

/** The values an element needs to match a filter of equalities; null for any other filter. */
export function getTemplate(filter: Filter, attribute: Attribute): Record<string, ScimValue> | null {
  if (filter.kind === 'compare' && filter.op === 'eq' && filter.value !== null) {
    const { sub } = getPart(attribute, filter.path);
    if (!sub) return null;
    const isTrue = typeof filter.value === 'string' && filter.value.toLowerCase() === 'true';
    return { [sub.name]: sub.type === 'boolean' && typeof filter.value === 'string' ? isTrue : filter.value };
  }
  if (filter.kind !== 'and') return null;
  const parts = filter.filters.map((each) => getTemplate(each, attribute));
  return parts.every((part) => part !== null) ? Object.assign({}, ...parts) : null;
}
