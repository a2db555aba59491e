import type { Language } from '../session/languages.ts';
import type { CustomField, CustomValue } from './field.ts';
import { getLabel } from './field.ts';
import { showValue } from './show.ts';

/** Names a field and its values in audit records, also for disabled or deleted fields. */
export type HistoryField = Pick<CustomField, 'key' | 'type' | 'labels' | 'options'>;
export type Change = { before: Record<string, unknown>; after: Record<string, unknown> };
type Reader = { fields: readonly HistoryField[]; language: Language; own: Language };

const longest = 400;
const isKey = (name: string) => name.startsWith('cf_');
const facts = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

/** The values of one side, whether they were stored as one part of a record or by key. */
const valuesIn = (side: Record<string, unknown>) => ({
  ...facts(side.custom),
  ...Object.fromEntries(Object.entries(side).filter(([name]) => isKey(name))),
});
const isValue = (value: unknown): value is CustomValue =>
  typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'));

/** An audit record whose changed custom values are one part, `custom`: labels of fields and options, and days in words. */
export function customInWords({ before, after }: Change, { fields, language, own }: Reader): Change {
  const [old, fresh] = [valuesIn(before), valuesIn(after)];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    (key) => JSON.stringify(old[key] ?? null) !== JSON.stringify(fresh[key] ?? null),
  );
  const names = new Map<string, string>();
  for (const key of keys) {
    const label = getLabel(fields.find((field) => field.key === key) ?? { key, labels: {} }, language, own);
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
    // A record without `before` stays a record of something new.
    ...(keys.length > 0 && Object.keys(all).length > 0 && { custom: words(values) }),
  });
  return { before: side(before, old), after: side(after, fresh) };
}
