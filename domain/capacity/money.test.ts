import { expect, test } from 'vitest';
import { random as seededRandom } from '../../dev/powerbi/model/facts.ts';
import { wallClock } from '../format/date.ts';
import type { LogEntry, Prices } from './ledger.ts';
import { budgetNews, closedHours, getHour, monthLedger, monthSpan, type StoredHour } from './money.ts';

const minuteMs = 60_000;
const prices: Prices = { F4: 361, F8: 723, F16: 1446 };
const rules = { baseSize: 'F8', prices, paidByReservation: false };
const sizes = ['F4', 'F8', 'F16'] as const;
const causes = ['shift', 'waiters', 'override', 'external'] as const;

/** A month of starts, pauses and resizes, each on a minute. */
function monthOfLog(seed: number, from: Date, until: Date): LogEntry[] {
  const random = seededRandom(seed);
  const log: LogEntry[] = [];
  for (let at = from.getTime() - 300 * minuteMs; at < until.getTime() + 300 * minuteMs; at += Math.ceil(random() * 600) * minuteMs)
    log.push({
      ...{ at: new Date(at), isOn: random() < 0.6, size: sizes[Math.floor(random() * 3)] ?? 'F8' },
      cause: causes[Math.floor(random() * 4)] ?? 'shift',
    });
  return log;
}

type PricesAt = (at: Date) => Prices;
/** The ledger as looks write it: whatever is over at the moment of each look, at the prices of that moment. */
function written(log: readonly LogEntry[], since: Date, now: Date, everyMinutes: number, pricesAt: PricesAt) {
  const stored: StoredHour[] = [];
  let until = getHour(since);
  for (let at = since.getTime(); at <= now.getTime(); at += everyMinutes * minuteMs) {
    const seen = log.filter((entry) => entry.at.getTime() <= at);
    stored.push(...closedHours(seen, until, new Date(at), pricesAt(new Date(at))));
    until = getHour(new Date(at));
  }
  return { stored, until };
}
/** The look that writes an hour: the first one after its end. */
const writtenAt = (hour: number, since: Date, everyMinutes: number): Date => {
  const step = everyMinutes * minuteMs;
  return new Date(since.getTime() + Math.ceil((hour + 60 * minuteMs - since.getTime()) / step) * step);
};

/** Entered late, one size still later, and raised. */
const late: PricesAt = (at) => {
  const day = at.getUTCDate();
  if (at.getUTCMonth() !== 10 || day < 6) return {};
  return day < 12 ? { F4: 361, F8: 723 } : day < 20 ? { F4: 361, F8: 700, F16: 1400 } : prices;
};

test.each([
  ['America/Sao_Paulo', () => prices],
  ['Europe/Lisbon', () => prices],
  ['America/New_York', () => prices],
  ['America/Sao_Paulo, prices entered late', late],
  ['Europe/Lisbon, prices entered late', late],
] as const)('a month in %s equals a sum minute by minute', (name, pricesAt) => {
  const zone = name.split(',')[0] ?? name;
  const { from, until } = monthSpan('2026-11', zone);
  const log = monthOfLog(7, from, until);
  const now = new Date(until.getTime() - 3 * 86_400_000 + 17 * minuteMs);
  const since = new Date(from.getTime() - 86_400_000);
  const kept = written(log, since, now, 35, pricesAt);
  const facts = { stored: kept.stored, log: log.filter(({ at }) => at <= now), since: kept.until, controlledAt: since, now };
  const ledger = monthLedger('2026-11', zone, facts, rules);

  const days = new Map<string, number>();
  let cents = 0;
  for (let at = from.getTime(); at < now.getTime(); at += 3_600_000) {
    const rows = new Map<string, number>();
    for (let minute = at; minute < Math.min(at + 3_600_000, now.getTime()); minute += minuteMs) {
      const entry = log.findLast((one) => one.at.getTime() <= minute);
      if (entry?.isOn) rows.set(`${entry.size} ${entry.cause}`, (rows.get(`${entry.size} ${entry.cause}`) ?? 0) + 60);
    }
    const { year, month, day } = wallClock(new Date(at), zone);
    const key = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    for (const [row, seconds] of rows) {
      const size = row.split(' ')[0] ?? '';
      // An hour has the price of when it was written; without one, and while it isn't over, the present one.
      const own = at + 3_600_000 <= now.getTime() ? pricesAt(writtenAt(at, since, 35))[size] : undefined;
      cents += Math.round(((own ?? prices[size] ?? 0) * seconds) / 3600);
      days.set(key, (days.get(key) ?? 0) + seconds);
    }
  }
  expect(ledger.money?.spentCents).toBe(cents);
  expect(ledger.days.map(({ day, seconds }) => [day, seconds])).toEqual([...days].filter(([, seconds]) => seconds > 0));
  expect(ledger.causes.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(ledger.onSeconds);
  expect(ledger.money?.alwaysOnCents).toBe(Math.round((723 * (now.getTime() - from.getTime())) / 3_600_000));
  expect(ledger.fullMonthCents).toBe(Math.round((723 * (until.getTime() - from.getTime())) / 3_600_000));
});

test('without a price there are hours only, and a capacity is compared since it is controlled', () => {
  const now = new Date('2026-11-20T12:30:00Z');
  const log = [{ at: new Date('2026-11-20T10:00:00Z'), isOn: true, size: 'F8', cause: 'shift' }];
  const facts = { stored: [], log, since: new Date('2026-11-20T10:00:00Z'), controlledAt: new Date('2026-11-20T10:00:00Z'), now };
  expect(monthLedger('2026-11', 'UTC', facts, { ...rules, prices: {} })).toMatchObject({
    ...{ onSeconds: 9000, money: null, unpriced: ['F8'], fullMonthCents: null },
    days: [{ day: '2026-11-20', seconds: 9000, cents: null }],
  });
  expect(monthLedger('2026-11', 'UTC', facts, rules).money).toEqual({ spentCents: 723 + 723 + 362, alwaysOnCents: 1808, savedCents: 0 });
});

test('money needs the price of every size that was used, and is counted from the start of control', () => {
  const [before, then, now] = [new Date('2026-11-18T10:00:00Z'), new Date('2026-11-20T10:30:00Z'), new Date('2026-11-20T12:30:00Z')];
  const row = (hour: string, size: string, centsPerHour: number | null): StoredHour => ({
    ...{ hour: new Date(`2026-11-${hour}:00:00Z`), size, cause: 'shift', seconds: 1800, centsPerHour },
  });
  // What was written before control was released and taken again isn't this unit's money.
  const stored = [row('18T10', 'F8', 9000), row('20T10', 'F8', null), row('20T11', 'F16', null)];
  const facts = { stored, log: [], since: new Date('2026-11-20T12:00:00Z'), controlledAt: then, now };
  const priced = monthLedger('2026-11', 'UTC', facts, rules);
  expect(priced).toMatchObject({ onSeconds: 3600, unpriced: [], money: { spentCents: 362 + 723, alwaysOnCents: 1446, savedCents: 361 } });
  const { F16: _, ...some } = rules.prices;
  expect(monthLedger('2026-11', 'UTC', facts, { ...rules, prices: some })).toMatchObject({
    ...{ money: null, unpriced: ['F16'], fullMonthCents: 723 * 720, days: [{ day: '2026-11-20', cents: null }] },
  });
  expect(monthLedger('2026-11', 'UTC', { ...facts, controlledAt: before }, rules).money?.spentCents).toBe(4500 + 362 + 723);
});

test('shares of a budget are announced once a month', () => {
  const now = new Date('2026-11-20T12:30:00Z');
  const budget = { cents: 1000, told: [50], month: '2026-11' };
  expect(budgetNews(820, budget, now, 'UTC')).toEqual({ month: '2026-11', shares: [80], told: [50, 80], isSpent: false });
  expect(budgetNews(1000, { ...budget, month: '2026-10' }, now, 'UTC')).toMatchObject({ shares: [50, 80, 100], isSpent: true });
  expect(budgetNews(5000, { ...budget, cents: null }, now, 'UTC')).toMatchObject({ shares: [], isSpent: false });
});
