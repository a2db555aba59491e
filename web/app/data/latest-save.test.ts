import { expect, test, vi } from 'vitest';
import { createLatestSave } from './latest-save.ts';

/** A page with its saves: each is named in `sent` when it is sent, and ends with `end`. */
function pageWithSaves() {
  const leaving = new Set<() => void>();
  const save = createLatestSave({ addEventListener: (_, act) => leaving.add(act), removeEventListener: (_, act) => leaving.delete(act) });
  const sent: string[] = [];
  const ending = new Map<string, PromiseWithResolvers<void>>();
  const ends = { onRefused: vi.fn(), onDone: vi.fn() };
  const start = (name: string) =>
    save(() => {
      sent.push(name);
      const end = Promise.withResolvers<void>();
      ending.set(name, end);
      return end.promise;
    }, ends);
  const leave = () => {
    for (const act of leaving) act();
  };
  return { start, sent, ends, end: (name: string) => ending.get(name), leave };
}

test('one save runs at a time, and of those that wait only the last is sent', async () => {
  const { start, sent, ends, end } = pageWithSaves();
  const all = start('first');
  for (const name of ['second', 'third']) void start(name);
  expect(sent).toEqual(['first']);
  end('first')?.resolve();
  await expect.poll(() => sent).toEqual(['first', 'third']);
  expect(ends.onDone).not.toHaveBeenCalled();
  end('third')?.resolve();
  await all;
  expect(ends.onDone).toHaveBeenCalledOnce();
  expect(ends.onRefused).not.toHaveBeenCalled();
});

test('what waits is sent at once when the page is left', () => {
  const { start, sent, leave } = pageWithSaves();
  for (const name of ['first', 'second']) void start(name);
  leave();
  expect(sent).toEqual(['first', 'second']);
  leave();
  expect(sent).toEqual(['first', 'second']);
});

test('a refusal drops what waits, and the next save is sent', async () => {
  const { start, sent, ends, end } = pageWithSaves();
  const all = start('first');
  void start('second');
  end('first')?.reject(new Error('refused'));
  await all;
  expect(ends.onRefused).toHaveBeenCalledOnce();
  expect(ends.onDone).toHaveBeenCalledOnce();
  void start('third');
  expect(sent).toEqual(['first', 'third']);
});
