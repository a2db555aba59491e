import type { Language } from '../session/languages.ts';
import type { CustomField, CustomValue } from './field.ts';
import { labelOf } from './field.ts';
import { showValue } from './show.ts';

/** What names a field and its values in records; one that is disabled or deleted still does. */
export type PastField = Pick<CustomField, 'key' | 'type' | 'labels' | 'options'>;
export type Change = { before: Record<string, unknown>; after: Record<string, unknown> };
type Reader = { fields: readonly PastField[]; language: Language; own: Language };

const longest = 400;
const isKey = (name: string) => name.startsWith('cf_');
const facts = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

/** The values of one side, whether they were kept as one part of a record or by key. */
const valuesIn = (side: Record<string, unknown>) => ({
  ...facts(side.custom),
  ...Object.fromEntries(Object.entries(side).filter(([name]) => isKey(name))),
});
const isValue = (value: unknown): value is CustomValue =>
  typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'));

/** A record in which the custom values that differ are one part, `custom`: the labels of their fields, their options and days in words. */
export function customInWords({ before, after }: Change, { fields, language, own }: Reader): Change {
  const [old, fresh] = [valuesIn(before), valuesIn(after)];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    (key) => JSON.stringify(old[key] ?? null) !== JSON.stringify(fresh[key] ?? null),
  );
  const names = new Map<string, string>();
  for (const key of keys) {
    const label = labelOf(fields.find((field) => field.key === key) ?? { key, labels: {} }, language, own);
    names.set(key, [...names.values()].includes(label) ? `${label} (${key})` : label);
  }
  const words = (values: Record<string, unknown>) =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const value = values[key];
        const field = fields.find((each) => each.key === key) ?? { type: 'text' as const, options: [] };
        const text = isValue(value) ? showValue(field, value, language, own).slice(0, longest) : '';
        return text ? [[names.get(key) ?? key, text]] : [];
      }),
    );
  const side = (all: Record<string, unknown>, values: Record<string, unknown>) => ({
    ...Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'custom' && !isKey(name))),
    // A record that says nothing about before stays one of something new.
    ...(keys.length > 0 && Object.keys(all).length > 0 && { custom: words(values) }),
  });
  return { before: side(before, old), after: side(after, fresh) };
}
