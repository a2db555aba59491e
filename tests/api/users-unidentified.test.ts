import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeReport, makeUserGroup } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser, type UserOptions } from '../support/make-user.ts';

const harness = useHarness();
const base = '/api/auth/users';

test('the list marks, counts and finds users given a report that needs an identity they lack', async () => {
  const tenant = await makeTenant();
  const admin = await getApi(
    harness,
    tenant,
    await makeUser(tenant, { profile: 'admin', name: 'Ada', rlsUsername: 'ada', rlsRoles: ['Loja'] }),
  );
  const person = (name: string, who: UserOptions = {}) => makeUser(tenant, { name, ...who });
  const [bare, known, roleless, member, fixed, blocked] = [
    await person('Bruna'),
    await person('Caio', { rlsUsername: 'caio', rlsRoles: ['Loja'] }),
    await person('Davi', { rlsUsername: 'davi' }),
    await person('Elisa'),
    await person('Fábio'),
    await person('Gil', { status: 'B' }),
  ];
  // Was given no report that needs an identity.
  await person('Hugo');
  const sales = await makeReport(tenant, {
    title: 'Vendas',
    needsIdentity: true,
    needsRoles: true,
    grantTo: [bare, known, roleless, blocked],
  });
  await makeReport(tenant, { title: 'Avisos', grantTo: 'everyone' });
  const team = await makeUserGroup(tenant, { name: 'Sul', members: [member] });
  await makeGrant(tenant, sales, team, { toGroup: true });
  await makeGrant(tenant, sales, fixed, { identity: { username: 'Sul', roles: ['Loja'] } });
  const { body } = await admin.get(`${base}?unidentified=1`);
  expect(body.items.map((row: { name: string }) => row.name)).toEqual(['Bruna', 'Davi', 'Elisa']);
  expect(body.items.every((row: { lacksIdentity: boolean }) => row.lacksIdentity)).toBe(true);
  expect(body.counts).toMatchObject({ all: 8, unidentified: 3 });
  const all = (await admin.get(base)).body.items as { name: string; lacksIdentity: boolean }[]; // because the answer is the list's
  expect(all.filter((row) => row.lacksIdentity)).toHaveLength(3);
  expect((await admin.get(`${base}/${known.id}`)).body.lacksIdentity).toBe(false);
  // A report without RLS roles needs no identity.
  await query("update reports set ignore_rls = true, ignore_rls_role = 'Todos' where id = $1", [sales.id]);
  expect((await admin.get(`${base}?unidentified=1`)).body.total).toBe(0);
});
