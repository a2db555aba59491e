import { formatMoney, formatNumber } from '../../../domain/format/number.ts';
import type { Language } from '../../i18n.ts';
import type { Capacity } from './types.ts';

const wholeFrom = 10_000;

/** Cents as money; from 100 on without cents, because a month's estimate isn't exact to one. */
export const moneyText = (language: Language, cents: number, currency: string): string =>
  Math.abs(cents) < wholeFrom
    ? formatMoney(language, cents, currency)
    : new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 0 }).format(cents / 100);

/** Seconds in hours, with one decimal at most. */
const toHours = (seconds: number): number => Math.round(seconds / 360) / 10;
export const hoursText = (language: Language, seconds: number): string => `${formatNumber(language, toHours(seconds))} h`;

/** Whether the price of any size is known. */
export const hasPrices = (rules: Capacity['rules']): boolean => Object.keys(rules?.prices ?? {}).length > 0;
