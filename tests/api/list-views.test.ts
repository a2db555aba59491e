import { beforeAll, describe, expect, test } from 'vitest';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

const harness = useHarness();
const path = '/api/auth/list-views';
const state = { words: { search: 'ana', sort: '-name' }, columns: { order: ['name', 'status'], hidden: ['phone'], compact: true } };

let unit: Tenant;
let admin: User;
let ana: User;
let asAdmin: Api;
let asAna: Api;
let asStranger: Api;

beforeAll(async () => {
  unit = await makeTenant();
  admin = await makeUser(unit, { profile: 'admin', name: 'Paula Reis' });
  ana = await makeUser(unit, { name: 'Ana Nunes' });
  const other = await makeTenant();
  asAdmin = await getApi(harness, unit, admin);
  asAna = await getApi(harness, unit, ana);
  asStranger = await getApi(harness, other, await makeUser(other, { profile: 'admin' }));
});

const add = (as: Api, list: string, name: string, more: object = {}) => as.post(path, { list, name, state, ...more });
// The contract has this shape.
const listed = async (as: Api, list: string) => (await as.get(`${path}?list=${list}`)).body.items as { id: string; name: string }[];

describe('saved views of a list', () => {
  test('a personal one is its owner’s alone, a shared one belongs to the unit', async () => {
    const own = await add(asAdmin, 'sight', 'Só minha');
    const shared = await add(asAdmin, 'sight', 'Da equipe', { shared: 'S' });
    expect([own.status, shared.status]).toEqual([200, 200]);
    expect(await listed(asAdmin, 'sight')).toMatchObject([
      { name: 'Da equipe', mine: true, shared: 'S' },
      { name: 'Só minha', mine: true, shared: 'N', state },
    ]);
    expect(await listed(asAna, 'sight')).toMatchObject([{ name: 'Da equipe', mine: false, owner: 'Paula Reis', state }]);
    expect(await listed(asAna, 'other-list')).toEqual([]);
    expect(await listed(asStranger, 'sight')).toEqual([]);
  });

  test('only administrators share, and a shared one is changed by administrators and its owner', async () => {
    expect((await add(asAna, 'share', 'Para todos', { shared: 'S' })).status).toBe(403);
    const { id } = (await add(asAna, 'share', 'Minha')).body;
    const edited = await asAna.put(`${path}/${id}`, { version: 1, name: 'Minha', shared: 'S' });
    expect(edited.status).toBe(403);
    const shared = (await add(asAdmin, 'share', 'Da equipe', { shared: 'S' })).body.id;
    const change = { version: 1, name: 'Outro', shared: 'S' };
    expect((await asAna.put(`${path}/${shared}`, { ...change, shared: 'N' })).status).toBe(404);
    expect((await asAna.delete(`${path}/${shared}`)).status).toBe(404);
    expect((await asStranger.put(`${path}/${shared}`, change)).status).toBe(404);
    const colleague = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
    expect((await colleague.put(`${path}/${shared}`, change)).body).toEqual({ version: 2 });
    expect((await colleague.put(`${path}/${shared}`, change)).body.status).toBe('changed_meanwhile');
    // A colleague's personal view stays out of reach.
    expect((await colleague.delete(`${path}/${id}`)).status).toBe(404);
    expect((await colleague.delete(`${path}/${shared}`)).status).toBe(200);
    const lines = await query('select what, change from audit where row_id = $1 order by at, id', [shared]);
    expect(lines.map(({ what }) => what)).toEqual(['list_view.add', 'list_view.edit', 'list_view.remove']);
    expect(lines[1]?.change).toMatchObject({ list: 'share', before: { name: 'Da equipe' }, after: { name: 'Outro' } });
  });

  test('a name is unique per user and list, regardless of case and accents', async () => {
    expect((await add(asAna, 'names', 'Região')).status).toBe(200);
    expect((await add(asAna, 'names', 'REGIAO')).body).toMatchObject({ status: 'name_taken', field: 'name' });
    expect((await add(asAna, 'names-two', 'REGIAO')).status).toBe(200);
    expect((await add(asAdmin, 'names', 'Região')).status).toBe(200);
  });

  test('are limited to thirty per list, also when saved at once', async () => {
    const answers = await Promise.all(Array.from({ length: 34 }, (_, n) => add(asAna, 'many', `Visão ${n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ status: 'list_view_limit' });
  });

  test('reject an invalid view and change nothing', async () => {
    const bad: [unknown, number][] = [
      [{ list: 'Not a list', name: 'x', state }, 422],
      [{ list: 'bad', name: ' ', state }, 422],
      [{ list: 'bad', name: 'x'.repeat(61), state }, 422],
      [{ list: 'bad', name: 'x', state: { words: { 'a b': '1' }, columns: null } }, 422],
      [{ list: 'bad', name: 'x', state: { words: { search: 'y'.repeat(301) }, columns: null } }, 422],
      [{ list: 'bad', name: 'x', state: { words: {}, columns: null, more: 1 } }, 422],
      [{ list: 'bad', name: 'x', state: { words: [], columns: null } }, 422],
      [{ list: 'bad', name: 'x' }, 422],
    ];
    for (const [body, status] of bad) expect((await asAna.post(path, body)).status, JSON.stringify(body).slice(0, 80)).toBe(status);
    expect(await listed(asAna, 'bad')).toEqual([]);
    const { id } = (await add(asAna, 'bad', 'Certa')).body;
    expect((await asAna.put(`${path}/${id}`, { version: 1, name: '' })).status).toBe(422);
    expect((await asAna.put(`${path}/not-an-id`, { version: 1, name: 'x' })).status).toBe(422);
    expect(await listed(asAna, 'bad')).toMatchObject([{ name: 'Certa', version: 1 }]);
  });
});

test('the columns of a list are stored per user, beside other preferences', async () => {
  await query(`update users set preferences = '{"mail":{"catalog_granted":false}}' where id = $1`, [ana.id]);
  const columns = { order: ['name', 'email'], hidden: ['phone'], compact: false };
  expect((await asAna.put(`${path}/columns`, { list: 'users', columns })).status).toBe(200);
  expect((await asAna.put(`${path}/columns`, { list: 'groups', columns: { ...columns, compact: true } })).status).toBe(200);
  expect((await asAna.get(`${path}?list=users`)).body.columns).toEqual(columns);
  expect((await asAdmin.get(`${path}?list=users`)).body.columns).toBeNull();
  expect((await asAna.put(`${path}/columns`, { list: 'users', columns: null })).status).toBe(200);
  expect((await asAna.get(`${path}?list=users`)).body.columns).toBeNull();
  expect((await asAna.get(`${path}?list=groups`)).body.columns).toMatchObject({ compact: true });
  const [{ preferences } = {}] = await query('select preferences from users where id = $1', [ana.id]);
  expect(preferences).toMatchObject({ mail: { catalog_granted: false } });
});
