import { afterEach, expect, test, vi } from 'vitest';
import { unlessSlow } from './unless-slow.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('an answer is shared, a refusal too, and what never comes is not waited for', async () => {
  vi.useFakeTimers();
  expect(await unlessSlow(Promise.resolve('token'))).toBe('token');
  await expect(unlessSlow(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  const cutOff = unlessSlow(new Promise<string>(() => {}));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await cutOff).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});
