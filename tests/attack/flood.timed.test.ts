import { expect, test } from 'vitest';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { getAddress } from '../support/test-file.ts';

// A Worker whose hashes cost what they cost in production.
const harness = useHarness({ vars: { PASSWORD_COST: '' } });
const guesses = 200;
// On an idle machine five times the quiet time is less; this is for one that is busy with something else.
const unnoticedMs = 300;

const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN;

test('during 200 wrong sign-ins at once another user’s page takes at most five times as long, and nothing breaks', {
  retry: 0,
}, async () => {
  const tenant = await makeTenant();
  const person = await makeUser(tenant);
  const page = api(harness, tenant, await signIn(harness, tenant, person));
  const timed = async () => {
    const began = performance.now();
    expect((await page.get('/api/auth/dashboard')).status).toBe(200);
    return performance.now() - began;
  };
  const [quiet, busy]: [number[], number[]] = [[], []];
  for (let n = 0; n < 12; n += 1) quiet.push(await timed());
  let over = false;
  const guess = (n: number) => {
    const headers = { 'cf-connecting-ip': getAddress(n) };
    return api(harness, tenant).post('/api/login', { email: `guess-${n}@people.test`, password: 'wrong word' }, { headers });
  };
  const flood = Promise.all(Array.from({ length: guesses }, (_, n) => guess(n + 1))).finally(() => {
    over = true;
  });
  while (!over) busy.push(await timed());
  const answers = await flood;
  expect(median(busy)).toBeLessThan(Math.max(5 * median(quiet), unnoticedMs));
  // Few are hashed: the others are refused before they are even counted, with the time after which to try again.
  const hashed = answers.filter(({ status }) => status === 401);
  const refused = answers.filter(({ status }) => status !== 401);
  expect(hashed.length).toBeLessThan(guesses / 2);
  expect(refused.map(({ status, body, headers }) => `${status} ${body?.status} ${headers.get('retry-after')}`)).toEqual(
    refused.map(() => '429 too_many_attempts 5'),
  );
  const counted = await query('select n from attempts where key = any ($1)', [
    Array.from({ length: guesses }, (_, n) => `a ${getAddress(n + 1)}`),
  ]);
  expect(counted).toHaveLength(hashed.length);
});
