import type { FieldType } from './limits.ts';
import { keyPattern } from './limits.ts';
import { decimal, isDay } from './value.ts';

/**
 * A filter by a searchable field: one of several options, the beginning of a text, or a range of numbers or days (either end may be open).
 */
export type CustomFilter =
  | { key: string; how: 'any'; values: string[] }
  | { key: string; how: 'begins'; text: string }
  | { key: string; how: 'days' | 'numbers'; from: string | null; to: string | null };

const maxCustomFilters = 10;
const maxValues = 50;
const signs = { any: '', begins: '~', days: '@', numbers: '#' } as const;

export const getFilterKind = (type: FieldType): CustomFilter['how'] =>
  type === 'text' ? 'begins' : type === 'date' ? 'days' : type === 'number' ? 'numbers' : 'any';

/** One address parameter holds them all: `cf_region=Sul&cf_region=Norte&cf_admission%40=2025-01-01..`. Null where it is invalid. */
export function readFilters(text: string): CustomFilter[] | null {
  const found = new Map<string, CustomFilter>();
  for (const [name, value] of getPairs(text)) {
    const filter = readOne(name, value, found.get(name));
    if (!filter) return null;
    found.set(name, filter);
  }
  const filters = [...found.values()];
  return filters.length > 0 && filters.length <= maxCustomFilters ? filters : null;
}

export function writeFilters(filters: readonly CustomFilter[]): string | undefined {
  const parts = filters.flatMap((filter) => {
    const name = encode(`${filter.key}${signs[filter.how]}`);
    return getTexts(filter).map((value) => `${name}=${encode(value)}`);
  });
  return parts.length === 0 ? undefined : parts.join('&');
}

const getTexts = (filter: CustomFilter): readonly string[] => {
  if (filter.how === 'any') return filter.values;
  return filter.how === 'begins' ? [filter.text] : [`${filter.from ?? ''}..${filter.to ?? ''}`];
};

function readOne(name: string, value: string, before: CustomFilter | undefined): CustomFilter | null {
  const sign = /[~@#]$/.exec(name)?.[0] ?? '';
  const key = name.slice(0, name.length - sign.length);
  if (!keyPattern.test(key) || value.trim() === '' || value.length > 500) return null;
  if (sign === '') {
    const values = [...(before?.how === 'any' ? before.values : []), value];
    return values.length <= maxValues ? { key, how: 'any', values } : null;
  }
  if (before) return null;
  if (sign === '~') return { key, how: 'begins', text: value };
  const how = sign === '@' ? 'days' : 'numbers';
  const ends = value.split('..');
  const [from = '', to = ''] = ends;
  const isEnd = (end: string) => end === '' || (how === 'days' ? isDay(end) : decimal(end) === end);
  if (ends.length !== 2 || value === '..' || !isEnd(from) || !isEnd(to)) return null;
  return { key, how, from: from || null, to: to || null };
}

const encode = encodeURIComponent;
function getPairs(text: string): [string, string][] {
  return text.split('&').map((part) => {
    const at = part.indexOf('=');
    return at < 0 ? ['', ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
  });
}
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
