import { type SQL, sql } from 'drizzle-orm';
import type { Attribute, Shape } from '../../../domain/scim/attributes.ts';
import { findAttribute } from '../../../domain/scim/attributes.ts';
import { invalidFilter } from '../../../domain/scim/error.ts';
import type { Comparison, Filter, FilterValue } from '../../../domain/scim/filter.ts';
import { getExtension, resolvePath } from '../../../domain/scim/path.ts';
import { cut } from '../../../domain/text/cut.ts';

/** One value that can be compared; `normal` converts the searched value into the stored form. */
export type Scalar = {
  kind: 'scalar';
  as: 'text' | 'boolean' | 'time';
  exact: boolean;
  sql: SQL;
  /** Stored in a canonical form: an index finds it, and the searched value is converted likewise. */
  normal?: (value: string) => string;
  /** Stored with its characters composed, in the case in which it was sent. */
  composed?: true;
  /** How an equal value is found where the expression itself has no index. */
  equals?: (value: string) => SQL;
};
/** A multi-valued attribute, any value of which may match: rows `x` of a FROM, and how to read a part of one. */
export type List = { kind: 'list'; from: SQL; part(sub: Attribute | null): Scalar | null };
type Whole = { kind: 'whole'; present: SQL };
export type Operand = Scalar | List | Whole;

/** Where a resource type stores an attribute; null where a resource never has a value of it. */
export type Resolver = {
  shape: Shape;
  operand(attribute: Attribute, sub: Attribute | null, extension: string | null): Operand | null;
  /** Whether a row has any value of an extension. */
  has?(extension: string): SQL;
};

const sure = (condition: SQL): SQL => sql`coalesce(${condition}, false)`;

/**
 * A filter as one condition, values only as parameters. A missing attribute has no value: it equals nothing (RFC 7644, 3.4.2.2). Only a
 * negation has to distinguish unknown from false, and a bare comparison is what an index can answer.
 */
export function compileFilter(filter: Filter, resolver: Resolver): SQL {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return sql`(${sql.join(
        filter.filters.map((each) => compileFilter(each, resolver)),
        filter.kind === 'and' ? sql` and ` : sql` or `,
      )})`;
    case 'not':
      return sql`(not ${sure(compileFilter(filter.filter, resolver))})`;
    case 'within':
      return compileWithin(filter.path, filter.filter, resolver);
    default:
      return compileLeaf(filter, resolver);
  }
}

type Leaf = Extract<Filter, { kind: 'compare' | 'present' }>;

function compileLeaf(leaf: Leaf, resolver: Resolver): SQL {
  const whole = wholeValue(leaf.path, resolver);
  if (whole) return compileWhole(leaf, whole);
  const place = resolvePath(leaf.path, resolver.shape);
  const operand = place && resolver.operand(place.attribute, place.sub, place.extension);
  if (!place || !operand) return leaf.kind === 'compare' && isNegative(leaf.op, leaf.value) ? sql`true` : sql`false`;
  if (operand.kind === 'list') {
    const part = operand.part(place.sub ?? findAttribute(place.attribute.sub ?? [], 'value') ?? null);
    if (leaf.kind === 'present')
      return sql`exists (select from ${operand.from}${part && place.sub ? sql` where ${present(part)}` : sql``})`;
    if (!part) throw invalidFilter(`"${cut(leaf.path, 100)}" cannot be compared.`);
    // Not equal means that no value is equal.
    if (leaf.op === 'ne') return sql`(not exists (select from ${operand.from} where ${compare(part, 'eq', leaf.value, leaf.path)}))`;
    return sql`exists (select from ${operand.from} where ${compare(part, leaf.op, leaf.value, leaf.path)})`;
  }
  if (operand.kind === 'whole') return compileWhole(leaf, operand);
  return leaf.kind === 'present' ? present(operand) : compare(operand, leaf.op, leaf.value, leaf.path);
}

/** A schema named by its URN alone: whether a row has any value of it. */
function wholeValue(path: string, { shape, has }: Resolver): Whole | null {
  if (path.toLowerCase() === shape.urn.toLowerCase()) return { kind: 'whole', present: sql`true` };
  const urn = getExtension(path, shape);
  return urn && has ? { kind: 'whole', present: has(urn) } : null;
}

function compileWhole(leaf: Leaf, whole: Whole): SQL {
  if (leaf.kind === 'present') return sure(whole.present);
  throw invalidFilter(`"${cut(leaf.path, 100)}" cannot be compared; one of its parts can.`);
}

const isNegative = (op: Comparison, value: FilterValue) => (op === 'ne') !== (value === null && (op === 'eq' || op === 'ne'));
const present = (scalar: Scalar): SQL => (scalar.as === 'text' ? sure(sql`${scalar.sql} <> ''`) : sql`(${scalar.sql} is not null)`);

function compileWithin(path: string, filter: Filter, resolver: Resolver): SQL {
  const place = resolvePath(path, resolver.shape);
  const operand = place && resolver.operand(place.attribute, null, place.extension);
  if (!place || !operand) return sql`false`;
  if (operand.kind !== 'list' || place.sub) throw invalidFilter(`"${cut(path, 100)}" is no list of values.`);
  return sql`exists (select from ${operand.from} where ${compileElement(filter, place.attribute, operand)})`;
}

/** The same inside one element of a list: both conditions of `emails[…].value co` apply to the same address. */
function compileElement(filter: Filter, attribute: Attribute, list: List): SQL {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return sql`(${sql.join(
        filter.filters.map((each) => compileElement(each, attribute, list)),
        filter.kind === 'and' ? sql` and ` : sql` or `,
      )})`;
    case 'not':
      return sql`(not ${sure(compileElement(filter.filter, attribute, list))})`;
    case 'within':
      throw invalidFilter('A filter of values holds no other one.');
    default: {
      const sub = findAttribute(attribute.sub ?? [], filter.path);
      const bare = !attribute.sub && filter.path.toLowerCase() === 'value';
      const part = sub || bare ? list.part(sub ?? null) : null;
      if (!part) return filter.kind === 'compare' && isNegative(filter.op, filter.value) ? sql`true` : sql`false`;
      return filter.kind === 'present' ? present(part) : compare(part, filter.op, filter.value, filter.path);
    }
  }
}

function compare(scalar: Scalar, op: Comparison, value: FilterValue, path: string): SQL {
  if (value === null) {
    if (op !== 'eq' && op !== 'ne') throw invalidFilter(`"${cut(path, 100)}" cannot be compared with null.`);
    return op === 'eq' ? sql`(not ${present(scalar)})` : present(scalar);
  }
  if (op === 'ne') return sql`(not ${sure(compare(scalar, 'eq', value, path))})`;
  if (scalar.as === 'boolean') return compareTruth(scalar, op, value, path);
  if (scalar.as === 'time') return compareTime(scalar, op, value, path);
  return compareText(scalar, op, String(value));
}

function compareTruth(scalar: Scalar, op: Comparison, value: FilterValue, path: string): SQL {
  const word = String(value).toLowerCase();
  if (op !== 'eq' || (word !== 'true' && word !== 'false')) throw invalidFilter(`"${cut(path, 100)}" is true or false.`);
  return sql`(${scalar.sql} = ${word === 'true'}::boolean)`;
}

const orders = { eq: sql`=`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` };
const isOrder = (op: Comparison): op is keyof typeof orders => op in orders;

// Characters of a database timestamp: four-digit years.
const [firstInstant, lastInstant] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

function compareTime(scalar: Scalar, op: Comparison, value: FilterValue, path: string): SQL {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (!isOrder(op) || !(at >= firstInstant && at <= lastInstant))
    throw invalidFilter(`"${cut(path, 100)}" is compared with a date and time.`);
  return sql`(${scalar.sql} ${orders[op]} ${new Date(at).toISOString()}::timestamptz)`;
}

function compareText(scalar: Scalar, op: Comparison, value: string): SQL {
  const given = scalar.normal ? scalar.normal(value) : scalar.composed ? value.normalize('NFC') : value;
  // Both sides are lower-cased by the database: JavaScript does it differently for some letters.
  const lowered = !scalar.exact && !scalar.normal;
  const stored = lowered ? sql`lower(${scalar.sql})` : scalar.sql;
  const wanted = lowered ? sql`lower(${given}::text)` : sql`${given}::text`;
  switch (op) {
    case 'co':
      return sql`(position(${wanted} in ${stored}) > 0)`;
    case 'sw':
      return sql`starts_with(${stored}, ${wanted})`;
    case 'ew':
      return sql`(right(${stored}, length(${wanted})) = ${wanted})`;
    default:
      if (op === 'eq') return scalar.equals ? scalar.equals(given) : sql`(${stored} = ${wanted})`;
      return sql`(${stored} collate "C" ${isOrder(op) ? orders[op] : orders.eq} ${wanted} collate "C")`;
  }
}

/** The requested order; missing values come last, or first when descending (RFC 7644, 3.4.2.3). */
export function orderBy(sortBy: string | null, descending: boolean, resolver: Resolver): SQL | null {
  const place = sortBy ? resolvePath(sortBy, resolver.shape) : null;
  const operand = place && resolver.operand(place.attribute, place.sub, place.extension);
  if (!place || !operand || operand.kind === 'whole') return null;
  const direction = descending ? sql`desc nulls first` : sql`asc nulls last`;
  if (operand.kind === 'scalar') return sql`${ordered(operand)} ${direction}`;
  const part = operand.part(place.sub ?? findAttribute(place.attribute.sub ?? [], 'value') ?? null);
  const primary = operand.part(findAttribute(place.attribute.sub ?? [], 'primary') ?? null);
  if (!part) return null;
  // Of several values the primary one decides, else the first.
  const first = primary ? sql` order by coalesce(${primary.sql}, false) desc` : sql``;
  return sql`(select ${ordered(part)} from ${operand.from}${first} limit 1) ${direction}`;
}

const ordered = (scalar: Scalar): SQL =>
  scalar.as !== 'text' ? scalar.sql : scalar.exact || scalar.normal ? scalar.sql : sql`lower(${scalar.sql})`;
