import type { Measure } from '../../demo/catalog/types.ts';
import type { Definition, Sums, Unit } from '../model/types.ts';
import { fill, type Texts } from './texts.ts';

/** Reads one measure out of added-up rows; null where there is nothing to divide by. */
export function measured(measure: Measure, [amount, count, cost, bad, base]: Sums): number | null {
  if (measure === 'amount') return amount;
  if (measure === 'count') return count;
  if (measure === 'average') return count ? amount / count : null;
  if (measure === 'margin') return amount ? (amount - cost) / amount : null;
  return base ? bad / base : null;
}

export const isShare = (unit: Unit): boolean => unit === 'percent';
/** True when parts of the measure add up to its total, so that a share of it means something. */
export const addsUp = (measure: Measure): boolean => measure === 'amount' || measure === 'count';

export type Format = ReturnType<typeof makeFormat>;

/** Writes numbers, money and months as one language does. */
export function makeFormat(locale: string, definition: Definition, say: Texts) {
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const fine = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const whole = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const money = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: definition.currency, ...options });
  const moneyBig = money({ notation: 'compact', minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const moneyPlain = money({ maximumFractionDigits: 0 });
  const moneyFine = money({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const suffix: Record<Unit, string> = { money: '', number: '', percent: '', tonnes: ' t', hours: ' h', days: ' d', energy: ' MWh' };
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const monthShort = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const monthYear = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const date = (month: string) => new Date(`${month}-01T00:00:00Z`);
  const capital = (text: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

  const number = (value: number): string => {
    const size = Math.abs(value);
    return size >= 100_000 ? compact.format(value) : size < 100 && !Number.isInteger(value) ? fine.format(value) : plain.format(value);
  };
  const value = (measure: Measure, amount: number | null): string => {
    if (amount === null) return '–';
    const unit = definition.units[measure];
    if (unit === 'percent') return percent.format(amount);
    if (unit === 'money')
      return (Math.abs(amount) >= 100_000 ? moneyBig : Math.abs(amount) >= 1000 ? moneyPlain : moneyFine).format(amount);
    return `${number(unit === 'number' && measure === 'count' ? Math.round(amount) : amount)}${suffix[unit]}`;
  };

  return {
    locale,
    value,
    /** Without currency: what stands in tables and axes, where the heading says what it is. */
    bare: (measure: Measure, amount: number | null): string => {
      if (amount === null) return '–';
      if (definition.units[measure] === 'percent') return percent.format(amount);
      return number(addsUp(measure) && measure === 'count' ? Math.round(amount) : amount);
    },
    axis: (measure: Measure, amount: number): string => (definition.units[measure] === 'percent' ? whole : short).format(amount),
    share: (part: number): string => whole.format(part),
    /** The change against the month before: relative for sizes, in percentage points for shares. */
    change: (measure: Measure, now: number | null, before: number | null): { text: string; up: boolean; good: boolean } | null => {
      if (now === null || before === null || before === 0) return null;
      const points = isShare(definition.units[measure]);
      const delta = points ? (now - before) * 100 : now / before - 1;
      const up = delta >= 0;
      return {
        up,
        good: up !== definition.inverse[measure],
        text: points ? fill(say.points, { value: fine.format(Math.abs(delta)) }) : percent.format(Math.abs(delta)),
      };
    },
    month: (month: string): string => capital(months.format(date(month))),
    monthShort: (month: string): string => monthShort.format(date(month)).replace('.', ''),
    monthYear: (month: string): string => monthYear.format(date(month)),
    day: (day: number): string => plain.format(day),
  };
}
