import { expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { ended, importScene, path, people, read } from './user-imports-scene.ts';

const harness = useHarness();
const unitsPath = '/api/auth/user-imports/units';
const on = { settings: { user_import: 'S' } };

test('users come from a unit that the same account administers, are recorded there and invited here', async () => {
  const scene = await importScene(harness, on);
  const [own, foreign, asUser] = [await makeTenant({ name: 'Filial Sul' }), await makeTenant(), await makeTenant()];
  await makeUser(own, { email: scene.admin.email, profile: 'admin', name: 'Ana na filial' });
  await makeUser(asUser, { email: scene.admin.email, profile: 'user' });
  const bruno = await makeUser(own, { name: 'Bruno Prado', email: 'bruno@filial.test' });
  await query("update users set phone = '+5511981234410', department = 'Comercial' where id = $1", [bruno.id]);
  await makeUser(own, { name: 'Bia Bloqueada', email: 'bia@filial.test', status: 'B' });
  const units = await scene.client.get(unitsPath);
  expect(units.body).toEqual({ allowed: true, units: [{ id: own.id, name: 'Filial Sul', people: 3 }] });
  const found = await scene.client.get(`${unitsPath}/${own.id}/people?search=prado`);
  expect(found.body.items).toEqual([
    { id: bruno.id, name: 'Bruno Prado', email: 'bruno@filial.test', department: 'Comercial', here: false },
  ]);
  for (const unit of [foreign, asUser]) expect((await scene.client.get(`${unitsPath}/${unit.id}/people`)).status).toBe(404);
  const brought = await scene.client.post(`${unitsPath}/${own.id}`, { ids: [bruno.id] });
  expect(brought, brought.text).toMatchObject({ status: 200, body: { people: 1 } });
  const { id } = brought.body;
  const whole = await read(scene, id);
  expect(whole).toMatchObject({ source: 'unit', name: 'Filial Sul', state: 'mapping' });
  await scene.client.put(path(id, '/mapping'), { mapping: whole.mapping, choices: {}, fixed: {} });
  expect((await scene.client.post(path(id, '/start'), {})).status).toBe(200);
  expect(await ended(id)).toMatchObject({ succeeded: 1 });
  expect((await people(scene)).find(({ email }) => email === 'bruno@filial.test')).toMatchObject({
    phone: '+5511981234410',
    department: 'Comercial',
  });
  expect(await query("select change from audit where tenant_id = $1 and what = 'user.copied_out'", [own.id])).toEqual([
    { change: { to: scene.tenant.name, people: 1 } },
  ]);
});

test('a draft from another unit doesn’t begin once a layer has forbidden it, or the unit is out of reach', async () => {
  const scene = await importScene(harness, on);
  const own = await makeTenant({ name: 'Filial Norte' });
  const there = await makeUser(own, { email: scene.admin.email, profile: 'admin' });
  const mapped = async () => {
    const nina = await makeUser(own, { name: 'Nina Prado' });
    const { id } = (await scene.client.post(`${unitsPath}/${own.id}`, { ids: [nina.id] })).body;
    await scene.client.put(path(id, '/mapping'), { mapping: (await read(scene, id)).mapping, choices: {}, fixed: {} });
    return id as string; // because the contract says so
  };
  const id = await mapped();
  const start = () => scene.client.post(path(id, '/start'), {});
  const set = (value: string) =>
    query(`update settings set "values" = "values" || jsonb_build_object('user_import', $2::text) where tenant_id = $1`, [
      scene.tenant.id,
      value,
    ]);
  await set('N');
  expect((await start()).body.status).toBe('function_disabled');
  await set('S');
  await query("update users set status = 'B' where id = $1", [there.id]);
  expect((await start()).body.status).toBe('function_disabled');
  await query("update users set status = 'A' where id = $1", [there.id]);
  expect((await start()).status).toBe(200);
  expect(await ended(id)).toMatchObject({ succeeded: 1 });
});

test('a unit that does not allow it answers so; a partner imports from its own units, and from no others', async () => {
  const off = await importScene(harness);
  expect((await off.client.get(unitsPath)).body).toEqual({ allowed: false, units: [] });
  const partner = await makeTenant({ kind: 'partner', ...on });
  const [below, ended2] = [await makeTenant({ parent: partner, name: 'Loja 1' }), await makeTenant({ parent: partner, name: 'Loja 2' })];
  await query('update relations set verify = false where above_id = $1', [partner.id]);
  await query('update relations set ended_at = now() where tenant_id = $1', [ended2.id]);
  await makeTenant({ parent: await makeTenant({ kind: 'partner' }) });
  const master = await makeUser(partner, { profile: 'master' });
  const { token } = await getSession(partner, master, 'master');
  const client = api(harness, partner, token);
  expect((await client.get(unitsPath)).body.units.map(({ id }: { id: string }) => id)).toEqual([below.id]);
  expect((await client.get(`${unitsPath}/${ended2.id}/people`)).status).toBe(404);
  expect((await off.client.get(`${unitsPath}/${below.id}/people`)).body.status).toBe('function_disabled');
});
