import { cut } from '../text/cut.ts';
import { invalidFilter } from './error.ts';
import { maxFilterDepth, maxFilterLength } from './limits.ts';

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];
export type FilterValue = string | number | boolean | null;

/** A filter of RFC 7644, 3.4.2.2. `within` is a value path: one element of `path` matches all of `filter`. */
export type Filter =
  | { kind: 'compare'; path: string; op: Comparison; value: FilterValue }
  | { kind: 'present'; path: string }
  | { kind: 'and' | 'or'; filters: Filter[] }
  | { kind: 'not'; filter: Filter }
  | { kind: 'within'; path: string; filter: Filter };

type Token = { kind: 'word' | 'value' | 'sign' | 'bare'; text: string };

// A word is an attribute path or an operator; URNs contain dots, colons and percent signs.
const pattern =
  /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?=[\s()[\]]|$)|([A-Za-z$][-\w$.:/%+]*)|([()[\]])|(\.[A-Za-z$][-\w$]*)|([^\s()[\]"]+))/y;

function getTokens(filter: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  const end = filter.trimEnd().length;
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex;
    const match = pattern.exec(filter);
    if (!match) throw invalidFilter(`The filter cannot be read from position ${at + 1}.`);
    const [, quoted, number, word, sign, after, bare] = match;
    if (quoted !== undefined || number !== undefined) tokens.push({ kind: 'value', text: quoted ?? number ?? '' });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (bare !== undefined) tokens.push({ kind: 'bare', text: bare });
    else tokens.push({ kind: 'sign', text: sign ?? after ?? '' });
  }
  return tokens;
}

const isComparison = (word: string): word is Comparison => comparisons.some((known) => known === word);

class Reader {
  private at = 0;
  private readonly tokens: Token[];

  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  peek(): Token | undefined {
    return this.tokens[this.at];
  }

  next(): Token {
    const token = this.tokens[this.at];
    if (!token) throw invalidFilter('The filter ends too early.');
    this.at += 1;
    return token;
  }

  /** Consumes the word if it is the next one, ignoring case. */
  takes(word: string): boolean {
    const token = this.peek();
    if (!token || token.kind === 'value' || token.text.toLowerCase() !== word) return false;
    this.at += 1;
    return true;
  }

  needs(sign: string): void {
    if (!this.takes(sign)) throw invalidFilter(`The filter lacks a "${sign}".`);
  }
}

/** Parses a filter; `or` binds weaker than `and`, `and` weaker than `not` and value paths. */
export function parseFilter(filter: string): Filter {
  if (filter.length > maxFilterLength) throw invalidFilter(`A filter has ${maxFilterLength} signs at most.`);
  const reader = new Reader(getTokens(filter));
  const read = alternatives(reader, 0);
  const rest = reader.peek();
  if (rest) throw invalidFilter(`Unexpected "${cut(rest.text, 60)}" in the filter.`);
  return read;
}

function series(reader: Reader, depth: number, kind: 'and' | 'or', read: (reader: Reader, depth: number) => Filter): Filter {
  const filters = [read(reader, depth)];
  while (reader.takes(kind)) filters.push(read(reader, depth));
  return filters.length === 1 && filters[0] ? filters[0] : { kind, filters };
}

const alternatives = (reader: Reader, depth: number): Filter => series(reader, depth, 'or', conjunction);
const conjunction = (reader: Reader, depth: number): Filter => series(reader, depth, 'and', single);

function nested(reader: Reader, depth: number): Filter {
  reader.needs('(');
  const filter = alternatives(reader, depth + 1);
  reader.needs(')');
  return filter;
}

function single(reader: Reader, depth: number): Filter {
  if (depth > maxFilterDepth) throw invalidFilter(`A filter nests ${maxFilterDepth} levels at most.`);
  if (reader.peek()?.text === '(') return nested(reader, depth);
  const word = reader.next();
  if (word.kind !== 'word') throw invalidFilter(`Expected an attribute instead of "${cut(word.text, 60)}".`);
  if (word.text.toLowerCase() === 'not' && reader.peek()?.text === '(') return { kind: 'not', filter: nested(reader, depth) };
  if (!reader.takes('[')) return condition(reader, word.text);
  const filter = alternatives(reader, depth + 1);
  reader.needs(']');
  const after = reader.peek();
  if (after?.kind !== 'sign' || !after.text.startsWith('.')) return { kind: 'within', path: word.text, filter };
  reader.next();
  // `emails[type eq "work"].value co "x"`: the same element matches both.
  return { kind: 'within', path: word.text, filter: { kind: 'and', filters: [filter, condition(reader, after.text.slice(1))] } };
}

function condition(reader: Reader, path: string): Filter {
  const op = reader.next().text.toLowerCase();
  if (op === 'pr') return { kind: 'present', path };
  if (!isComparison(op)) throw invalidFilter(`"${cut(op, 60)}" is no operator.`);
  return { kind: 'compare', path, op, value: readOperand(reader.next()) };
}

function readOperand({ kind, text }: Token): FilterValue {
  const word = text.toLowerCase();
  if (kind === 'word' && (word === 'true' || word === 'false')) return word === 'true';
  if (kind === 'word' && word === 'null') return null;
  if (kind === 'sign') throw invalidFilter(`"${cut(text, 60)}" is no value; text stands between quotation marks.`);
  let value: unknown;
  try {
    // Some clients omit the quotation marks around a text without spaces.
    value = kind === 'value' ? JSON.parse(text) : text;
  } catch {
    throw invalidFilter('A value of the filter is not written as in JSON.');
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalidFilter('A number of the filter is too large.');
  if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed()))
    throw invalidFilter('A value has signs that no text has.');
  return value as string | number; // because only text and numbers are tokens of these kinds
}
