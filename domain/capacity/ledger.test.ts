import { expect, test } from 'vitest';
import { random as seededRandom } from '../../dev/powerbi/model/facts.ts';
import { type LogEntry, ledgerHours, reachedShares, savings } from './ledger.ts';

const prices = { F4: 88, F8: 176, F16: 352 };
const [from, until] = [new Date('2026-11-01T03:00:00Z'), new Date('2026-12-01T03:00:00Z')];

function someMonth(seed: number): LogEntry[] {
  const random = seededRandom(seed);
  const log: LogEntry[] = [{ at: new Date(from.getTime() - 90 * 60_000), isOn: random() < 0.5, size: 'F8', cause: 'shift' }];
  let at = from.getTime();
  while (at < until.getTime()) {
    at += Math.ceil(random() * 300) * 60_000;
    const size = ['F4', 'F8', 'F16'][Math.floor(random() * 3)] ?? 'F8';
    log.push({ at: new Date(at), isOn: random() < 0.6, size, cause: random() < 0.5 ? 'shift' : 'waiters' });
  }
  return log;
}

test('the ledger of a month equals a count of its minutes, to the minute and the cent', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const log = someMonth(seed);
    // By brute force: every minute of the month, looked up in the log.
    const minutes = new Map<string, number>();
    let index = 0;
    for (let at = from.getTime(); at < until.getTime(); at += 60_000) {
      while ((log[index + 1]?.at.getTime() ?? Number.POSITIVE_INFINITY) <= at) index += 1;
      const entry = log[index];
      if (!entry?.isOn) continue;
      const key = `${new Date(at).toISOString().slice(0, 13)} ${entry.size} ${entry.cause}`;
      minutes.set(key, (minutes.get(key) ?? 0) + 1);
    }
    const hours = ledgerHours(log, from, until, prices);
    expect(
      Object.fromEntries(
        hours.map(({ hour, size, cause, seconds }) => [`${hour.toISOString().slice(0, 13)} ${size} ${cause}`, seconds / 60]),
      ),
    ).toEqual(Object.fromEntries(minutes));
    // because sizes are those of the prices
    const cents = [...minutes].map(([key, count]) => Math.round((prices[key.split(' ')[1] as 'F8'] * count) / 60));
    const { money } = savings(hours, { from, until, baseSize: 'F8', prices, paidByReservation: false });
    const spentCents = cents.reduce((sum, one) => sum + one, 0);
    expect(money).toEqual({ spentCents, alwaysOnCents: 176 * 720, savedCents: 176 * 720 - spentCents });
  }
});

test('a reservation saves nothing, and without a price only hours are shown', () => {
  const hours = ledgerHours([{ at: from, isOn: true, size: 'F8', cause: 'shift' }], from, new Date(from.getTime() + 90 * 60_000), prices);
  expect(hours.map(({ seconds, cents }) => [seconds, cents])).toEqual([
    [3600, 176],
    [1800, 88],
  ]);
  const month = { from, until, baseSize: 'F8', prices, paidByReservation: true };
  expect(savings(hours, month)).toMatchObject({ onSeconds: 5400, money: { savedCents: 0 } });
  expect(savings(hours, { ...month, prices: {} })).toEqual({ onSeconds: 5400, money: null, unpriced: ['F8'] });
  const unknown = ledgerHours([{ at: from, isOn: true, size: 'F2', cause: 'shift' }], from, new Date(from.getTime() + 60_000), prices);
  expect(unknown.map(({ cents }) => cents)).toEqual([null]);
  expect(savings(unknown, month)).toEqual({ onSeconds: 60, money: null, unpriced: ['F2'] });
});

test('each share of the budget is announced once', () => {
  expect(reachedShares(4_999, 10_000, [])).toEqual([]);
  expect(reachedShares(8_000, 10_000, [50])).toEqual([80]);
  expect(reachedShares(12_000, 10_000, [])).toEqual([50, 80, 100]);
  expect(reachedShares(12_000, null, [])).toEqual([]);
});
