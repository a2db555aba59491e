import { expect, test } from 'vitest';
import { random as randomOf } from '../../dev/powerbi/model/facts.ts';
import { wallClock } from '../format/date.ts';
import type { LogEntry } from './ledger.ts';
import { budgetNews, closedHours, hourOf, monthLedger, monthSpan, type StoredHour } from './money.ts';

const minuteMs = 60_000;
const prices = { F4: 361, F8: 723, F16: 1446 };
const rules = { baseSize: 'F8', prices, paidByReservation: false };
const sizes = ['F4', 'F8', 'F16'] as const;
const causes = ['shift', 'waiters', 'override', 'external'] as const;

/** A month of starts, pauses and resizes, each on a minute. */
function monthOfLog(seed: number, from: Date, until: Date): LogEntry[] {
  const random = randomOf(seed);
  const log: LogEntry[] = [];
  for (let at = from.getTime() - 300 * minuteMs; at < until.getTime() + 300 * minuteMs; at += Math.ceil(random() * 600) * minuteMs)
    log.push({
      ...{ at: new Date(at), isOn: random() < 0.6, size: sizes[Math.floor(random() * 3)] ?? 'F8' },
      cause: causes[Math.floor(random() * 4)] ?? 'shift',
    });
  return log;
}

/** The ledger as looks write it: whatever is over at the moment of each look. */
function written(log: readonly LogEntry[], since: Date, now: Date, everyMinutes: number): { stored: StoredHour[]; until: Date } {
  const stored: StoredHour[] = [];
  let until = hourOf(since);
  for (let at = since.getTime(); at <= now.getTime(); at += everyMinutes * minuteMs) {
    const seen = log.filter((entry) => entry.at.getTime() <= at);
    stored.push(...closedHours(seen, until, new Date(at), prices));
    until = hourOf(new Date(at));
  }
  return { stored, until };
}

test.each(['America/Sao_Paulo', 'Europe/Lisbon', 'America/New_York'])('a month in %s equals a sum minute by minute', (zone) => {
  const { from, until } = monthSpan('2026-11', zone);
  const log = monthOfLog(7, from, until);
  const now = new Date(until.getTime() - 3 * 86_400_000 + 17 * minuteMs);
  const since = new Date(from.getTime() - 86_400_000);
  const kept = written(log, since, now, 35);
  const facts = { stored: kept.stored, log: log.filter(({ at }) => at <= now), since: kept.until, createdAt: since, now };
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
      cents += Math.round((prices[row.split(' ')[0] as keyof typeof prices] * seconds) / 3600);
      days.set(key, (days.get(key) ?? 0) + seconds);
    }
  }
  expect(ledger.money?.spentCents).toBe(cents);
  expect(ledger.days.map(({ day, seconds }) => [day, seconds])).toEqual([...days].filter(([, seconds]) => seconds > 0));
  expect(ledger.causes.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(ledger.onSeconds);
  expect(ledger.money?.alwaysOnCents).toBe(Math.round((723 * (now.getTime() - from.getTime())) / 3_600_000));
  expect(ledger.fullMonthCents).toBe(Math.round((723 * (until.getTime() - from.getTime())) / 3_600_000));
});

test('without a price there are hours only, and a capacity is compared since it was registered', () => {
  const now = new Date('2026-11-20T12:30:00Z');
  const log = [{ at: new Date('2026-11-20T10:00:00Z'), isOn: true, size: 'F8', cause: 'shift' }];
  const facts = { stored: [], log, since: new Date('2026-11-20T10:00:00Z'), createdAt: new Date('2026-11-20T10:00:00Z'), now };
  expect(monthLedger('2026-11', 'UTC', facts, { ...rules, prices: {} })).toMatchObject({
    ...{ onSeconds: 9000, money: null, fullMonthCents: null },
    days: [{ day: '2026-11-20', seconds: 9000, cents: null }],
  });
  expect(monthLedger('2026-11', 'UTC', facts, rules).money).toEqual({ spentCents: 723 + 723 + 362, alwaysOnCents: 1808, savedCents: 0 });
});

test('shares of a budget are announced once a month', () => {
  const now = new Date('2026-11-20T12:30:00Z');
  const budget = { cents: 1000, told: [50], month: '2026-11' };
  expect(budgetNews(820, budget, now, 'UTC')).toEqual({ month: '2026-11', shares: [80], told: [50, 80], isSpent: false });
  expect(budgetNews(1000, { ...budget, month: '2026-10' }, now, 'UTC')).toMatchObject({ shares: [50, 80, 100], isSpent: true });
  expect(budgetNews(5000, { ...budget, cents: null }, now, 'UTC')).toMatchObject({ shares: [], isSpent: false });
});
