import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const base = '/api/auth/users';
const getLines = ({ body }: { body: { csv: string } }) =>
  body.csv
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .map((line) => line.split(';'));

// Each part must be read within the database's 8 s.
test('six thousand users are exported in two parts, each once and in the order of the list', async () => {
  const tenant = await makeTenant();
  const admin = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin', name: 'Zoraide Nunes' }));
  await query(
    `insert into users (tenant_id, id, email, name, sort_key, profile, status)
      select $1::uuid, gen_random_uuid(), 'p' || n || '@many.test', 'Pessoa ' || lpad(n::text, 4, '0'), 'pessoa ' || lpad(n::text, 4, '0'), 'user', 'A'
      from generate_series(1, 5999) n`,
    [tenant.id],
  );
  const [first, second] = [await admin.get(`${base}/export`), await admin.get(`${base}/export?part=2`)];
  expect(first).toMatchObject({ status: 200, body: { rows: 5000, more: true } });
  expect(second).toMatchObject({ status: 200, body: { rows: 1000, more: false } });
  expect(first.body.columns[0]).toEqual({ id: 'name', number: false });
  const names = [first, second].flatMap((part) =>
    getLines(part)
      .slice(1)
      .map(([name]) => name),
  );
  expect(new Set(names).size).toBe(6000);
  expect(names.slice(0, 2)).toEqual(['Pessoa 0001', 'Pessoa 0002']);
  expect(names.slice(4999, 5001)).toEqual(['Pessoa 5000', 'Pessoa 5001']);
  expect(names.at(-1)).toBe('Zoraide Nunes');
  expect((await admin.get(`${base}/export?part=3`)).body).toMatchObject({ rows: 0, more: false });
  for (const part of ['0', '201', 'x']) expect((await admin.get(`${base}/export?part=${part}`)).status, part).toBe(422);
});
