import fc from 'fast-check';
import type { Random } from '../../walk/random.ts';
import { nasty, nastyNumber, nastyText } from './values.ts';

/** The part of JSON Schema that the API description uses. */
export type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
} & { [key in 'anyOf' | 'oneOf' | 'allOf']?: Schema[] };

export type Wish = {
  random: Random;
  /** How often a part is arbitrary instead of what the schema says. */
  evil: number;
  ids: readonly string[];
};

const isId = (pattern: string) => /\[0-9a-f(?:A-F)?\]\{8\}/.test(pattern);
/** A version 4 id that the seed decides. */
function getId(random: Random): string {
  const hex = (length: number) => Array.from({ length }, () => random.below(16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`;
}
const words = ['Vendas', 'Ana Nunes', 'sul', 'pt-BR', '2026-11-20', '2026-12-01T12:00:00Z', 'ana@people.test', '08:00', 'name', 'c3RhdGU='];

function getText(schema: Schema, { random, ids }: Wish): string {
  const { pattern, minLength = 0, maxLength = 60 } = schema;
  if (pattern && isId(pattern)) return random.chance(0.85) && ids.length > 0 ? random.pick(ids) : getId(random);
  if (pattern) {
    try {
      const [made = ''] = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 1, seed: random.below(2 ** 31) });
      return made;
    } catch {
      // Patterns that fast-check cannot generate, such as a lookahead: a plain word is refused by the contract.
    }
  }
  if (ids.length > 0 && random.chance(0.1)) return random.pick(ids);
  const text = random.pick(words);
  return text.length < minLength ? text.padEnd(minLength, 'x') : text.slice(0, Math.max(maxLength, 1));
}

function getNumber({ type, minimum = -3, maximum = 1_000 }: Schema, random: Random): number {
  const edge = random.below(6);
  if (edge === 0) return minimum;
  if (edge === 1) return maximum;
  const value = minimum + random.below(Math.min(maximum - minimum, 50) + 1);
  return type === 'integer' || random.chance(0.7) ? value : value + 0.5;
}

function getObject(schema: Schema, wish: Wish): Record<string, unknown> {
  const { random, evil } = wish;
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const made: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(properties))
    if (required.includes(name) ? !random.chance(evil / 3) : random.chance(0.35)) made[name] = valueFor(inner, wish);
  if (typeof additionalProperties === 'object')
    for (let n = random.below(4); n > 0; n -= 1)
      made[propertyNames ? String(valueFor(propertyNames, wish)) : random.pick(words)] = valueFor(additionalProperties, wish);
  if (random.chance(evil / 4)) made[nastyText(random)] = nasty(random);
  return made;
}

/** A value that matches the schema or, as often as `evil` says, one that doesn't. */
export function valueFor(schema: Schema, wish: Wish): unknown {
  const { random, evil } = wish;
  if (random.chance(evil)) {
    if (schema.type === 'string' && random.chance(0.7)) return nastyText(random);
    if ((schema.type === 'number' || schema.type === 'integer') && random.chance(0.7)) return nastyNumber(random);
    return nasty(random);
  }
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueFor(random.pick(choices), wish);
  switch (schema.type) {
    case 'object':
      return getObject(schema, wish);
    case 'array': {
      const { minItems = 0, maxItems = 4, items = {} } = schema;
      return Array.from({ length: minItems + random.below(Math.min(maxItems - minItems, 3) + 1) }, () => valueFor(items, wish));
    }
    case 'string':
      return getText(schema, wish);
    case 'number':
    case 'integer':
      return getNumber(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return schema.properties || schema.additionalProperties ? getObject(schema, wish) : nasty(random);
  }
}

/** The same value with one part replaced by an arbitrary one. */
export function spoiled(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null) return nasty(random);
  const keys = Object.keys(value);
  if (keys.length === 0 || random.chance(0.05)) return nasty(random);
  const key = random.pick(keys);
  const inner = (value as Record<string, unknown>)[key]; // because the key is one of its own
  const changed = random.chance(0.6) && typeof inner === 'object' ? spoiled(inner, random) : nasty(random);
  return Array.isArray(value) ? value.map((each, at) => (String(at) === key ? changed : each)) : { ...value, [key]: changed };
}
