import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { getPlayer, makeDevice, makePlaylist } from '../support/make-playlist.ts';
import { makeTenant, platform } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { limit, one, tenantsScene, units, wish } from './tenants-scene.ts';

const harness = useHarness();
const { partner, operator } = tenantsScene(harness);

test('a user in a unit that is blocked is refused at the next call, and admitted again when the block is lifted', async () => {
  const { tenant, master } = await partner();
  const unit = await makeTenant({ parent: tenant });
  const admin = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
  expect((await admin.get('/api/auth/dashboard')).status).toBe(200);
  expect((await master.post(`${units}/${unit.id}/status`, { version: 1, action: 'block' })).body).toMatchObject({
    status: 'required',
    field: 'reason',
  });
  expect((await master.post(`${units}/${unit.id}/status`, { version: 1, action: 'block', reason: 'Contrato suspenso' })).body).toEqual({
    version: 2,
  });
  expect((await admin.get('/api/auth/dashboard')).body.status).toMatch(/tenant_blocked|rights_stale/);
  expect((await admin.post('/api/refresh/token')).status).not.toBe(200);
  expect(await one(unit.id)).toMatchObject({ status: 'B', status_reason: 'Contrato suspenso' });
  expect((await master.post(`${units}/${unit.id}/status`, { version: 2, action: 'block', reason: 'x' })).body.status).toBe(
    'changed_meanwhile',
  );
  expect((await master.post(`${units}/${unit.id}/status`, { version: 2, action: 'unblock' })).body).toEqual({ version: 3 });
  expect((await admin.post('/api/refresh/token')).status).toBe(200);
});

test('a deleted unit disappears, loses nothing, and can be restored for 30 days and not later', async () => {
  const { tenant, master } = await partner();
  const unit = await makeTenant({ parent: tenant });
  const report = await makeReport(unit);
  const admin = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
  expect((await master.post(`${units}/${unit.id}/status`, { version: 1, action: 'delete' })).status).toBe(200);
  expect(await admin.get('/api/auth/dashboard')).toMatchObject({ status: 404, body: { status: 'unknown_host' } });
  expect((await master.put(`${units}/${unit.id}`, { version: 2, name: 'x' })).status).toBe(404);
  expect((await master.post(`${units}/${unit.id}/status`, { version: 2, action: 'restore' })).status).toBe(200);
  expect(await one(unit.id)).toMatchObject({ status: 'A', deleted_at: null });
  expect(await query('select id from reports where tenant_id = $1', [unit.id])).toEqual([{ id: report.id }]);
  expect((await admin.get('/api/auth/dashboard')).body.status).toBe('session_gone');
  await master.post(`${units}/${unit.id}/status`, { version: 3, action: 'delete' });
  await query("update tenants set deleted_at = app.now() - interval '31 days' where id = $1", [unit.id]);
  expect((await master.post(`${units}/${unit.id}/status`, { version: 4, action: 'restore' })).status).toBe(404);
  expect((await master.get(`${units}/${unit.id}`)).status).toBe(404);
});

// Removing a unit suspends its displays: their links are the unit's own credentials, like its embedding keys, and come back with everything
// else. People's sessions end instead: a person can prove themselves again, a display has no person who could.
test('a display of a deleted unit shows nothing, and plays on once it is restored; one that was revoked stays revoked', async () => {
  const { tenant, master } = await partner();
  const unit = await makeTenant({ parent: tenant });
  const admin = await makeUser(unit, { profile: 'admin' });
  const asAdmin = await getApi(harness, unit, admin);
  const playlist = await makePlaylist(unit, admin, { items: [{ report: await makeReport(unit) }] });
  const [kept, revoked] = [await makeDevice(unit, playlist, admin), await makeDevice(unit, playlist, admin)];
  const [display, other] = [
    api(harness, unit, (await getPlayer(unit, kept)).token),
    api(harness, unit, (await getPlayer(unit, revoked)).token),
  ];
  const beat = async (player: typeof display) => {
    const { status, body } = await player.post('/api/playlist/beat', { item: null, out: [] });
    return status === 200 ? 'plays' : body.status;
  };
  expect([await beat(display), await beat(other)]).toEqual(['plays', 'plays']);
  expect((await asAdmin.post(`/api/auth/playlist_devices/${revoked.id}/revoke`)).status).toBe(200);
  expect((await master.post(`${units}/${unit.id}/status`, { version: 1, action: 'delete' })).status).toBe(200);
  expect([await beat(display), await beat(other)]).toEqual(['unknown_host', 'unknown_host']);
  expect((await master.post(`${units}/${unit.id}/status`, { version: 2, action: 'restore' })).status).toBe(200);
  expect([await beat(display), await beat(other)]).toEqual(['plays', 'session_gone']);
  expect((await asAdmin.get('/api/auth/dashboard')).body.status).toBe('session_gone');
});

test('a trial is extended by calendar days or becomes a contract', async () => {
  const { tenant, master } = await partner();
  const unit = await makeTenant({ parent: tenant, status: 'T', trialEndsAt: new Date(Date.now() - 1000).toISOString() });
  await query('update tenants set trial_told = 0 where id = $1', [unit.id]);
  const path = `${units}/${unit.id}/status`;
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  for (const [trialEndsOn, status] of [
    [undefined, 'required'],
    ['2026-02-31', 'invalid_input'],
    ['2020-01-01', 'invalid_input'],
    ['2999-01-01', 'invalid_input'],
  ])
    expect((await master.post(path, { version: 1, action: 'extend', trialEndsOn })).body, trialEndsOn).toMatchObject({
      status,
      field: 'trialEndsOn',
    });
  expect((await master.post(path, { version: 1, action: 'extend', trialEndsOn: day })).body).toEqual({ version: 2 });
  expect(await one(unit.id)).toMatchObject({ status: 'T', trial_told: null });
  expect((await master.post(path, { version: 2, action: 'convert' })).body).toEqual({ version: 3 });
  expect(await one(unit.id)).toMatchObject({ status: 'A', trial_ends_at: null });
  expect((await master.post(path, { version: 3, action: 'extend', trialEndsOn: day })).body.status).toBe('changed_meanwhile');
});

test('a function hidden by partner or platform is gone from the unit, shown there with its author, and cannot be restored by the unit', async () => {
  const { tenant, master } = await partner();
  const unit = await makeTenant({ parent: tenant });
  const person = await makeUser(unit, { profile: 'admin' });
  const admin = await getApi(harness, unit, person);
  expect((await admin.get('/api/auth/playlists')).status).toBe(200);
  expect((await master.put(`${units}/${unit.id}`, { version: 1, hidden_menu: ['playlists', 'catalogs'] })).status).toBe(200);
  const { a2m } = await operator();
  await query('update tenants set parent_id = $2 where id = $1', [tenant.id, platform.id]);
  expect((await a2m.put(`${units}/${unit.id}`, { version: 2, hidden_menu: ['playlists'] })).status).toBe(200);
  expect((await master.put(`${units}/${unit.id}`, { version: 3, hidden_menu: [] })).status).toBe(200);
  const after = await getApi(harness, unit, person);
  expect((await after.get('/api/auth/playlists')).body.status).toBe('function_disabled');
  expect((await after.post('/api/auth/config')).body.hidden_menu).toEqual(['playlists']);
  expect((await after.get('/api/auth/config/getConfig')).body.config.hidden_above).toEqual([{ name: 'playlists', by: 'platform' }]);
  await after.post('/api/auth/config/update', { hidden_menu: [] });
  expect((await (await getApi(harness, unit, person)).post('/api/auth/config')).body.hidden_menu).toEqual(['playlists']);
  // The page on which the unit ends what its partner may do stays, like home and the settings.
  for (const name of ['dashboard', 'setting', 'remote/authorization']) {
    expect((await master.put(`${units}/${unit.id}`, { version: 4, hidden_menu: [name] })).status, name).toBe(422);
    expect((await after.post('/api/auth/config/update', { hidden_menu: [name] })).status, name).toBe(422);
  }
  expect((await after.get('/api/auth/partner/access')).status).toBe(200);
});

test('one unit of a parent is the default of the cloud identity provider: the next one replaces it', async () => {
  const { tenant, master } = await partner();
  const [first, second] = [await makeTenant({ parent: tenant, name: 'Primeira' }), await makeTenant({ parent: tenant })];
  await master.put(`${units}/${first.id}`, { version: 1, defaultDirectory: 'S' });
  expect((await master.get(`${units}/${second.id}`)).body.directoryHolder).toBe('Primeira');
  await master.put(`${units}/${second.id}`, { version: 1, defaultDirectory: 'S' });
  expect(await query('select id from tenants where parent_id = $1 and default_directory', [tenant.id])).toEqual([{ id: second.id }]);
});

test('a limit of reports is enforced when reports are saved', async () => {
  const unit = await makeTenant({});
  await limit(unit, 'report_limit', 1);
  await makeReport(unit);
  await expect(makeReport(unit)).rejects.toThrow(/report_limit/);
});

test('the platform creates a partner with its registration data, and only tenants below are within reach', async () => {
  const { a2m } = await operator();
  const made = await a2m.post(
    units,
    wish({ kind: 'partner', name: 'Numera', party: { fantasyName: 'Numera BI', document: '52998224725' } }),
  );
  expect(made.status, made.text).toBe(200);
  const [party] = await query('select * from parties where of_tenant_id = $1', [made.body.id]);
  expect(party).toMatchObject({ tenant_id: platform.id, kind: 'partner', person: 'physical' });
  expect(await query('select profile from users where tenant_id = $1', [made.body.id])).toEqual([{ profile: 'master' }]);
  const below = await makeTenant({ parent: { id: made.body.id } });
  expect((await a2m.get(`${units}/${made.body.id}`)).body).toMatchObject({ kind: 'partner', units: 1, partyId: party?.id });
  expect((await a2m.post(`${units}/${made.body.id}/status`, { version: 1, action: 'delete' })).body.status).toBe('tenant_has_units');
  const { master, tenant } = await partner();
  for (const id of [below.id, made.body.id, tenant.id, platform.id]) {
    expect((await master.get(`${units}/${id}`)).status).toBe(404);
    expect((await master.put(`${units}/${id}`, { version: 1, userLimit: 999 })).status).toBe(404);
    expect((await master.post(`${units}/${id}/status`, { version: 1, action: 'delete' })).status).toBe(404);
  }
  expect(await one(tenant.id)).toMatchObject({ user_limit: null, status: 'A' });
  // A unit's own administrator has no access to any of it.
  const admin = await getApi(harness, below, await makeUser(below, { profile: 'admin' }));
  expect((await admin.put(`${units}/${below.id}`, { version: 1, userLimit: 999 })).status).toBe(403);
});

test('a partner cannot unblock, restore, convert or extend what the platform blocked, deleted or set on trial, but can its own', async () => {
  const { tenant, master } = await partner();
  const { a2m } = await operator();
  const status = (as: typeof master, id: string, action: string, more: object = {}) =>
    one(id).then((row) => as.post(`${units}/${id}/status`, { version: row?.version, action, ...more }));
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const rows: readonly (readonly [string, object, string, string, string])[] = [
    ['block', { reason: 'Fatura em aberto' }, 'unblock', 'blocked', 'A'],
    ['delete', {}, 'restore', 'deleted', 'A'],
  ];
  for (const [set, more, undo, held, after] of rows) {
    const { id } = await makeTenant({ parent: tenant });
    expect((await status(a2m, id, set, more)).status).toBe(200);
    expect(await status(master, id, undo)).toMatchObject({ status: 403, body: { status: 'set_by_platform' } });
    expect((await master.get(`${units}/${id}`)).body.held).toEqual([held]);
    expect((await a2m.get(`${units}/${id}`)).body.held).toEqual([]);
    expect((await status(a2m, id, undo)).status).toBe(200);
    expect(await one(id)).toMatchObject({ status: after, blocked_by: null, deleted_by: null });
    // A partner can undo its own actions.
    expect((await status(master, id, set, more)).status).toBe(200);
    expect((await master.get(`${units}/${id}`)).body.held).toEqual([]);
    expect((await status(master, id, undo)).status).toBe(200);
  }
  const { id } = await makeTenant({ parent: tenant, status: 'T', trialEndsAt: new Date(Date.now() + 86_400_000).toISOString() });
  expect((await status(a2m, id, 'extend', { trialEndsOn: day })).status).toBe(200);
  for (const action of ['convert', 'extend'])
    expect(await status(master, id, action, { trialEndsOn: day })).toMatchObject({ status: 403, body: { status: 'set_by_platform' } });
  expect((await status(a2m, id, 'convert')).status).toBe(200);
  const { body } = await master.post(units, wish({ trialDays: 10 }));
  expect((await status(master, body.id, 'extend', { trialEndsOn: day })).status).toBe(200);
  expect((await status(master, body.id, 'convert')).status).toBe(200);
});

test('concurrent opposite changes of many units all succeed', async () => {
  const { tenant, master } = await partner();
  const made = await Promise.all(Array.from({ length: 12 }, (_, at) => makeTenant({ parent: tenant, status: at % 2 === 0 ? 'A' : 'B' })));
  const answers = await Promise.all(
    made.map(async ({ id }, at) => {
      const row = await one(id);
      const change = at % 2 === 0 ? { action: 'block', reason: 'Fatura em aberto' } : { action: 'unblock' };
      return (await master.post(`${units}/${id}/status`, { version: row?.version, ...change })).status;
    }),
  );
  expect(answers).toEqual(made.map(() => 200));
});

test('a block by the platform survives a partner’s deletion and restoration', async () => {
  const { tenant, master } = await partner();
  const { a2m } = await operator();
  const { id } = await makeTenant({ parent: tenant });
  const status = (as: typeof master, action: string, reason = '') =>
    one(id).then((row) => as.post(`${units}/${id}/status`, { version: row?.version, action, reason }));
  expect((await status(a2m, 'block', 'Fatura em aberto')).status).toBe(200);
  expect((await status(master, 'delete')).status).toBe(200);
  expect((await status(master, 'restore')).status).toBe(200);
  expect(await one(id)).toMatchObject({ status: 'B', blocked_by: 'platform' });
  expect((await status(master, 'unblock')).body.status).toBe('set_by_platform');
});

test('a partner gives a unit at most the limits that the platform set', async () => {
  const { tenant, master } = await partner();
  const { a2m } = await operator();
  const { id } = await makeTenant({ parent: tenant, userLimit: 10 });
  const edit = (as: typeof master, change: object) => one(id).then((row) => as.put(`${units}/${id}`, { version: row?.version, ...change }));
  expect((await edit(master, { userLimit: 40, reportLimit: 7 })).status).toBe(200);
  expect((await edit(a2m, { userLimit: 20, bonusUsers: 2, reportLimit: 7 })).status).toBe(200);
  expect((await master.get(`${units}/${id}`)).body.limitsAbove).toEqual({ userLimit: 20, bonusUsers: 2 });
  for (const [field, value] of [
    ['userLimit', 21],
    ['userLimit', null],
    ['bonusUsers', 3],
  ] as const) {
    const refused = await edit(master, { [field]: value });
    expect(refused).toMatchObject({
      status: 403,
      body: { status: 'limit_by_platform', field, vars: { most: field === 'userLimit' ? 20 : 2 } },
    });
  }
  for (const userLimit of [5, 20]) expect((await edit(master, { userLimit, reportLimit: 500 })).status).toBe(200);
  expect((await edit(a2m, { userLimit: null })).status).toBe(200);
  expect((await edit(master, { userLimit: 90 })).status).toBe(200);
});

describe('the first administrator’s invitation', () => {
  const invited = async () => {
    const { tenant, master } = await partner();
    const { body } = await master.post(units, wish());
    const read = async () => (await master.get(`${units}/${body.id}`)).body;
    return { tenant, master, id: body.id as string, invitee: (await read()).invitee, read };
  };
  const mails = (id: string) => query("select count(*)::int as n from outbox where tenant_id = $1 and kind = 'account.invite'", [id]);

  test('is sent again or to another address while the unit has no administrator, recorded in both tenants', async () => {
    const { tenant, master, id, invitee, read } = await invited();
    expect(invitee).toMatchObject({ name: 'Bia Reis' });
    expect((await master.post(`${units}/${id}/invite`, { user: invitee.id })).status).toBe(200);
    const email = `${randomUUID().slice(0, 13)}@cafe.test`;
    expect((await master.post(`${units}/${id}/invite`, { user: invitee.id, email: email.toUpperCase() })).status).toBe(200);
    expect((await read()).invitee).toMatchObject({ id: invitee.id, email });
    expect(await mails(id)).toEqual([{ n: 3 }]);
    for (const where of [tenant.id, id]) {
      const rows = await query("select change, user_id from audit where tenant_id = $1 and what = 'tenant.invite' order by at", [where]);
      expect(rows).toHaveLength(2);
      expect(rows[1]).toMatchObject({ change: { before: { administrator: invitee.email }, after: { administrator: email } } });
    }
    expect(await master.post(`${units}/${id}/invite`, { user: invitee.id, email: 'x' })).toMatchObject({
      status: 422,
      body: { field: 'email' },
    });
  });

  test('is out of the layer above’s hands once the unit has an administrator, however they signed in', async () => {
    const ways = [
      (id: string) => makeUser({ id }, { profile: 'admin' }),
      async (id: string) => query("update users set last_sign_in_at = now() where tenant_id = $1 and profile = 'admin'", [id]),
      async (id: string) => {
        const user = await makeUser({ id }, { profile: 'admin', account: false });
        await query(
          "insert into identities (tenant_id, id, user_id, kind, issuer, subject) values ($1, gen_random_uuid(), $2, 'saml', 'https://idp.test', 'x')",
          [...[id, user.id]],
        );
      },
    ];
    for (const way of ways) {
      const { master, id, invitee, read } = await invited();
      await way(id);
      expect((await read()).invitee).toBe(null);
      expect(await master.post(`${units}/${id}/invite`, { user: invitee.id, email: 'mine@numera.test' })).toMatchObject({
        status: 409,
        body: { status: 'already_accepted' },
      });
      expect(await mails(id)).toEqual([{ n: 1 }]);
    }
  });

  test('is out of reach for another partner, an ordinary user of the unit, and a blocked unit', async () => {
    const { master, id, invitee } = await invited();
    const stranger = await partner();
    expect((await stranger.master.post(`${units}/${id}/invite`, { user: invitee.id })).status).toBe(404);
    const person = await makeUser({ id }, { account: false });
    expect((await master.post(`${units}/${id}/invite`, { user: person.id })).status).toBe(404);
    await query("update tenants set status = 'B' where id = $1", [id]);
    expect((await master.post(`${units}/${id}/invite`, { user: invitee.id })).status).toBe(404);
  });
});
