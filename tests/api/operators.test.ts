import { expect, test } from 'vitest';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { platform } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const harness = useHarness();

test('an operator whose factors were wiped waits for another operator, who was invited for that', async () => {
  const [lost, second] = [await makeUser(platform, { profile: 'a2m' }), await makeUser(platform, { profile: 'a2m' })];
  await query('update users set waits_at = now() where id = $1', [lost.id]);
  const comesIn = async () => (await api(harness, platform).post('/api/login', { email: lost.email, password })).body.status;
  expect(await comesIn()).toBe('account_waits');
  const helper = api(harness, platform, await signIn(harness, platform, second));
  expect((await helper.post(`/api/auth/users/${lost.id}/readmit`)).status).toBe(200);
  expect(await comesIn()).toBe('ok');
  expect(await query("select user_id from audit where what = 'user.readmit' and row_id = $1", [lost.id])).toEqual([{ user_id: second.id }]);
});
