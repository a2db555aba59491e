import { expect, test } from 'vitest';
import { AppError } from '../../domain/errors/catalogue.ts';
import { type Passwords, passwordsFor } from './password.ts';

/** Two hundred guesses at once: how many were hashed, how many of them at the same time, and what the others were refused with. */
async function flood(getAddress: (n: number) => string) {
  let [hashed, inside, most] = [0, 0, 0];
  const counting: Passwords = {
    hash: () => Promise.reject(new Error('Nothing is hashed anew.')),
    async verify() {
      hashed += 1;
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 1));
      inside -= 1;
      return { right: true, stale: false };
    },
  };
  const guess = async (n: number) => {
    const own = passwordsFor(getAddress(n), counting);
    return own
      .inLine(() => own.verify('guess', null))
      .then(
        () => null,
        (error: unknown) => error,
      );
  };
  const refused = (await Promise.all(Array.from({ length: 200 }, (_, n) => guess(n)))).filter((error) => error !== null);
  return { hashed, most, refused };
}

test.each([
  ['many addresses', (n: number) => `10.0.0.${n}`, 30],
  ['one address', () => '10.0.1.1', 24],
] as const)('of 200 guesses from %s at once, one is hashed at a time, and the rest is refused before', async (_, getAddress, places) => {
  const { hashed, most, refused } = await flood(getAddress);
  expect([hashed, most, refused.length]).toEqual([places, 1, 200 - places]);
  for (const error of refused) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'too_many_attempts', retryAfterSeconds: 5 });
  }
});
