import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const base = '/api/auth/users';

test('a file has the filtered users; it has no formulas, and a phone number stays one', async () => {
  const tenant = await makeTenant();
  const admin = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin', name: 'Zoraide Nunes' }));
  const hostile = await makeUser(tenant, { name: '=HYPERLINK("http://x")' });
  await makeUser(tenant, { name: 'Bruno Averá', status: 'B' });
  await query('update users set phone = $2, department = $3 where id = $1', [hostile.id, '+5511987654321', '+1+1']);
  const { body } = await admin.get(`${base}/export?status=A&sort=-name`);
  expect(body).toMatchObject({ rows: 2, filename: expect.stringMatching(/\.csv$/) });
  expect(body.csv).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(body.csv).toContain(';+5511987654321;');
  expect(body.csv).toContain(';"\'+1+1";');
  expect(body.csv).not.toContain('Bruno');
});
