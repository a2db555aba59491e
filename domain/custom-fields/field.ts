import type { Language } from '../session/languages.ts';
import type { FieldOwner, FieldType } from './limits.ts';

/** Text by language; a missing language falls back to the tenant's own. */
export type Words = Partial<Record<Language, string>>;
export type FieldOption = { value: string; labels: Words; retired: boolean };

/** Constraints on a value, by type; absent means unconstrained. Numbers and days are text, like the values. */
export type FieldLimits = {
  longest?: number | undefined;
  pattern?: string | undefined;
  least?: string | undefined;
  most?: string | undefined;
  decimals?: number | undefined;
  earliest?: string | undefined;
  latest?: string | undefined;
};

/** One value as it is stored and sent: text, also for a decimal or a day; a list of options for `multiple`. */
export type CustomValue = string | string[];
export type CustomValues = Record<string, CustomValue>;

/** What a value is checked against. */
export type FieldRule = {
  key: string;
  type: FieldType;
  options: readonly FieldOption[];
  limits: FieldLimits;
  required: boolean;
  defaultValue: CustomValue | null;
};

/** A field in force, as forms, lists, imports and exports know it. */
export type CustomField = Omit<FieldRule, 'options'> & {
  id: string;
  options: FieldOption[];
  of: FieldOwner;
  labels: Words;
  helps: Words;
  global: boolean;
  searchable: boolean;
  identity: boolean;
  userVisible: boolean;
  userEditable: boolean;
};

const fallback: readonly Language[] = ['pt-BR', 'en-US', 'es', 'pt-PT'];

/** The text in a language, else in the tenant's own, else in any that has one. */
export function wordIn(words: Words, language: Language, own?: Language): string {
  const order = own ? [language, own, ...fallback] : [language, ...fallback];
  return order.map((each) => words[each]).find((word) => word) ?? '';
}

export const getLabel = (field: { labels: Words; key: string }, language: Language, own?: Language): string =>
  wordIn(field.labels, language, own) || field.key;

export const optionLabel = (option: Pick<FieldOption, 'value' | 'labels'>, language: Language, own?: Language): string =>
  wordIn(option.labels, language, own) || option.value;

export const hasOptions = (type: FieldType): boolean => type === 'list' || type === 'multiple' || type === 'single';

/** The placeholder for the value of a field in an RLS identity. */
export const identityToken = (key: string): string => `{{${key}}}`;

export const isEmpty = (value: CustomValue | null | undefined): boolean =>
  value === null || value === undefined || value.length === 0 || (typeof value === 'string' && value.trim() === '');
