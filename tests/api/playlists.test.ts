import { describe, expect, test } from 'vitest';
import { getSession, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGroup, makeReport, makeUserGroup, makeWindow } from '../support/make-content.ts';
import { makePlaylist } from '../support/make-playlist.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

const harness = useHarness();

type Scene = { tenant: Tenant; admin: User; client: Api };
const as = async (tenant: Tenant, person: User, profile: 'admin' | 'user', flags: string[] = []) =>
  api(harness, tenant, (await getSession(tenant, person, profile, { flags })).token);

async function scene(): Promise<Scene> {
  const tenant = await makeTenant();
  const admin = await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' });
  return { tenant, admin, client: await as(tenant, admin, 'admin') };
}
const maker = (tenant: Tenant) => makeUser(tenant, { flags: ['make_playlists'], name: 'Bruno Reis' });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('composing', () => {
  test('items keep their order, page, seconds and windows; an edit replaces them, and the audit log has the previous ones', async () => {
    const { tenant, client } = await scene();
    const [one, two] = [await makeReport(tenant, { title: 'Vendas' }), await makeReport(tenant, { title: 'OEE' })];
    const windows = [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }];
    const items = [
      { reportId: two.id, page: 'Page2', seconds: 45, windows },
      { reportId: one.id },
      { reportId: two.id, onOpen: 'refresh' },
    ];
    const added = await client.post('/api/auth/playlists', { name: ' Fábrica ', items, shuffle: true });
    expect(added.status, added.text).toBe(200);
    const read = await client.get(`/api/auth/playlists/${added.body.id}`);
    expect(read.body).toMatchObject({
      name: 'Fábrica',
      items: 3,
      seconds: 105,
      shuffle: true,
      loop: true,
      transition: 'fade',
      mayEdit: true,
    });
    expect(read.body.list.map((item: { report: { title: string } }) => item.report.title)).toEqual(['OEE', 'Vendas', 'OEE']);
    expect(read.body.list[0]).toMatchObject({ page: 'Page2', seconds: 45, windows, onOpen: 'none', skipped: null });

    const edit = await client.put(`/api/auth/playlists/${added.body.id}`, { version: 1, name: 'Fábrica 2', items: [{ reportId: one.id }] });
    expect(edit.body).toEqual({ id: added.body.id, version: 2 });
    const late = await client.put(`/api/auth/playlists/${added.body.id}`, { version: 1, name: 'Outra' });
    expect([late.status, late.body.status]).toEqual([409, 'changed_meanwhile']);
    const rows = await query("select what, change from audit where tenant_id = $1 and what like 'playlist.%' order by at", [tenant.id]);
    expect(rows.map((row) => row.what)).toEqual(['playlist.add', 'playlist.edit']);
    expect(rows[1]?.change).toMatchObject({ before: { name: 'Fábrica', items: 3 }, after: { name: 'Fábrica 2', items: 1 } });
  });

  test('of removals at once one wins: its displays lose it, and it is recorded once', async () => {
    const { tenant, admin, client } = await scene();
    const playlist = await makePlaylist(tenant, admin, { name: 'Fábrica' });
    const insert = `insert into playlist_devices (tenant_id, id, playlist_id, name, sort_key, expires_at, approved_at, revoked_at)
      values ($1, gen_random_uuid(), $2, 'Tela', 'tela', now() + interval '1 day', now(), $3)`;
    for (const revoked of [null, new Date().toISOString()]) await query(insert, [tenant.id, playlist.id, revoked]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.delete(`/api/auth/playlists/${playlist.id}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect(['not_found', 'changed_meanwhile']).toContain(body.status);
    expect(await query('select playlist_id, version from playlist_devices where tenant_id = $1', [tenant.id])).toEqual(
      Array(2).fill({ playlist_id: null, version: 2 }),
    );
    expect(await query('select what, change from audit where row_id = $1', [playlist.id])).toEqual([
      { what: 'playlist.delete', change: { before: { name: 'Fábrica', displays: 2 } } },
    ]);
  });

  test('a playlist that is removed while displays are added is removed with them or not at all', async () => {
    const { tenant, admin, client } = await scene();
    for (let time = 0; time < 3; time += 1) {
      const { id } = await makePlaylist(tenant, admin);
      const add = () => client.post('/api/auth/playlist_devices', { name: 'TV', playlistId: id });
      const answers = await Promise.all([add(), client.delete(`/api/auth/playlists/${id}`), add(), add()]);
      for (const { status } of answers) expect([200, 404, 409]).toContain(status);
      const added = answers.filter(({ body }) => body.token).map(({ body }) => body.id);
      const [left] = await query('select count(*)::int as n from playlists where id = $1', [id]);
      const devices = await query('select playlist_id from playlist_devices where id = any($1)', [added]);
      expect(devices).toEqual(added.map(() => ({ playlist_id: left?.n === 1 ? id : null })));
      expect(await query("select 1 from audit where row_id = any($1) and what = 'device.add'", [added])).toHaveLength(added.length);
    }
  });

  test('of edits of one version at once one is kept whole; unchanged shares keep their rows', async () => {
    const { tenant, admin, client } = await scene();
    const [reader, other] = [await makeUser(tenant), await makeUser(tenant)];
    const group = await makeUserGroup(tenant);
    const report = await makeReport(tenant);
    const playlist = await makePlaylist(tenant, admin, { items: [{ report }], people: [reader] });
    const getShares = () => query('select id, user_id, user_group_id from playlist_shares where playlist_id = $1', [playlist.id]);
    const [share] = await getShares();
    const path = `/api/auth/playlists/${playlist.id}`;
    const edit = (n: number) =>
      client.put(path, {
        ...{ version: 1, name: `Lista ${n}`, people: [reader.id, other.id], groups: [group.id] },
        items: Array.from({ length: n }, () => ({ reportId: report.id })),
      });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(edit));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const kept = answers.findIndex((answer) => answer.status === 200) + 1;
    expect((await client.get(path)).body).toMatchObject({ name: `Lista ${kept}`, items: kept, shares: 3, version: 2 });
    const changes = await query("select change from audit where row_id = $1 and what = 'playlist.edit'", [playlist.id]);
    expect(changes).toMatchObject([
      { change: { before: { items: 1, shares: 1 }, after: { items: kept, seconds: kept * 30, people: 2, groups: 1 } } },
    ]);
    expect(await getShares()).toContainEqual(share);
    expect((await client.put(path, { version: 2, name: 'Só eu', people: [], groups: [] })).status).toBe(200);
    expect(await getShares()).toEqual([]);
  });

  test('a user with the permission adds reports they see; other users cannot, and an unseen report is not found', async () => {
    const { tenant, admin } = await scene();
    const person = await maker(tenant);
    const own = await makeReport(tenant, { grantTo: [person] });
    const foreign = await makeReport(tenant);
    const client = await as(tenant, person, 'user', ['make_playlists']);
    expect((await client.post('/api/auth/playlists', { name: 'Minha', items: [{ reportId: own.id }] })).status).toBe(200);
    const refused = await client.post('/api/auth/playlists', { name: 'Outra', items: [{ reportId: own.id }, { reportId: foreign.id }] });
    expect([refused.status, refused.body.field]).toEqual([404, 'items']);
    expect((await client.get('/api/auth/playlists')).body.items).toHaveLength(1);
    const theirs = await makePlaylist(tenant, admin, { items: [{ report: own }] });
    expect((await client.get(`/api/auth/playlists/${theirs.id}`)).status).toBe(404);
    expect((await client.put(`/api/auth/playlists/${theirs.id}`, { version: 1, name: 'x' })).status).toBe(404);
    expect((await client.delete(`/api/auth/playlists/${theirs.id}`)).status).toBe(404);
    const plain = await as(tenant, await makeUser(tenant), 'user');
    expect((await plain.post('/api/auth/playlists', { name: 'Minha' })).body.status).toBe('not_permitted');
  });

  test('a copy has the items but neither shares nor displays; a deletion removes items and shares', async () => {
    const { tenant, admin, client } = await scene();
    const other = await makeUser(tenant);
    const report = await makeReport(tenant);
    const playlist = await makePlaylist(tenant, admin, { items: [{ report, seconds: 90, page: 'P1' }], people: [other] });
    const copy = await client.post(`/api/auth/playlists/${playlist.id}/copy`, { name: 'Cópia' });
    expect((await client.get(`/api/auth/playlists/${copy.body.id}`)).body).toMatchObject({
      items: 1,
      seconds: 90,
      shares: 0,
      people: [],
      displays: 0,
    });
    expect((await client.delete(`/api/auth/playlists/${playlist.id}`)).status).toBe(200);
    expect((await client.get(`/api/auth/playlists/${playlist.id}`)).status).toBe(404);
    expect(await query('select 1 from playlist_items where playlist_id = $1', [playlist.id])).toEqual([]);
    expect((await client.delete(`/api/auth/playlists/${playlist.id}`)).status).toBe(404);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: '\u0301' }, 'name'],
    [{ name: 'A', transition: 'spin' }, 'transition'],
    [{ name: 'A', items: [{ reportId: 'nope' }] }, 'items.0.reportId'],
    [{ name: 'A', items: [{ seconds: 30 }] }, 'items.0.reportId'],
    [{ name: 'A', people: ['nope'] }, 'people.0'],
    [{ name: 'A', owner_id: 'x' }, 'owner_id'],
    [{ name: 'A', tenant_id: 'x' }, 'tenant_id'],
    [{ name: 'A', language: 'fr' }, 'language'],
  ])('invalid input %j is refused at %s', async (body, field) => {
    const { client } = await scene();
    const answer = await client.post('/api/auth/playlists', body);
    expect([answer.status, answer.body.field]).toEqual([422, field]);
  });

  test.each([
    [{ seconds: 9 }, 'items.0.seconds'],
    [{ seconds: 3601 }, 'items.0.seconds'],
    [{ seconds: 10.5 }, 'items.0.seconds'],
    [{ seconds: '30' }, 'items.0.seconds'],
    [{ windows: [{ days: [], from: '08:00', to: '09:00' }] }, 'items.0.windows.0.days'],
    [{ windows: [{ days: [8], from: '08:00', to: '09:00' }] }, 'items.0.windows.0.days.0'],
    [{ windows: [{ days: [1], from: '24:00', to: '09:00' }] }, 'items.0.windows.0.from'],
    [{ page: '' }, 'items.0.page'],
    [{ rls: 'x' }, 'items.0.rls'],
  ])('an item with %j is refused at %s', async (change, field) => {
    const { tenant, client } = await scene();
    const report = await makeReport(tenant);
    const answer = await client.post('/api/auth/playlists', { name: 'A', items: [{ reportId: report.id, ...change }] });
    expect([answer.status, answer.body.field]).toEqual([422, field]);
  });

  test('a hundred items fit, one more does not', async () => {
    const { tenant, client } = await scene();
    const report = await makeReport(tenant);
    const items = (count: number) => Array.from({ length: count }, () => ({ reportId: report.id }));
    expect((await client.post('/api/auth/playlists', { name: 'A', items: items(100) })).status).toBe(200);
    expect((await client.post('/api/auth/playlists', { name: 'A', items: items(101) })).status).toBe(422);
  });
});

describe('lists', () => {
  test('search, order and the export agree; formula cells are prefixed', async () => {
    const { tenant, admin, client } = await scene();
    for (const name of ['Alfa linha', 'Beta linha', '=1+1']) await makePlaylist(tenant, admin, { name });
    const found = await client.get('/api/auth/playlists?search=lin&sort=-name');
    expect(found.body.items.map((row: { name: string }) => row.name)).toEqual(['Beta linha', 'Alfa linha']);
    const file = await client.get('/api/auth/playlists/export');
    expect(file.body.rows).toBe(3);
    expect(file.body.csv).toContain("'=1+1");
  });

  test('an administrator sees all with skipped items; a user sees their own and those shared with them or their group', async () => {
    const { tenant, admin, client } = await scene();
    const [shared, inGroup, none] = [await makeUser(tenant), await makeUser(tenant), await makeUser(tenant)];
    const team = await makeUserGroup(tenant, { members: [inGroup] });
    const [fine, hidden, closed] = [await makeReport(tenant), await makeReport(tenant, { hidden: true }), await makeReport(tenant)];
    await makeWindow(tenant, { target: 'report', targetId: closed.id, startsAt: inHours(-1), endsAt: inHours(1) });
    await makePlaylist(tenant, admin, {
      items: [{ report: fine }, { report: hidden }, { report: closed }],
      people: [shared],
      groups: [team],
    });
    expect((await client.get('/api/auth/playlists')).body.items[0]).toMatchObject({
      items: 3,
      skipped: 2,
      shares: 2,
      owner: { id: admin.id },
    });
    for (const [person, count] of [
      [shared, 1],
      [inGroup, 1],
      [none, 0],
    ] as const)
      expect((await (await as(tenant, person, 'user')).get('/api/auth/playlists')).body.items).toHaveLength(count);
    expect((await client.get('/api/auth/playlists?mine=1')).body.items).toHaveLength(1);
  });

  test('the pickers show reports with their pages, and people and groups by prefix', async () => {
    const { tenant, client } = await scene();
    const group = await makeGroup(tenant, { name: 'Fábrica' });
    const report = await makeReport(tenant, { title: 'Vendas por loja', group });
    await makeReport(tenant, { title: 'Vendas fora', kind: 'external', externalUrl: 'https://fora.test/' });
    await query(`update reports set pages = '[{"name":"P1","displayName":"Resumo"}]' where id = $1`, [report.id]);
    // Addresses are searched too: those of a test begin with a hexadecimal digit.
    await makeUser(tenant, { name: 'Luzia Dias' });
    await makeUserGroup(tenant, { name: 'Lumes' });
    expect((await client.get('/api/auth/playlists/reports?q=vend')).body.reports).toEqual([
      expect.objectContaining({ id: report.id, pages: [{ name: 'P1', displayName: 'Resumo' }], group: { name: 'Fábrica', hue: 0 } }),
    ]);
    expect((await client.get('/api/auth/playlists/people?q=lu')).body).toMatchObject({
      people: [{ name: 'Luzia Dias' }],
      groups: [{ name: 'Lumes' }],
    });
  });
});

describe('playing as a user', () => {
  test('plays only what the user sees; other items are skipped without a trace', async () => {
    const { tenant, admin } = await scene();
    const person = await makeUser(tenant);
    const principal = await makePrincipal();
    const mine = await makeEmbeddable(tenant, principal, { title: 'Minhas vendas' });
    const secret = await makeEmbeddable(tenant, await makePrincipal(), { title: 'Salários', grantTo: [admin] });
    const guarded = await makeEmbeddable(tenant, await makePrincipal({ roles: { Regional: 'region' } }), {
      title: 'Regional',
      needsIdentity: true,
      needsRoles: true,
    });
    const closed = await makeEmbeddable(tenant, await makePrincipal(), { title: 'Fechado' });
    await makeWindow(tenant, { target: 'report', targetId: closed.id, startsAt: inHours(-1), endsAt: inHours(1) });
    const reports = [mine, secret, guarded, closed];
    const playlist = await makePlaylist(tenant, admin, { items: reports.map((report) => ({ report })), people: [person] });
    const client = await as(tenant, person, 'user');
    const { body } = await client.get(`/api/auth/playlists/${playlist.id}/play`);
    expect(body.items.map((item: { skipped: string | null }) => item.skipped)).toEqual([
      null,
      'not_found',
      'rls_identity_missing',
      'report_in_maintenance',
    ]);
    expect(JSON.stringify(body)).not.toMatch(/Salários|Regional|Fechado/);
    const embed = (item: number) => client.post(`/api/auth/playlists/${playlist.id}/embed`, { itemId: playlist.items[item] });
    expect((await embed(0)).body).toMatchObject({ id: principal.serviceReportId, type: 'report' });
    for (const [item, status, code] of [
      [1, 404, 'not_found'],
      [2, 403, 'rls_identity_missing'],
      [3, 503, 'report_in_maintenance'],
    ] as const)
      expect([(await embed(item)).status, (await embed(item)).body.status]).toEqual([status, code]);
  });

  test('without a share is refused, and removing a share ends it', async () => {
    const { tenant, admin, client } = await scene();
    const person = await makeUser(tenant);
    const report = await makeEmbeddable(tenant, await makePrincipal());
    const playlist = await makePlaylist(tenant, admin, { items: [{ report }] });
    const asUser = await as(tenant, person, 'user');
    expect((await asUser.get(`/api/auth/playlists/${playlist.id}/play`)).status).toBe(404);
    expect((await asUser.post(`/api/auth/playlists/${playlist.id}/embed`, { itemId: playlist.items[0] })).status).toBe(404);
    const fields = { name: 'A', items: [{ reportId: report.id }] };
    await client.put(`/api/auth/playlists/${playlist.id}`, { version: 1, ...fields, people: [person.id] });
    expect((await asUser.get(`/api/auth/playlists/${playlist.id}/play`)).body.items).toHaveLength(1);
    await client.put(`/api/auth/playlists/${playlist.id}`, { version: 2, ...fields, people: [] });
    expect((await asUser.get(`/api/auth/playlists/${playlist.id}/play`)).status).toBe(404);
  });

  test('a player’s token has more than ten minutes left, so that a renewal always gets a new one', async () => {
    const { tenant, admin, client } = await scene();
    const report = await makeEmbeddable(tenant, await makePrincipal());
    const playlist = await makePlaylist(tenant, admin, { items: [{ report }] });
    const embed = async (minutes: number) => {
      const at = new Date(Date.now() + minutes * 60_000).toISOString();
      const { token } = await getSession(tenant, admin, 'admin', { at: Date.parse(at) });
      const { body } = await api(harness, tenant, token).post(
        `/api/auth/playlists/${playlist.id}/embed`,
        { itemId: playlist.items[0] },
        { at },
      );
      return body as { token: string; expiresAt: string; serverNow: string };
    };
    const first = await embed(0);
    expect((await embed(18)).token).toBe(first.token);
    const renewed = await embed(20);
    expect(renewed.token).not.toBe(first.token);
    expect(client).toBeDefined();
  });
});
