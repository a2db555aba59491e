import { expect, test } from 'vitest';
import { turnstile } from './turnstile.ts';

/** A clock that advances only while a caller waits. */
function slowClock() {
  let time = 0;
  const pass = (ms: number) => {
    time += ms;
  };
  return { clock: { now: () => time, wait: async (ms: number) => pass(ms / 50) }, pass };
}
const limits = { places: 4, placesOfAddress: 2 };
const noRest = () => 0;
const never = () => new Promise<never>(() => {});

test('work runs one at a time, in order of arrival', async () => {
  const { clock, pass } = slowClock();
  const gate = turnstile(limits, clock);
  const order: number[] = [];
  let inside = 0;
  const turns = [1, 2, 3, 4].map((at) =>
    gate.inLine(`10.0.0.${at}`, (turn) =>
      turn(async () => {
        inside += 1;
        await Promise.resolve();
        expect(inside).toBe(1);
        pass(100);
        inside -= 1;
        order.push(at);
        return at;
      }, noRest),
    ),
  );
  expect(await Promise.all(turns)).toEqual([1, 2, 3, 4]);
  expect(order).toEqual([1, 2, 3, 4]);
});

test('a place whose work is not ready does not delay later ones', async () => {
  const gate = turnstile(limits, slowClock().clock);
  void gate.inLine('a', never);
  expect(await gate.inLine('b', (turn) => turn(async () => 'in', noRest))).toBe('in');
});

test('calls over the limit are refused, with a lower limit per address, until places are free again', async () => {
  const gate = turnstile(limits, slowClock().clock);
  const turns = ['a', 'a', 'a', 'b', 'c', 'd'].map((address) => gate.inLine(address, (turn) => turn(async () => 'done', noRest)));
  expect(await Promise.all(turns)).toEqual(['done', 'done', null, 'done', 'done', null]);
  expect(await gate.inLine('a', (turn) => turn(async () => 'done', noRest))).toBe('done');
});

test('failed work frees its turn and place at once, and work that was cut off does so after a timeout', async () => {
  const { clock, pass } = slowClock();
  const gate = turnstile(limits, clock);
  await expect(gate.inLine('a', (turn) => turn(() => Promise.reject(new Error('broken')), noRest))).rejects.toThrow('broken');
  void gate.inLine('a', (turn) => turn(never, noRest));
  void gate.inLine('a', never);
  expect(await gate.inLine('a', async () => 'in')).toBeNull();
  pass(31_000);
  expect(await gate.inLine('a', (turn) => turn(async () => 'in', noRest))).toBe('in');
});

test('the pause applies if another place is taken, even one that is not ready', async () => {
  const waits: number[] = [];
  const clock = { now: () => 0, wait: async (ms: number) => void waits.push(ms) };
  const gate = turnstile(limits, clock);
  const work = (right: boolean) =>
    gate.inLine('a', (turn) =>
      turn(
        async () => right,
        (done) => (done ? 5 : 60),
      ),
    );
  await work(false);
  expect(waits).toEqual([]);
  void gate.inLine('b', never);
  await work(false);
  await work(true);
  expect(waits).toEqual([1, 60, 1, 5]);
});
