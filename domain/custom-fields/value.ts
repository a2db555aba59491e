import { isMonthFirst } from '../format/date.ts';
import { fold } from '../text/fold.ts';
import type { CustomValue, FieldRule } from './field.ts';
import { hasOptions } from './field.ts';
import { maxDecimals, maxTextLength } from './limits.ts';

/** Why a value is refused; each has a sentence in the texts (`customFields.problem.…`). */
export const valueProblems = [
  'required',
  'invalid',
  'too_long',
  'too_small',
  'too_large',
  'decimals',
  'pattern',
  'not_an_option',
  'retired',
  'not_editable',
  'unknown',
] as const;
export type ValueProblem = (typeof valueProblems)[number];
export type Checked = { value: CustomValue | null } | { problem: ValueProblem };

const decimalShape = /^(-?)0*(\d{1,12})(?:\.(\d{1,6}))?$/;

/** A decimal(18,6) in its shortest form, or null: `007.50` is `7.5`. Kept as text, because a JavaScript number would lose digits. */
export function decimal(text: string): string | null {
  const [, sign = '', whole = '', part = ''] = decimalShape.exec(text) ?? [];
  if (!whole) return null;
  const rest = part.replace(/0+$/, '');
  const plain = rest ? `${whole}.${rest}` : whole;
  return plain === '0' ? '0' : `${sign}${plain}`;
}

/** Whether the first decimal is less than, equal to or more than the second, digit by digit. */
export function compareDecimals(one: string, other: string): number {
  const scaled = (text: string) => {
    const [whole = '0', part = ''] = text.replace('-', '').split('.');
    return BigInt(`${text.startsWith('-') ? '-' : ''}${whole}${part.padEnd(maxDecimals, '0')}`);
  };
  const difference = scaled(one) - scaled(other);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** An existing calendar day, written `2026-11-21`; the year needs four digits, because a typed 26 is a slip. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Whether a text matches a pattern: `9` a digit, `A` a letter, `*` either, any other character itself. */
export function fitsPattern(text: string, pattern: string): boolean {
  const [signs, wanted] = [[...text], [...pattern]];
  const fits: Record<string, RegExp> = { '9': /^\p{Nd}$/u, A: /^\p{L}$/u, '*': /^[\p{L}\p{Nd}]$/u };
  return signs.length === wanted.length && wanted.every((want, at) => fits[want]?.test(signs[at] ?? '') ?? want === signs[at]);
}

/**
 * Checks one value against its field and returns it as it is stored; null is no value. A retired option is valid only where it is already
 * stored.
 */
export function checkValue(field: FieldRule, input: unknown, before?: CustomValue | null): Checked {
  if (input === null || input === undefined || input === '') return { value: null };
  if (field.type === 'multiple') return checkChoices(field, input, before);
  if (typeof input !== 'string') return { problem: 'invalid' };
  const text = input.trim();
  if (text === '') return { value: null };
  if (field.type === 'number') return checkNumber(field, text);
  if (field.type === 'date') return checkDay(field, text);
  if (hasOptions(field.type)) return checkOption(field, text, before === text);
  if (text.length > (field.limits.longest ?? maxTextLength)) return { problem: 'too_long' };
  return field.limits.pattern && !fitsPattern(text, field.limits.pattern) ? { problem: 'pattern' } : { value: text };
}

function checkNumber({ limits }: FieldRule, text: string): Checked {
  const value = decimal(text);
  if (value === null) return { problem: 'invalid' };
  if ((value.split('.')[1] ?? '').length > (limits.decimals ?? maxDecimals)) return { problem: 'decimals' };
  if (limits.least && compareDecimals(value, limits.least) < 0) return { problem: 'too_small' };
  return limits.most && compareDecimals(value, limits.most) > 0 ? { problem: 'too_large' } : { value };
}

function checkDay({ limits }: FieldRule, text: string): Checked {
  if (!isDay(text)) return { problem: 'invalid' };
  if (limits.earliest && text < limits.earliest) return { problem: 'too_small' };
  return limits.latest && text > limits.latest ? { problem: 'too_large' } : { value: text };
}

function checkOption({ options }: FieldRule, text: string, stands: boolean): Checked {
  const option = options.find((each) => each.value === text);
  if (stands || (option && !option.retired)) return { value: text };
  return { problem: option ? 'retired' : 'not_an_option' };
}

function checkChoices(field: FieldRule, input: unknown, before?: CustomValue | null): Checked {
  if (!Array.isArray(input) || input.some((each) => typeof each !== 'string')) return { problem: 'invalid' };
  const stood = Array.isArray(before) ? before : [];
  const wanted = new Set<string>(input);
  for (const each of wanted) {
    const checked = checkOption(field, each, stood.includes(each));
    if ('problem' in checked) return checked;
  }
  // In the order of the options, so that the same choice is the same value.
  const order = [...field.options.map((option) => option.value), ...stood];
  const value = [...wanted].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return { value: value.length === 0 ? null : value };
}

/** Reads typed text or a file's cell: numbers and days in the format of the language, options by value or by any label. */
export function readTyped(field: FieldRule, typed: string, language: string): CustomValue | null {
  const text = typed.trim();
  if (text === '') return null;
  if (field.type === 'number') return typedNumber(text, language) ?? text;
  if (field.type === 'date') return typedDay(text, language);
  if (field.type === 'multiple') {
    const whole = getOption(field, text);
    if (whole) return [whole];
    return text
      .split(/[;|]|,(?!\d)/)
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((each) => getOption(field, each) ?? each);
  }
  return hasOptions(field.type) ? (getOption(field, text) ?? text) : text;
}

function getOption({ options }: FieldRule, text: string): string | null {
  const key = fold(text);
  const named = (option: FieldRule['options'][number]) =>
    [option.value, ...Object.values(option.labels)].some((word) => fold(word ?? '') === key);
  return (options.find((option) => !option.retired && named(option)) ?? options.find(named))?.value ?? null;
}

/** `1.234,5` in Portuguese and Spanish and `1,234.5` in English are 1234.5; null where neither format fits. */
export function typedNumber(text: string, language: string): string | null {
  const plain = text.replace(/[\s\u00a0]/g, '');
  const [thousands, point] = language === 'en-US' ? [',', '.'] : ['.', ','];
  const grouped = new RegExp(`^-?\\d{1,3}(\\${thousands}\\d{3})+(\\${point}\\d+)?$`).test(plain);
  const joined = grouped ? plain.replaceAll(thousands, '') : plain;
  return decimal(joined.includes(point) ? joined.replace(point, '.') : joined);
}

/** A day as files write it; anything else is returned unchanged, for the check to refuse. */
function typedDay(text: string, language: string): string {
  const [, one = '', other = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const [day, month] = isMonthFirst(language) ? [other, one] : [one, other];
  if (year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return text.replace(/^(\d{4})\/(\d\d)\/(\d\d)$/, '$1-$2-$3').replace(/T00:00(:00(\.0+)?)?Z?$/, '');
}
