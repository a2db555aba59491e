import { describe, expect, test } from 'vitest';
import { getSession, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { type Answer, type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { getPlayer, makeDevice, makePlaylist, makeWaitingScreen, type Playlist } from '../support/make-playlist.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { getAddress } from '../support/test-file.ts';
import { world } from '../support/world.ts';

const harness = useHarness();
type Scene = { tenant: Tenant; admin: User; client: Api; playlist: Playlist; reportId: string };

async function scene(options: Parameters<typeof makeEmbeddable>[2] = {}, roles = {}): Promise<Scene> {
  const tenant = await makeTenant();
  const admin = await makeUser(tenant, { profile: 'admin' });
  const report = await makeEmbeddable(tenant, await makePrincipal({ roles }), { title: 'Vendas por loja', ...options });
  const playlist = await makePlaylist(tenant, admin, { items: [{ report }] });
  const client = api(harness, tenant, (await getSession(tenant, admin, 'admin')).token);
  return { tenant, admin, client, playlist, reportId: report.id };
}
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const codes = (answers: Answer[]) => answers.map(({ status, body }) => (status === 200 ? 'ok' : body.status));
const beat = { item: null, out: [] };
const makeLink = async ({ client, playlist }: Scene, more = {}) => {
  const { status, text, body } = await client.post('/api/auth/playlist_devices', {
    name: 'TV',
    place: 'Galpão',
    playlistId: playlist.id,
    ...more,
  });
  expect(status, text).toBe(200);
  return body as { id: string; token: string; expiresAt: string };
};
const signInDisplay = (tenant: Tenant, token: string, options = {}) => api(harness, tenant).post('/api/login/playlist', { token }, options);

describe('a display link', () => {
  test('has 256 bits, is stored as a hash, shown once, and admits a screen for a year', async () => {
    const here = await scene();
    const link = await makeLink(here);
    expect(link.token).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(link.expiresAt) - Date.now()).toBeGreaterThan(364.9 * 86_400_000);
    const rows = await query('select d::text as row from playlist_devices d where id = $1', [link.id]);
    expect(rows[0]?.row).not.toContain(link.token);
    const audit = await query('select change::text as change from audit where row_id = $1', [link.id]);
    expect(JSON.stringify(audit)).not.toContain(link.token);
    const list = await here.client.get('/api/auth/playlist_devices');
    expect(list.text).not.toContain(link.token);
    expect(list.body.items[0]).toMatchObject({ name: 'TV', place: 'Galpão', state: 'never', players: 0 });

    const session = await signInDisplay(here.tenant, link.token);
    expect(session.body).toMatchObject({
      status: 'ok',
      intended: `/${here.playlist.id}/playlist/view?display=1`,
      user: { id: link.id, name: 'TV' },
    });
    const player = api(harness, here.tenant, session.body.token);
    const play = await player.post('/api/playlist/beat', { item: here.playlist.items[0], out: [] });
    expect(play.body).toMatchObject({ playlist: { id: here.playlist.id }, items: [{ title: 'Vendas por loja', skipped: null }] });
    expect((await player.post('/api/playlist/embed', { itemId: here.playlist.items[0] })).status).toBe(200);
    expect((await here.client.get('/api/auth/playlist_devices')).body.items[0]).toMatchObject({
      state: 'playing',
      players: 1,
      showing: 'Vendas por loja',
    });
  });

  test('serves three screens at a time and not a fourth, also when sixty connect at once', async () => {
    const here = await scene();
    const { token } = await makeLink(here);
    const answers = await Promise.all(Array.from({ length: 60 }, () => signInDisplay(here.tenant, token)));
    expect(codes(answers).filter((code) => code === 'ok')).toHaveLength(3);
    expect(new Set(codes(answers))).toEqual(new Set(['ok', 'playlist_players_full']));
    // A screen that was switched off frees its place after three minutes.
    expect((await signInDisplay(here.tenant, token, { at: at(4) })).status).toBe(200);
  });

  test('is refused on another tenant’s host, unknown, altered or expired; guessing is limited', async () => {
    const here = await scene();
    const there = await scene();
    const { token } = await makeLink(here);
    for (const [tenant, value] of [
      [there.tenant, token],
      [here.tenant, 'x'.repeat(43)],
    ] as const)
      expect((await signInDisplay(tenant, value, { headers: { 'cf-connecting-ip': getAddress(7) } })).body.status).toBe(
        'playlist_token_unknown',
      );
    expect((await signInDisplay(here.tenant, token, { at: at(366 * 24 * 60) })).body.status).toBe('playlist_token_unknown');
    for (const bad of ['', 'short', `${token}=`, { a: 1 }, null, 7])
      expect((await api(harness, here.tenant).post('/api/login/playlist', { token: bad })).status).toBe(422);
    const guesses: Answer[] = [];
    for (let time = 0; time < 31; time += 1)
      guesses.push(await signInDisplay(here.tenant, String(time).padStart(43, 'g'), { headers: { 'cf-connecting-ip': getAddress(99) } }));
    expect(codes(guesses).at(-1)).toBe('too_many_attempts');
    expect(guesses.at(-1)?.headers.get('retry-after')).toBe('900');
    expect((await signInDisplay(here.tenant, token, { headers: { 'cf-connecting-ip': getAddress(99) } })).status).toBe(200);
  });
});

describe('a display’s session', () => {
  test('can make only its own calls, on its own host, for its own tenant', async () => {
    const here = await scene();
    const there = await scene();
    const device = await makeDevice(here.tenant, here.playlist, here.admin);
    const { token } = await getPlayer(here.tenant, device);
    const player = api(harness, here.tenant, token);
    expect((await player.post('/api/playlist/beat', beat)).status).toBe(200);
    for (const path of ['/api/auth/dashboard', '/api/auth/playlists', `/api/auth/reports/${here.reportId}`, '/api/timezone/all'])
      expect((await player.get(path)).body).toMatchObject({ status: 'token_invalid' });
    expect((await player.post(`/api/auth/reports/${here.reportId}/embed`, {})).status).toBe(401);
    expect((await api(harness, there.tenant, token).post('/api/playlist/beat', beat)).status).toBe(401);
    const second = await makePlaylist(here.tenant, here.admin, { items: [{ report: { id: here.reportId } }] });
    expect((await player.post('/api/playlist/embed', { itemId: second.items[0] })).status).toBe(404);
    const person = api(harness, here.tenant, (await getSession(here.tenant, here.admin, 'admin')).token);
    expect((await person.post('/api/playlist/beat', beat)).body.status).toBe('token_invalid');
  });

  test('ends with the first call after a revocation, and cannot be renewed', async () => {
    const here = await scene();
    const link = await makeLink(here);
    const { body } = await signInDisplay(here.tenant, link.token);
    const player = api(harness, here.tenant, body.token);
    expect((await here.client.post(`/api/auth/playlist_devices/${link.id}/revoke`)).status).toBe(200);
    expect((await player.post('/api/playlist/beat', beat)).body.status).toBe('session_gone');
    expect((await player.post('/api/playlist/embed', { itemId: here.playlist.items[0] })).body.status).toBe('session_gone');
    expect((await player.post('/api/refresh/token')).body.status).toBe('session_gone');
    expect((await signInDisplay(here.tenant, link.token)).body.status).toBe('playlist_token_unknown');
    expect((await here.client.get('/api/auth/playlist_devices')).body.items).toEqual([]);
    expect((await here.client.get('/api/auth/playlist_devices?state=ended')).body.items[0].state).toBe('revoked');
    expect((await here.client.post(`/api/auth/playlist_devices/${link.id}/rotate`)).status).toBe(404);
  });

  test('’Token is Expired’ answers an expired token; it can be renewed while the device is active', async () => {
    const here = await scene();
    const { token } = await getPlayer(here.tenant, await makeDevice(here.tenant, here.playlist, here.admin));
    const player = api(harness, here.tenant, token);
    const late = await player.post('/api/playlist/beat', beat, { at: at(31) });
    expect([late.status, late.body.message]).toEqual([401, 'Token is Expired']);
    const renewed = await player.post('/api/refresh/token', {}, { at: at(31) });
    expect((await api(harness, here.tenant, renewed.body.token).post('/api/playlist/beat', beat, { at: at(32) })).status).toBe(200);
  });

  test('that was replaced by a new link ends at its next call', async () => {
    const here = await scene();
    const link = await makeLink(here);
    const { body } = await signInDisplay(here.tenant, link.token);
    const fresh = await here.client.post(`/api/auth/playlist_devices/${link.id}/rotate`);
    expect(fresh.body.token).not.toBe(link.token);
    const player = api(harness, here.tenant, body.token);
    expect((await player.post('/api/playlist/beat', beat)).body.status).toBe('session_gone');
    expect((await player.post('/api/refresh/token')).body.status).toBe('session_gone');
    expect((await signInDisplay(here.tenant, link.token)).body.status).toBe('playlist_token_unknown');
    expect((await signInDisplay(here.tenant, fresh.body.token)).status).toBe(200);
  });

  test('stops while the business unit is suspended, and ends on request', async () => {
    const here = await scene();
    const { token } = await getPlayer(here.tenant, await makeDevice(here.tenant, here.playlist, here.admin));
    const player = api(harness, here.tenant, token);
    await query("update tenants set status = 'B' where id = $1", [here.tenant.id]);
    expect((await player.post('/api/playlist/beat', beat)).body.status).toBe('tenant_blocked');
    await query("update tenants set status = 'A' where id = $1", [here.tenant.id]);
    expect((await player.post('/api/logout')).status).toBe(200);
    expect((await player.post('/api/playlist/beat', beat)).body.status).toBe('session_gone');
  });

  test('receives an administrator’s changes at the next heartbeat', async () => {
    const here = await scene();
    const device = await makeDevice(here.tenant, here.playlist, here.admin, { name: 'TV 1' });
    const player = api(harness, here.tenant, (await getPlayer(here.tenant, device)).token);
    await here.client.put(`/api/auth/playlists/${here.playlist.id}`, {
      version: 1,
      name: 'Novo nome',
      items: [{ reportId: here.reportId, seconds: 60 }],
    });
    expect((await player.post('/api/playlist/beat', beat)).body).toMatchObject({
      playlist: { name: 'Novo nome' },
      items: [{ seconds: 60 }],
    });
    await query('update reports set hidden = true where id = $1', [here.reportId]);
    expect((await player.post('/api/playlist/beat', beat)).body.items).toMatchObject([{ skipped: 'not_found', title: '' }]);
    await here.client.delete(`/api/auth/playlists/${here.playlist.id}`);
    expect((await player.post('/api/playlist/beat', beat)).body).toMatchObject({ playlist: null, items: [] });
    expect((await here.client.get('/api/auth/playlist_devices')).body.items[0]).toMatchObject({ name: 'TV 1', playlist: null });
  });

  test('an item dropped from the rotation is shown in the display’s status and notified once', async () => {
    const here = await scene();
    const player = api(
      harness,
      here.tenant,
      (await getPlayer(here.tenant, await makeDevice(here.tenant, here.playlist, here.admin))).token,
    );
    const out = [here.playlist.items[0]];
    for (let time = 0; time < 3; time += 1) expect((await player.post('/api/playlist/beat', { item: null, out })).status).toBe(200);
    expect((await here.client.get('/api/auth/playlist_devices')).body.items[0]).toMatchObject({
      items: 1,
      skipped: [{ title: 'Vendas por loja', reason: 'failing' }],
    });
    const told = await query("select vars from notifications where tenant_id = $1 and kind = 'playlist_skips'", [here.tenant.id]);
    expect(told).toEqual([{ vars: { playlist: here.playlist.name, report: 'Vendas por loja' } }]);
    for (const bad of [
      {},
      { item: 'x', out: [] },
      { item: null, out: ['x'] },
      { item: null, out: [], tenant: 'x' },
      { item: null, out: null },
    ])
      expect((await player.post('/api/playlist/beat', bad)).status).toBe(422);
  });
});

describe('the pinned identity', () => {
  const guarded = { needsIdentity: true, needsRoles: true, title: 'Regional' };

  test('is required at the field where a report shows users their own data', async () => {
    const here = await scene(guarded, { Regional: 'region' });
    const device = { name: 'TV', playlistId: here.playlist.id };
    const refused = await here.client.post('/api/auth/playlist_devices', device);
    expect([refused.status, refused.body.status, refused.body.field]).toEqual([422, 'playlist_identity_required', 'identity']);
    await makeWaitingScreen(here.tenant, { code: 'ACDEFG', secret: 's'.repeat(43) });
    expect((await here.client.post('/api/auth/playlist_devices/pair', { ...device, code: 'ACDEFG' })).body.status).toBe(
      'playlist_identity_required',
    );
    expect((await here.client.post('/api/auth/playlist_devices', { ...device, identity: { username: ' ', roles: [] } })).status).toBe(422);
  });

  test('decides alone: with it the report opens as that identity, without it the item is skipped', async () => {
    const here = await scene(guarded, { Regional: 'region' });
    const identity = { username: 'Sul', roles: ['Regional'] };
    const link = await makeLink(here, { identity });
    const session = await signInDisplay(here.tenant, link.token);
    const player = api(harness, here.tenant, session.body.token);
    const embed = await player.post('/api/playlist/embed', { itemId: here.playlist.items[0] });
    expect(embed.status, embed.text).toBe(200);
    const figures = await fetch(new URL(`/embed/reports/${embed.body.id}/query`, world().reportService.url), {
      method: 'POST',
      headers: { authorization: `EmbedToken ${embed.body.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await figures.text()).not.toContain('Nordeste');
    const bare = api(harness, here.tenant, (await getPlayer(here.tenant, await makeDevice(here.tenant, here.playlist, here.admin))).token);
    expect((await bare.post('/api/playlist/beat', beat)).body.items).toMatchObject([{ skipped: 'rls_identity_missing' }]);
    expect((await bare.post('/api/playlist/embed', { itemId: here.playlist.items[0] })).body.status).toBe('rls_identity_missing');
    const rows = (await here.client.get('/api/auth/playlist_devices')).body.items as { skipped: unknown[] }[];
    expect(rows.map((row) => row.skipped).sort((a, b) => a.length - b.length)).toEqual([
      [],
      [{ title: 'Regional', reason: 'no_identity' }],
    ]);
  });

  test('has a role if the model requires one; reports missing it later are listed, and administrators notified once', async () => {
    const here = await scene(guarded, { Regional: 'region' });
    const device = { name: 'TV', playlistId: here.playlist.id };
    const refused = await here.client.post('/api/auth/playlist_devices', { ...device, identity: { username: 'Sul', roles: [] } });
    expect([refused.status, refused.body.status, refused.body.field]).toEqual([422, 'grant_roles_required', 'roles']);
    const link = await makeLink(here, { identity: { username: 'Sul', roles: ['Regional'] } });
    const session = await signInDisplay(here.tenant, link.token);
    const player = api(harness, here.tenant, session.body.token);
    // When the display was connected, no report of the slideshow needed a role.
    await query('update playlist_devices set identity = \'{"username":"Sul","roles":[]}\' where tenant_id = $1', [here.tenant.id]);
    const told = () => query("select vars from notifications where tenant_id = $1 and kind = 'playlist_skips'", [here.tenant.id]);
    for (let time = 0; time < 2; time += 1) await player.post('/api/playlist/beat', beat);
    expect(await told()).toEqual([{ vars: { playlist: here.playlist.name, report: 'Regional' } }]);
    const listed = async () => (await here.client.get('/api/auth/playlist_devices')).body.items[0].skipped;
    expect(await listed()).toEqual([{ title: 'Regional', reason: 'no_role' }]);
    await query(`update playlist_devices set identity = '{"username":"Sul","roles":["Lojas"]}' where tenant_id = $1`, [here.tenant.id]);
    await player.post('/api/playlist/embed', { itemId: here.playlist.items[0] });
    await expect.poll(listed).toEqual([{ title: 'Regional', reason: 'refused' }]);
  });

  test('prevents a slideshow owner who is not an administrator from editing it while a display plays it', async () => {
    const { tenant, admin, reportId } = await scene();
    const owner = await makeUser(tenant, { flags: ['make_playlists'] });
    const playlist = await makePlaylist(tenant, owner, { items: [{ report: { id: reportId } }] });
    const asOwner = api(harness, tenant, (await getSession(tenant, owner, 'user', { flags: ['make_playlists'] })).token);
    const edit = { version: 1, name: 'Meu', items: [{ reportId }] };
    await makeDevice(tenant, playlist, admin);
    expect((await asOwner.put(`/api/auth/playlists/${playlist.id}`, edit)).body.status).toBe('playlist_on_display');
    expect((await asOwner.delete(`/api/auth/playlists/${playlist.id}`)).body.status).toBe('playlist_on_display');
    expect((await asOwner.get('/api/auth/playlists')).body.items[0]).toMatchObject({ mayEdit: false, displays: 1 });
    expect((await asOwner.get('/api/auth/playlist_devices')).body.status).toBe('not_permitted');
  });
});

describe('pairing by code', () => {
  const start = (tenant: Tenant, options = {}) => api(harness, tenant).post('/api/login/playlist/pair', {}, options);
  const poll = (tenant: Tenant, secret: string, options = {}) => api(harness, tenant).post('/api/login/playlist/poll', { secret }, options);

  test('a screen shows six unambiguous characters; once approved it plays, and all other administrators are notified', async () => {
    const here = await scene();
    const colleague = await makeUser(here.tenant, { profile: 'admin' });
    const { body: screen } = await start(here.tenant);
    expect(screen.code).toMatch(/^[ACDEFGHJKMNPQRTUVWXY34679]{6}$/);
    expect((await poll(here.tenant, screen.secret)).body).toEqual({ state: 'waiting', session: null });
    const typed = `${screen.code.slice(0, 3)} ${screen.code.slice(3).toLowerCase()}`;
    const paired = await here.client.post('/api/auth/playlist_devices/pair', {
      code: typed,
      name: 'TV da doca',
      place: 'Doca 2',
      playlistId: here.playlist.id,
    });
    expect(paired.status, paired.text).toBe(200);
    const arrived = await poll(here.tenant, screen.secret);
    expect(arrived.body.state).toBe('ok');
    const player = api(harness, here.tenant, arrived.body.session.token);
    expect((await player.post('/api/playlist/beat', beat)).body.playlist.id).toBe(here.playlist.id);
    const told = await query("select user_id, vars from notifications where tenant_id = $1 and kind = 'device_paired'", [here.tenant.id]);
    expect(told).toEqual([
      { user_id: colleague.id, vars: { device: 'TV da doca', playlist: here.playlist.name, person: here.admin.name } },
    ]);
    expect(
      (await here.client.post('/api/auth/playlist_devices/pair', { code: screen.code, name: 'x', playlistId: here.playlist.id })).body
        .status,
    ).toBe('pairing_code_unknown');
  });

  test('an approval is delivered once, also to sixty concurrent polls', async () => {
    const here = await scene();
    const { body: screen } = await start(here.tenant);
    await here.client.post('/api/auth/playlist_devices/pair', { code: screen.code, name: 'TV', playlistId: here.playlist.id });
    const answers = await Promise.all(Array.from({ length: 60 }, () => poll(here.tenant, screen.secret)));
    expect(answers.filter((answer) => answer.body.state === 'ok')).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.state === 'ended')).toHaveLength(59);
  });

  test('a code expires after ten minutes, is counted per tenant, and cannot be guessed', async () => {
    const here = await scene();
    const there = await scene();
    const { body: screen } = await start(here.tenant);
    const approve = (client: Api, playlist: Playlist, code: string, options = {}) =>
      client.post('/api/auth/playlist_devices/pair', { code, name: 'TV', playlistId: playlist.id }, options);
    expect((await approve(there.client, there.playlist, screen.code)).body.status).toBe('pairing_code_unknown');
    expect((await poll(there.tenant, screen.secret)).body.state).toBe('ended');
    expect((await approve(here.client, here.playlist, screen.code, { at: at(11) })).body.status).toBe('pairing_code_unknown');
    expect((await poll(here.tenant, screen.secret, { at: at(11) })).body.state).toBe('ended');
    for (const bad of ['', 'ABC', '000000', 'ACDEFO'])
      expect((await approve(here.client, here.playlist, bad)).body.status).toBe('pairing_code_unknown');
    const tries: Answer[] = [];
    for (let time = 0; time < 21; time += 1) tries.push(await approve(here.client, here.playlist, 'ACDEFG'));
    expect(codes(tries).at(-1)).toBe('too_many_attempts');
    expect((await approve(here.client, here.playlist, screen.code)).body.status).toBe('too_many_attempts');
  });

  test('the number of codes per address is limited', async () => {
    const { tenant } = await scene();
    const answers: Answer[] = [];
    for (let time = 0; time < 21; time += 1) answers.push(await start(tenant, { headers: { 'cf-connecting-ip': getAddress(55) } }));
    expect(codes(answers).filter((code) => code === 'ok')).toHaveLength(20);
    expect(codes(answers).at(-1)).toBe('too_many_attempts');
  });
});

describe('the list of displays', () => {
  test('is edited by version, extended by a year, exported; another unit’s slideshow is not found', async () => {
    const here = await scene();
    const there = await scene();
    const device = await makeDevice(here.tenant, here.playlist, here.admin, { name: 'TV', expiresAt: at(60) });
    const edit = (version: number, playlistId: string) =>
      here.client.put(`/api/auth/playlist_devices/${device.id}`, { version, name: '=TV', place: 'Doca', playlistId });
    expect((await edit(1, here.playlist.id)).body.version).toBe(2);
    expect((await edit(1, here.playlist.id)).body.status).toBe('changed_meanwhile');
    const foreign = await edit(2, there.playlist.id);
    expect([foreign.status, foreign.body.field]).toEqual([404, 'playlistId']);
    const atOnce = await Promise.all([2, 2, 2, 2].map((version) => edit(version, here.playlist.id)));
    expect(atOnce.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409]);
    const edits = await query(
      `select a.change->'before'->>'name' as name, a.change->'after'->'identity' as identity,
        a.change->'after'->'expiresAt' = to_jsonb(d.expires_at) as same_end
      from audit a join playlist_devices d on d.id = a.row_id where d.id = $1 and a.what = 'device.edit' order by a.at`,
      [device.id],
    );
    expect(edits).toEqual([
      { name: 'TV', identity: null, same_end: true },
      { name: '=TV', identity: null, same_end: true },
    ]);
    // One alone, whatever page of the list it is on, and also after its end.
    const alone = async (client: Api) => (await client.get(`/api/auth/playlist_devices?id=${device.id}`)).body.items;
    await query("update playlist_devices set expires_at = now() - interval '1 day' where id = $1", [device.id]);
    expect(await alone(here.client)).toMatchObject([{ id: device.id, name: '=TV', state: 'expired' }]);
    expect(await alone(there.client)).toEqual([]);
    const longer = await here.client.post(`/api/auth/playlist_devices/${device.id}/extend`);
    expect(Date.parse(longer.body.expiresAt) - Date.now()).toBeGreaterThan(364 * 86_400_000);
    const file = await here.client.get('/api/auth/playlist_devices/export');
    expect(file.body.csv).toContain("'=TV");
    expect((await there.client.post(`/api/auth/playlist_devices/${device.id}/revoke`)).status).toBe(404);
    expect((await here.client.post(`/api/auth/playlist_devices/${device.id}/open`)).status).toBe(404);
  });
});

describe('the expiry of a display', () => {
  test('is notified to administrators once at 30, 7 and 1 day(s), but not for an extended display', async () => {
    const here = await scene();
    const device = await makeDevice(here.tenant, here.playlist, here.admin, { name: 'TV', expiresAt: at(6.5 * 24 * 60) });
    const tick = () => harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date(new Date().setUTCMinutes(9, 0, 0)) });
    const told = () => query("select vars from notifications where tenant_id = $1 and kind = 'device_ending'", [here.tenant.id]);
    await tick();
    await tick();
    expect(await told()).toEqual([{ vars: { device: 'TV', playlist: here.playlist.name, days: 7 } }]);
    await query("update playlist_devices set expires_at = now() + interval '20 hours' where id = $1", [device.id]);
    await tick();
    expect(await told()).toHaveLength(2);
    await here.client.post(`/api/auth/playlist_devices/${device.id}/extend`);
    await tick();
    expect(await told()).toHaveLength(2);
  });
});
