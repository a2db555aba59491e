import { afterEach, expect, test, vi } from 'vitest';
import { unlessSlow } from './unless-slow.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('answers and errors are shared, and an answer that never comes is given up', async () => {
  vi.useFakeTimers();
  expect(await unlessSlow(Promise.resolve('token'))).toBe('token');
  await expect(unlessSlow(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  const cutOff = unlessSlow(new Promise<string>(() => {}));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await cutOff).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});
