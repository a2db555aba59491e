import { wallClock } from '../format/date.ts';
import { toInstant } from '../format/to-instant.ts';
import { getCost, type LedgerHour, type LogEntry, ledgerHours, type Prices, reachedShares, savings } from './ledger.ts';

const hourMs = 3_600_000;

/** A row of the ledger as it is stored: its price is the one of its hour, or null while its size had none. */
export type StoredHour = { hour: Date; size: string; cause: string; seconds: number; centsPerHour: number | null };

/** What an hour cost: at its own price, else at the present one, because prices are often entered later; null without either. */
export const getCents = ({ size, seconds, centsPerHour }: StoredHour, prices: Prices): number | null =>
  getCost(seconds, centsPerHour ?? prices[size]);

export const getHour = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs);

/** The hours that are over and not yet written, as rows of the ledger. */
export function closedHours(log: readonly LogEntry[], from: Date, now: Date, prices: Prices): StoredHour[] {
  return ledgerHours(log, from, getHour(now), prices).map(({ hour, size, cause, seconds }) => ({
    ...{ hour, size, cause, seconds },
    centsPerHour: prices[size] ?? null,
  }));
}

/** The first instant of a month, `yyyy-mm`, in a zone, and that of the next one. */
export function monthSpan(month: string, zone: string): { from: Date; until: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = (months: number) => {
    const day = new Date(Date.UTC(year, number - 1 + months, 1));
    return toInstant({ year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: 1, hours: 0, minutes: 0 }, zone);
  };
  return { from: first(0), until: first(1) };
}

const two = (number: number) => String(number).padStart(2, '0');
/** The month of an instant in a zone, `yyyy-mm`. */
export function getMonth(at: Date, zone: string): string {
  const { year, month } = wallClock(at, zone);
  return `${year}-${two(month)}`;
}

type Budget = { cents: number | null; told: readonly number[]; month: string | null };

/** What is spent of a month's budget: the shares to announce, and the shares announced with them. */
export function budgetNews(spentCents: number, { cents, told, month }: Budget, now: Date, zone: string) {
  const current = getMonth(now, zone);
  const before = month === current ? told : [];
  const shares = reachedShares(spentCents, cents, before);
  return { month: current, shares, told: [...before, ...shares], isSpent: cents !== null && spentCents >= cents };
}

type Month = {
  stored: readonly StoredHour[];
  /** The log since the ledger was last written, with the entry before it. */
  log: readonly LogEntry[];
  since: Date;
  /** When the unit took control of the capacity: before it nothing is known, so nothing is counted or compared. */
  controlledAt: Date;
  now: Date;
};
type MonthRules = { baseSize: string; prices: Prices; paidByReservation: boolean };

/**
 * One month of the ledger in a zone, with the hour that isn't over: seconds and money of each day, and against the base size always on
 * until now. An hour belongs to the day in which it begins. Money is null without a price of the base size and of all sizes that were used.
 */
export function monthLedger(month: string, zone: string, { stored, log, since, controlledAt, now }: Month, rules: MonthRules) {
  const { from, until } = monthSpan(month, zone);
  const first = new Date(Math.max(from.getTime(), getHour(controlledAt).getTime()));
  const isWithin = ({ hour }: { hour: Date }) => hour >= first && hour < until;
  const open = ledgerHours(log, since, now, rules.prices).filter(isWithin);
  const written: LedgerHour[] = stored.filter(isWithin).map((row) => ({ ...row, cents: getCents(row, rules.prices) }));
  const hours = [...written, ...open];
  const start = new Date(Math.max(from.getTime(), controlledAt.getTime()));
  const end = new Date(Math.max(start.getTime(), Math.min(now.getTime(), until.getTime())));
  const compared = savings(hours, { from: start, until: end, ...rules });
  const price = rules.prices[rules.baseSize];
  return {
    ...{ month, ...compared },
    fullMonthCents: price !== undefined ? Math.round((price * (until.getTime() - from.getTime())) / hourMs) : null,
    days: getDays(hours, zone, compared.money !== null),
    causes: sums(hours, ({ cause }) => cause).map(([cause, seconds]) => ({ cause, seconds })),
  };
}

function getDays(hours: readonly LedgerHour[], zone: string, hasMoney: boolean) {
  const getDay = ({ hour }: LedgerHour) => {
    const { year, month, day } = wallClock(hour, zone);
    return `${year}-${two(month)}-${two(day)}`;
  };
  return [...Map.groupBy(hours, getDay)]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([day, rows]) => ({
      day,
      seconds: rows.reduce((sum, { seconds }) => sum + seconds, 0),
      cents: hasMoney ? rows.reduce((sum, { cents }) => sum + (cents ?? 0), 0) : null,
      sizes: sums(rows, ({ size }) => size).map(([size, seconds]) => ({ size, seconds })),
    }));
}

const sums = (rows: readonly LedgerHour[], by: (row: LedgerHour) => string): [string, number][] =>
  [...Map.groupBy(rows, by)]
    .map(([name, each]): [string, number] => [name, each.reduce((sum, { seconds }) => sum + seconds, 0)])
    .sort(([, one], [, other]) => other - one);
