/** A capacity was in one state at one size for one reason, until the next entry of its log. */
export type LogEntry = { at: Date; isOn: boolean; size: string; cause: string };

/** Seconds that a capacity was on within one hour, at one size for one cause, and what they cost; null without a price of the size. */
export type LedgerHour = { hour: Date; size: string; cause: string; seconds: number; cents: number | null };

/** Prices of the sizes in cents an hour; what a size without one costs isn't known. */
export type Prices = Readonly<Record<string, number>>;

const hourMs = 3_600_000;

/**
 * The hours of a ledger between two instants, from a log in order of time that may begin before them. Each row is rounded once: seconds to
 * whole ones, money to whole cents.
 */
export function ledgerHours(log: readonly LogEntry[], from: Date, until: Date, prices: Prices): LedgerHour[] {
  const milliseconds = new Map<string, { hour: number; size: string; cause: string; ms: number }>();
  log.forEach(({ at, isOn, size, cause }, index) => {
    if (!isOn) return;
    const start = Math.max(at.getTime(), from.getTime());
    const end = Math.min(log[index + 1]?.at.getTime() ?? until.getTime(), until.getTime());
    for (let hour = Math.floor(start / hourMs) * hourMs; hour < end; hour += hourMs) {
      const ms = Math.min(end, hour + hourMs) - Math.max(start, hour);
      const key = `${hour} ${size} ${cause}`;
      const row = milliseconds.get(key) ?? { hour, size, cause, ms: 0 };
      row.ms += ms;
      milliseconds.set(key, row);
    }
  });
  return [...milliseconds.values()]
    .sort((one, other) => one.hour - other.hour || one.size.localeCompare(other.size) || one.cause.localeCompare(other.cause))
    .map(({ hour, size, cause, ms }) => {
      const seconds = Math.round(ms / 1000);
      return { hour: new Date(hour), size, cause, seconds, cents: getCost(seconds, prices[size]) };
    });
}

/** What seconds cost at a price an hour, in whole cents; null where there is none. */
export const getCost = (seconds: number, centsPerHour: number | null | undefined): number | null =>
  centsPerHour == null ? null : Math.round((centsPerHour * seconds) / 3600);

export type Savings = {
  onSeconds: number;
  /** Null without a price of the base size, or of one that was used. */
  money: { spentCents: number; alwaysOnCents: number; savedCents: number } | null;
  /** The sizes whose price is missing. */
  unpriced: string[];
};

/**
 * What was spent between two instants, compared with the base size always on. A reservation costs the same either way, so nothing is saved.
 * Without a price of the base size or of a size that was used, `money` is null and only hours count.
 */
export function savings(
  hours: readonly LedgerHour[],
  {
    from,
    until,
    baseSize,
    prices,
    paidByReservation,
  }: { from: Date; until: Date; baseSize: string; prices: Prices; paidByReservation: boolean },
): Savings {
  const onSeconds = hours.reduce((sum, { seconds }) => sum + seconds, 0);
  const price = prices[baseSize];
  const unpriced = [
    ...new Set([...(price === undefined ? [baseSize] : []), ...hours.flatMap((hour) => (hour.cents === null ? hour.size : []))]),
  ];
  if (price === undefined || unpriced.length > 0) return { onSeconds, money: null, unpriced };
  const spentCents = hours.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
  const alwaysOnCents = Math.round((price * (until.getTime() - from.getTime())) / hourMs);
  return { onSeconds, money: { spentCents, alwaysOnCents, savedCents: paidByReservation ? 0 : alwaysOnCents - spentCents }, unpriced };
}

/** Shares of a budget at which its owner is notified (BEHAVIOUR 2). */
const budgetShares = [50, 80, 100] as const;

/** The shares that were reached and not yet announced, smallest first. */
export function reachedShares(spentCents: number, budgetCents: number | null, told: readonly number[]): number[] {
  if (budgetCents === null || budgetCents <= 0) return [];
  return budgetShares.filter((share) => spentCents * 100 >= budgetCents * share && !told.includes(share));
}
