import { expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeFactor } from '../support/make-factor.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

test('users with a second factor are marked in the list, its filter and file, and counted before a factor is required', async () => {
  const unit = await makeTenant();
  const admin = await makeUser(unit, { profile: 'admin', name: 'Ana' });
  const [bound, owned, without] = [
    await makeUser(unit, { name: 'Bento' }),
    await makeUser(unit, { name: 'Caio' }),
    await makeUser(unit, { name: 'Davi' }),
  ];
  await makeFactor(bound, [], { bound: 'unit' });
  await makeFactor(owned);
  // Recovery codes alone are no second factor; blocked users and other units' users don't count.
  await makeFactor(without);
  await query("delete from factors where kind <> 'recovery' and holder in (select coalesce(account_id, id) from users where id = $1)", [
    without.id,
  ]);
  await makeUser(unit, { name: 'Eva', status: 'B' });
  const other = await makeTenant();
  await makeFactor(await makeUser(other));
  const { token } = await getSession(unit, admin, 'admin');
  const calls = api(harness, unit, token);
  const named = async (factor: string) =>
    (await calls.get(`/api/auth/users?factor=${factor}`)).body.items.map(({ name }: { name: string }) => name);
  expect(await named('with')).toEqual(['Bento', 'Caio']);
  expect(await named('without')).toEqual(['Ana', 'Davi', 'Eva']);
  const { items } = (await calls.get('/api/auth/users?search=bento')).body;
  expect(items).toMatchObject([{ name: 'Bento', secondFactor: true }]);
  const { columns } = (await calls.get('/api/auth/users/export?factor=with')).body;
  expect(columns.map(({ id }: { id: string }) => id)).toContain('factor');
  expect((await calls.get('/api/auth/config/factors')).body).toEqual({
    all: { people: 4, having: 2 },
    administrators: { people: 1, having: 0 },
  });
});
