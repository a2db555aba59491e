import type { Language } from '../session/languages.ts';

export function formatNumber(language: Language, value: number, fractionDigits?: number): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits ?? 2 }).format(
    value,
  );
}

/** Writes a share between 0 and 1 as a percentage: 0.964 is 96,4%. */
export function formatPercent(language: Language, share: number, fractionDigits = 1): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: fractionDigits }).format(share);
}

/** Writes integer cents as money. */
export function formatMoney(language: Language, cents: number, currency = 'BRL'): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100);
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Writes a size in units from B to PB, in steps of 1024 (Spec 9), with one decimal at most. */
export function formatBytes(language: Language, bytes: number): string {
  let [value, unit] = [Math.max(0, bytes), 0];
  // 1023.95 would be written as 1,024; it belongs to the next unit.
  while (unit < UNITS.length - 1 && Math.round(value * 10) / 10 >= 1024) {
    value /= 1024;
    unit += 1;
  }
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: unit === 0 ? 0 : 1 }).format(value)} ${UNITS[unit]}`;
}

/** Joins names as the language does: A, B e C. */
export function formatList(language: Language, items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items);
}
