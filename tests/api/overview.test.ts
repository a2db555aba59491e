import { expect, test } from 'vitest';
import type { Overview } from '../../domain/overview/contract.ts';
import { getSession } from '../guards/place.ts';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport, makeServiceAccount, makeWorkspace } from '../support/make-content.ts';
import { makeDevice, makePlaylist } from '../support/make-playlist.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const path = '/api/auth/overview';
const listDone = ({ steps }: Overview) => steps.flatMap(({ name, done }) => (done ? [name] : []));
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function admins(tenant: Awaited<ReturnType<typeof makeTenant>>, profile: 'admin' | 'master' | 'user' = 'admin') {
  const user = await makeUser(tenant, { profile });
  const { token } = await getSession(tenant, user, profile);
  return { user, calls: api(harness, tenant, token) };
}

test('the checklist of a unit ticks itself off as account, workspace, reports, people and branding are set up', async () => {
  const unit = await makeTenant();
  const { calls } = await admins(unit);
  const read = async (): Promise<Overview> => (await calls.get(path)).body;
  const empty = await read();
  expect(empty.steps.map(({ name }) => name)).toEqual(['account', 'workspace', 'reports', 'people', 'look']);
  expect(listDone(empty)).toEqual([]);
  expect(empty.needs).toEqual([]);
  const account = await makeServiceAccount(unit, { directoryId: 'd', appId: 'a', secret: 's', name: 'Conta do BI' });
  expect((await read()).steps[0]).toEqual({ name: 'account', done: false, count: 1 });
  await query(`update service_accounts set tested = '[{"step":"token","outcome":"ok"}]', tested_at = now() where id = $1`, [account.id]);
  await makeWorkspace(unit, account);
  expect(listDone(await read())).toEqual(['account', 'workspace']);
  await makeReport(unit);
  await makeUser(unit);
  await query(`insert into themes (tenant_id, id, name, "values", published) values ($1, gen_random_uuid(), 'Nossa', '{}', true)`, [
    unit.id,
  ]);
  const full = await read();
  expect(listDone(full)).toEqual(['account', 'workspace', 'reports', 'people', 'look']);
  expect(full).toMatchObject({ reports: 1, people: { all: 2 }, entries: [] });
});

test('pending items are listed, the most urgent first, and never another unit’s', async () => {
  const unit = await makeTenant({ status: 'T', trialEndsAt: inDays(5), userLimit: 3 });
  const other = await makeTenant({ userLimit: 1 });
  await makeUser(other);
  const { calls } = await admins(unit);
  const waiting = await makeUser(unit);
  await query("update users set account_id = null, invited_at = now() - interval '9 days', last_sign_in_at = null where id = $1", [
    waiting.id,
  ]);
  await makeUser(unit);
  const account = await makeServiceAccount(unit, { directoryId: 'd', appId: 'a', secret: 's', name: 'Conta do BI' });
  await query(
    `update service_accounts set secret_ends_at = now() + interval '3 days', tested = '[{"step":"token","outcome":"failed"}]', tested_at = now() where id = $1`,
    [account.id],
  );
  const { needs, seats }: Overview = (await calls.get(path)).body;
  expect(needs.map(({ kind, count, name }) => [kind, count, name])).toEqual([
    ['trial', 1, null],
    ['secret', 1, 'Conta do BI'],
    ['account', 1, 'Conta do BI'],
    ['seats', 0, null],
    ['invited', 1, null],
  ]);
  expect(seats).toEqual({ used: 3, limit: 3, tree: false });
});

test('what stopped by itself waits for those who may act on it', async () => {
  const unit = await makeTenant();
  const { user, calls } = await admins(unit);
  const kinds = async () => ((await calls.get(path)).body as Overview).needs.map(({ kind, count, name }) => [kind, count, name]);
  const suspend = (tenant: { id: string }, state: string) =>
    query(
      `insert into tasks (tenant_id, id, name, sort_key, type, action, target_kind, state, starts_at, ends_at)
        values ($1, gen_random_uuid(), 'T', 't', 'dataset', 'refresh', 'report', $2, now(), now() + interval '1 year')`,
      [tenant.id, state],
    );
  await suspend(unit, 'suspended');
  await suspend(unit, 'paused');
  await suspend(await makeTenant(), 'suspended');
  // A display whose identity lacks what its report needs, one that has it, and one that is revoked.
  const guarded = await makeReport(unit);
  await query('update reports set needs_identity = true where id = $1', [guarded.id]);
  const playlist = await makePlaylist(unit, user, { items: [{ report: guarded }, { report: guarded }] });
  const skipping = await makeDevice(unit, playlist, user, { name: 'Doca' });
  const [revoked] = [await makeDevice(unit, playlist, user)];
  await query('update playlist_devices set revoked_at = now() where id = $1', [revoked.id]);
  await makeDevice(unit, await makePlaylist(unit, user), user);
  await query(
    `insert into custom_fields (tenant_id, id, "of", key, labels, type, identity, position)
      values ($1, gen_random_uuid(), 'user', 'cf_loja', '{"pt-BR":"Loja"}', 'text', true, 1)`,
    [unit.id],
  );
  // In two steps: a value that changes together with its mark counts as changed by an administrator.
  await query(`update users set custom = '{"cf_loja":"12"}' where id = $1`, [user.id]);
  await query("update users set custom_own = '{cf_loja}' where id = $1", [user.id]);
  const mail = (state: string, via: string, failure: string | null, minutes: number) =>
    query(
      `insert into mails (tenant_id, id, address, kind, state, via, failure, created_at)
        values ($1, gen_random_uuid(), 'a@b.test', 'mail_test', $2, $3, $4, now() - make_interval(mins => $5))`,
      [unit.id, state, via, failure, minutes],
    );
  await query(
    "insert into mail_servers (tenant_id, name, email, host, port, protocol) values ($1, 'V', 'v@v.test', 'smtp.v.test', 587, 'starttls')",
    [unit.id],
  );
  await mail('failed', 'tenant', 'auth', 90);
  await mail('sent', 'tenant', null, 60);
  const quiet = [
    ['tasks', 1, null],
    ['displays', 1, null],
    ['values', 1, null],
  ];
  // The server has taken a mail since; a refused address or another server says nothing about it.
  await mail('failed', 'tenant', 'recipient', 30);
  await mail('failed', 'platform', 'auth', 30);
  expect(await kinds()).toEqual(quiet);
  await mail('failed', 'tenant', 'auth', 20);
  await mail('failed', 'tenant', 'timeout', 10);
  await harness.database.resetTrips();
  expect(await kinds()).toEqual([['mail', 2, 'smtp.v.test'], ...quiet]);
  expect((await harness.database.trips()).requests).toBe(1);
  const { body: list } = await calls.get('/api/auth/playlist_devices?state=skipping');
  expect(list.items.map(({ id }: { id: string }) => id)).toEqual([skipping.id]);
  expect(list.total).toBe(1);
  // Tested with success since.
  await query('update mail_servers set verified_at = now() where tenant_id = $1', [unit.id]);
  expect(await kinds()).toEqual(quiet);
});

test('the seats of a partner are those of its whole tree, which its limit covers', async () => {
  const partner = await makeTenant({ kind: 'partner', userLimit: 400 });
  const { calls } = await admins(partner, 'master');
  const unit = await makeTenant({ parent: partner });
  await makeUser(unit);
  await makeUser(unit, { status: 'B' });
  expect((await calls.get(path)).body.seats).toEqual({ used: 3, limit: 400, tree: true });
  // The partner's page of users counts the same tree, and its own people besides.
  expect((await calls.get('/api/auth/users/choices')).body.seats).toMatchObject({ used: 1, limit: 400, tree: 3 });
  const own = await admins(unit);
  expect((await own.calls.get(path)).body.seats).toMatchObject({ used: 3, tree: false });
});

test('a partner reads which of its units need attention and its own last visits, in one trip', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const { user, calls } = await admins(partner, 'master');
  const colleague = await admins(partner, 'master');
  expect((await calls.get(path)).body.steps.map(({ name, done }: { name: string; done: boolean }) => [name, done])).toEqual([
    ['unit', false],
    ['people', true],
    ['look', false],
  ]);
  const trial = await makeTenant({ parent: partner, name: 'Em teste', status: 'T', trialEndsAt: inDays(4) });
  const full = await makeTenant({ parent: partner, name: 'Cheia', userLimit: 1 });
  const quiet = await makeTenant({ parent: partner, name: 'Calada' });
  await query("update tenants set created_at = now() - interval '5 days' where id = $1", [quiet.id]);
  const [luis] = [await makeUser(full, { profile: 'admin', name: 'Luís Fialho' })];
  await query(
    `insert into remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_name, reach, minutes, state, needs_admin, admin_id,
      admin_at, expires_at, started_at, ends_at, ended_at, created_at)
     values ($1, gen_random_uuid(), 'partner', $2, $3, 'P', 'act', 60, 'ended', true, $4, now(), now(), now() - interval '3 hours',
       now() - interval '2 hours', now() - interval '138 minutes', now() - interval '3 hours'),
       ($5, gen_random_uuid(), 'partner', $2, $3, 'P', 'act', 60, 'refused', true, null, null, now(), null, null, null, now())`,
    [full.id, partner.id, user.id, luis.id, trial.id],
  );
  await query("update remote_requests set refusal = 'Em fechamento' where tenant_id = $1", [trial.id]);
  await harness.database.resetTrips();
  const answer = await calls.get(path);
  expect((await harness.database.trips()).requests).toBe(1);
  const body: Overview = answer.body;
  expect(body.needs.map(({ kind, name }) => [kind, name])).toEqual([
    ['unitTrial', 'Em teste'],
    ['unitSeats', 'Cheia'],
    ['unitInvited', 'Calada'],
  ]);
  expect(body.entries).toMatchObject([
    { unit: { name: 'Em teste' }, state: 'refused', refusal: 'Em fechamento', minutes: null },
    { unit: { name: 'Cheia' }, state: 'ended', allowedBy: 'Luís Fialho', minutes: 42 },
  ]);
  expect((await colleague.calls.get(path)).body.entries).toEqual([]);
  // An administrator of one of the units sees none of it.
  const inside = await getApi(harness, full, luis);
  expect((await inside.get(path)).body).toMatchObject({ entries: [], steps: [{ name: 'account' }, {}, {}, {}, {}] });
});
