import type { Language } from '../session/languages.ts';
import { cut } from '../text/cut.ts';
import { fold } from '../text/fold.ts';
import { normalName } from '../text/name.ts';
import type { CustomValue, FieldLimits, FieldOption, Words } from './field.ts';
import { hasOptions, isEmpty } from './field.ts';
import {
  type FieldOwner,
  type FieldType,
  maxDecimals,
  maxHelpLength,
  maxKeptOptions,
  maxLabelLength,
  maxOptionLength,
  maxOptions,
  maxPatternLength,
  maxTextLength,
} from './limits.ts';
import { checkValue, compareDecimals, decimal, isDay } from './value.ts';

/** A field as a form holds it and as it is sent. */
export type FieldDraft = {
  of: FieldOwner;
  type: FieldType;
  labels: Words;
  helps: Words;
  options: FieldOption[];
  defaultValue: CustomValue | null;
  limits: FieldLimits;
  required: boolean;
  global: boolean;
  searchable: boolean;
  identity: boolean;
  userVisible: boolean;
  userEditable: boolean;
};
export type DraftField = keyof FieldDraft;

export const emptyField: FieldDraft = {
  of: 'user',
  type: 'text',
  labels: {},
  helps: {},
  options: [],
  defaultValue: null,
  limits: {},
  required: false,
  global: false,
  searchable: false,
  identity: false,
  userVisible: true,
  userEditable: false,
};

/** Why a field can't be created like this; each has a sentence (`customFields.fault.…`). */
const draftFaults = [
  'required',
  'too_long',
  'invalid',
  'options_needed',
  'options_many',
  'options_twice',
  'unused',
  'order',
  'global_refused',
  'identity_refused',
  'identity_editable',
  'editable_hidden',
] as const;
type DraftFault = (typeof draftFaults)[number];
export type DraftFaults = Partial<Record<DraftField, DraftFault>>;

const limitsOfType: Record<FieldType, readonly (keyof FieldLimits)[]> = {
  text: ['longest', 'pattern'],
  number: ['least', 'most', 'decimals'],
  date: ['earliest', 'latest'],
  list: [],
  multiple: [],
  single: [],
};
export const getLimits = (type: FieldType) => limitsOfType[type];

const tooLong = (words: Words, most: number) => Object.values(words).some((word) => (word ?? '').trim().length > most);

/** What is wrong with a field, by part of its form; `own` is the tenant's language, whose label is the fallback. */
export function fieldFaults(draft: FieldDraft, tenant: { kind: 'platform' | 'partner' | 'unit'; language: Language }): DraftFaults {
  const faults: DraftFaults = {};
  if (!draft.labels[tenant.language]?.trim()) faults.labels = 'required';
  else if (tooLong(draft.labels, maxLabelLength)) faults.labels = 'too_long';
  if (tooLong(draft.helps, maxHelpLength)) faults.helps = 'too_long';
  const options = optionsFault(draft);
  if (options) faults.options = options;
  const limits = limitsFault(draft);
  if (limits) faults.limits = limits;
  if (draft.global && tenant.kind === 'unit') faults.global = 'global_refused';
  if (draft.identity && (draft.of !== 'user' || draft.type === 'multiple')) faults.identity = 'identity_refused';
  if (draft.userEditable && draft.identity) faults.userEditable = 'identity_editable';
  else if (draft.userEditable && !draft.userVisible) faults.userEditable = 'editable_hidden';
  if (!options && !limits && !isEmpty(draft.defaultValue) && 'problem' in checkValue({ ...draft, key: '' }, draft.defaultValue))
    faults.defaultValue = 'invalid';
  return faults;
}

function optionsFault({ type, options }: FieldDraft): DraftFault | null {
  if (!hasOptions(type)) return options.length > 0 ? 'unused' : null;
  const open = options.filter((option) => !option.retired);
  if (open.length === 0) return 'options_needed';
  if (open.length > maxOptions || options.length > maxKeptOptions) return 'options_many';
  const keys = options.map((option) => fold(option.value));
  if (keys.some((key) => key === '')) return 'invalid';
  if (options.some((option) => option.value.length > maxOptionLength || tooLong(option.labels, maxOptionLength))) return 'too_long';
  return new Set(keys).size < keys.length ? 'options_twice' : null;
}

function limitsFault({ type, limits }: FieldDraft): DraftFault | null {
  // Because Object.keys loses the literal type.
  const given = (Object.keys(limits) as (keyof FieldLimits)[]).filter((name) => limits[name] !== undefined);
  if (given.some((name) => !limitsOfType[type].includes(name))) return 'unused';
  const { longest, pattern, least, most, decimals, earliest, latest } = limits;
  const whole = (value: number | undefined, from: number, to: number) =>
    value === undefined || (Number.isInteger(value) && value >= from && value <= to);
  if (!whole(longest, 1, maxTextLength) || !whole(decimals, 0, maxDecimals)) return 'invalid';
  if (pattern !== undefined && (pattern.trim() === '' || pattern.length > maxPatternLength)) return 'invalid';
  if ([least, most].some((value) => value !== undefined && decimal(value) !== value)) return 'invalid';
  if ([earliest, latest].some((value) => value !== undefined && !isDay(value))) return 'invalid';
  const turned = (least && most && compareDecimals(least, most) > 0) || (earliest && latest && earliest > latest);
  return turned ? 'order' : null;
}

/** The types that a field of a type can change to; anything else needs a new field (BEHAVIOUR 10). */
export const nextTypes: Record<FieldType, readonly FieldType[]> = {
  text: ['text', 'list'],
  number: ['number', 'text'],
  date: ['date'],
  list: ['list', 'text'],
  multiple: ['multiple'],
  single: ['single'],
};

/** Whether a field can take the new type; from text to a list, every value in use must be one of its options. */
export function mayBecome(from: FieldType, to: FieldType, options: readonly FieldOption[], used: readonly string[]): boolean {
  if (!nextTypes[from].includes(to)) return false;
  return from !== 'text' || to !== 'list' || used.every((value) => options.some((option) => option.value === value));
}

/** The options to store: those of the form, and removed ones that are still in use, retired. */
export function keptOptions(before: readonly FieldOption[], next: readonly FieldOption[], used: readonly string[]): FieldOption[] {
  const gone = before.filter((option) => used.includes(option.value) && !next.some((each) => each.value === option.value));
  return [...next, ...gone.map((option) => ({ ...option, retired: true }))];
}

/** New options as they are stored; those of `known` stay as users and reports have them, even with invisible characters. */
export function namedOptions(draft: FieldDraft, known: readonly string[]): FieldDraft {
  const named = (value: string) => (known.includes(value) ? value : normalName(value));
  const { options, defaultValue: chosen } = draft;
  return {
    ...draft,
    options: options.map((option) => ({ ...option, value: named(option.value) })),
    ...(hasOptions(draft.type) && chosen && { defaultValue: typeof chosen === 'string' ? named(chosen) : chosen.map(named) }),
  };
}

/** Pasted lines, one option each; existing ones are skipped, ignoring accents and case. */
export function optionsFromLines(text: string, before: readonly FieldOption[]): FieldOption[] {
  const known = new Set(before.map((option) => fold(option.value)));
  return text.split(/\r?\n|\t/).flatMap((line) => {
    const value = cut(normalName(line), maxOptionLength);
    const key = fold(value);
    if (key === '' || known.has(key)) return [];
    known.add(key);
    return [{ value, labels: {}, retired: false }];
  });
}
