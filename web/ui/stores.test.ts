import { afterEach, describe, expect, test } from 'vitest';
import { confirm, confirmStore } from './confirm.ts';
import { computeLandscape } from './landscape.ts';
import { toast, toastStore } from './toast.ts';

afterEach(() => toast.clear());

describe('toasts', () => {
  test('the newest is on top, at most four, ten seconds each', () => {
    for (const title of ['um', 'dois', 'três', 'quatro', 'cinco']) toast.info(title);
    expect(toastStore.current().map((shown) => shown.title)).toEqual(['cinco', 'quatro', 'três', 'dois']);
    expect(toastStore.current().every((shown) => shown.milliseconds === 10_000)).toBe(true);
  });

  test('a toast can have a shorter duration and be dismissed', () => {
    const id = toast.success('Sessão renovada', { milliseconds: 1000 });
    expect(toastStore.current()[0]).toMatchObject({ kind: 'success', milliseconds: 1000 });
    toast.dismiss(id);
    expect(toastStore.current()).toEqual([]);
  });
});

describe('confirmations', () => {
  test('one is open at a time and each gets its own answer', async () => {
    const [first, second] = [confirm({ title: 'Um?' }), confirm({ title: 'Dois?' })];
    expect(confirmStore.current()?.title).toBe('Um?');
    confirmStore.current()?.answer(true);
    expect(confirmStore.current()?.title).toBe('Dois?');
    confirmStore.current()?.answer(false);
    expect(await Promise.all([first, second])).toEqual([true, false]);
    expect(confirmStore.current()).toBeNull();
  });
});

describe('landscapes', () => {
  const options = { seed: 'r1', base: '#0F4C57', kind: 'ridge', mode: 'day', width: 320, height: 112, layers: 5, horizon: 0.42 } as const;

  test('a seed always gives the same picture, another seed a different one', () => {
    expect(computeLandscape(options)).toEqual(computeLandscape(options));
    expect(computeLandscape({ ...options, seed: 'r2' }).shapes[0]?.d).not.toBe(computeLandscape(options).shapes[0]?.d);
  });

  test('the sun rises with the progress', () => {
    const height = (sunRise: number) => computeLandscape({ ...options, sunRise }).sun.y;
    expect(height(0)).toBeGreaterThan(height(0.5));
    expect(height(0.5)).toBeGreaterThan(height(1));
  });
});
