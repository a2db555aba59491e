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
/** True when parts of the measure add up to its total, so that shares are meaningful. */
export const addsUp = (measure: Measure): boolean => measure === 'amount' || measure === 'count';

/** `up` is the direction, `tone` its meaning: an increase in a bad measure is up and bad. */
export type Change = { text: string; up: boolean; tone: 'good' | 'bad' | 'flat' };
export type Format = ReturnType<typeof makeFormat>;

/** Writes numbers, money and months as one language does. */
export function makeFormat(locale: string, definition: Definition, say: Texts) {
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: 'always' });
  const fine = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const two = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const whole = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const nearly = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const money = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: definition.currency, currencyDisplay: 'narrowSymbol', ...options });
  const moneyBig = money({ notation: 'compact', minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
  const moneyPlain = money({ maximumFractionDigits: 0, useGrouping: 'always' });
  const moneyFine = money({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const suffix: Record<Unit, string> = { money: '', number: '', percent: '', tonnes: ' t', hours: ' h', days: ' d', energy: ' MWh' };
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const monthShort = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const date = (month: string) => new Date(`${month}-01T00:00:00Z`);
  const capital = (text: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

  const word = (power: number): string => {
    const parts = new Intl.NumberFormat(locale, { notation: 'compact' }).formatToParts(power);
    const at = parts.findIndex((part) => part.type === 'integer');
    return parts
      .slice(at + 1)
      .map((part) => part.value)
      .join('');
  };
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
    /** A column of figures in one unit and without currency: the heading says what they are. */
    column: (measure: Measure, values: (number | null)[]): string[] => {
      const largest = Math.max(...values.map((amount) => Math.abs(amount ?? 0)), 0);
      const power = [1e6, 1e3].find((step) => largest >= (step === 1e6 ? 1e6 : 1e5));
      const write = (amount: number): string => {
        if (definition.units[measure] === 'percent') return percent.format(amount);
        if (power === undefined) return number(measure === 'count' ? Math.round(amount) : amount);
        return `${(power === 1e6 ? two : plain).format(amount / power)}${word(power)}`;
      };
      return values.map((amount) => (amount === null ? '–' : write(amount)));
    },
    axis: (measure: Measure, amount: number): string => (definition.units[measure] === 'percent' ? nearly : short).format(amount),
    share: (part: number): string => whole.format(part),
    /** The change against the month before: relative for sizes, in percentage points for shares. */
    change: (measure: Measure, now: number | null, before: number | null): Change | null => {
      if (now === null || before === null || before === 0) return null;
      const points = isShare(definition.units[measure]);
      const delta = points ? (now - before) * 100 : now / before - 1;
      const up = delta >= 0;
      const flat = Math.abs(delta) < (points ? 0.05 : 0.0005);
      return {
        up,
        tone: flat ? 'flat' : up !== definition.inverse[measure] ? 'good' : 'bad',
        text: points ? fill(say.points, { value: fine.format(Math.abs(delta)) }) : percent.format(Math.abs(delta)),
      };
    },
    month: (month: string): string => capital(months.format(date(month))),
    monthShort: (month: string): string => monthShort.format(date(month)).replace('.', ''),
    monthYear: (month: string): string => `${monthShort.format(date(month))} ${month.slice(0, 4)}`,
    day: (day: number): string => plain.format(day),
  };
}
