import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { formatTime } from '../../domain/format/date.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { embedToken, makeEmbedKey } from '../support/make-embedding.ts';
import { getPlayer, makeDevice, makePlaylist } from '../support/make-playlist.ts';
import { allowRemote } from '../support/make-remote.ts';
import { expectRefusal, fault, heal, seen, serviceScene } from './report-service-scene.ts';
import { makeShift, principalOnCapacity, registerCapacity } from './waking-scene.ts';

const harness = useHarness();
const scene = serviceScene(harness);
afterEach(heal);

type Options = Parameters<typeof registerCapacity>[1] & { azure?: 'running' | 'paused' };

/** A unit with a report on its own registered capacity, and a person who sees the report. */
async function onCapacity({ azure = 'paused', ...options }: Options = {}) {
  const principal = await principalOnCapacity(azure);
  const at = await scene({ principal });
  const capacity = await registerCapacity({ ...at, principal }, options);
  const path = `/api/auth/reports/${at.report.id}`;
  const viewer = await at.person();
  return { ...at, principal, capacity, path, viewer };
}

const nextLook = async (capacity: string) => (await query('select next_look_at as at from capacities where id = $1', [capacity]))[0]?.at;
const waiters = (capacity: string) =>
  query(
    `select user_id, tell, opening_asked_at is not null as asked from capacity_waiters
      where capacity_id = $1 and coalesce(asked_at, opening_asked_at) is not null order by 1`,
    [capacity],
  );
const observed = (capacity: string, state: string) =>
  query('update capacities set observed_state = $2, observed_at = now() where id = $1', [capacity, state]);

describe('the token of a report on a paused capacity', () => {
  test('is not handed out, cached or new, and the service is not asked', async () => {
    const { viewer, capacity, principal } = await onCapacity({ azure: 'running', state: 'running' });
    expect((await viewer.embed()).status).toBe(200);
    const { calls } = await seen(principal);
    for (const state of ['paused', 'stopping', 'starting']) {
      await observed(capacity, state);
      expectRefusal(await viewer.embed(), 503, 'capacity_paused');
    }
    expect((await seen(principal)).calls).toBe(calls);
    await observed(capacity, 'running');
    expect((await viewer.embed()).status).toBe(200);
  });

  test('is refused as paused before the stored state says so, and the reconciler looks again', async () => {
    const { viewer, capacity, path } = await onCapacity({ azure: 'paused', state: 'running', observed: 5 });
    expectRefusal(await viewer.embed(), 503, 'capacity_paused');
    await expect.poll(() => nextLook(capacity)).toBeTruthy();
    expect((await viewer.client.post(`${path}/wake`)).body.state).toBe('starting');
  });

  test('comes all the same if Azure says that an old observation is wrong; the reconciler is asked to look', async () => {
    const { viewer, capacity } = await onCapacity({ azure: 'running', state: 'paused', observed: 11 });
    expect((await viewer.embed()).status).toBe(200);
    await expect.poll(() => nextLook(capacity)).toBeTruthy();
  });

  test('is checked with Azure once in ten seconds, whatever number of people ask', async () => {
    const { viewer, person, principal } = await onCapacity({ observed: 60 });
    const other = await person();
    const answers = await Promise.all([viewer.embed(), other.embed(), viewer.embed(), other.embed()]);
    for (const answer of answers) expectRefusal(answer, 503, 'capacity_paused');
    const { calls, minted, entra } = await seen(principal);
    expect({ asked: calls - entra, minted }).toEqual({ asked: 0, minted: 0 });
    expect(entra).toBeLessThanOrEqual(2);
    expectRefusal(await viewer.embed(), 503, 'capacity_paused');
    expect((await seen(principal)).calls).toBe(calls);
  });

  test('is refused by the observation if Azure does not answer', async () => {
    const { viewer, principal } = await onCapacity({ azure: 'running', observed: 60 });
    await fault(principal, { preset: 'server_error', scope: 'arm' });
    expectRefusal(await viewer.embed(), 503, 'capacity_paused');
  });

  test('is not handed out of a capacity that was off when Azure could no longer be asked, unless Azure now says that it runs', async () => {
    const { viewer, capacity, principal } = await onCapacity({ azure: 'running', state: 'running' });
    expect((await viewer.embed()).status).toBe(200);
    const log = (isOn: boolean, minutes: number) =>
      query(
        `insert into capacity_log (capacity_id, at, what, is_on, size, cause)
          values ($1, now() - make_interval(mins => $2), $3, $4::boolean, 'F2', 'idle')`,
        [capacity, String(minutes), isOn ? 'on' : 'off', String(isOn)],
      );
    await log(true, 9);
    await query("update capacities set observed_state = 'unknown', problem = 'timeout', observed_at = now() where id = $1", [capacity]);
    expect((await viewer.embed()).status).toBe(200);
    await query("update capacities set operation = 'suspend', operation_at = now() where id = $1", [capacity]);
    expectRefusal(await viewer.embed(), 503, 'capacity_paused');
    await query('update capacities set operation = null, operation_at = null where id = $1', [capacity]);
    await log(false, 5);
    expectRefusal(await viewer.embed(), 503, 'capacity_paused');
    await query("update capacities set observed_at = now() - interval '1 minute' where id = $1", [capacity]);
    expect((await viewer.embed()).status).toBe(200);
    expect((await seen(principal)).calls).toBeGreaterThan(0);
  });

  test('is refused to embedded pages and displays too, with the next opening where one is known', async () => {
    const { tenant, report, capacity, person, principal } = await onCapacity({ azure: 'running', state: 'running' });
    const admin = await person({ profile: 'admin' });
    const key = await makeEmbedKey(tenant, { origins: ['https://intranet.vertice.test'] });
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { aud: tenant.host, iat: seconds, exp: seconds + 300, jti: crypto.randomUUID(), report: report.id };
    const { body } = await api(harness, tenant).post('/api/login/embedded', { token: embedToken(key, claims), parent: null });
    const page = api(harness, tenant, body.token);
    const playlist = await makePlaylist(tenant, admin.user, { items: [{ report }] });
    const display = await getPlayer(tenant, await makeDevice(tenant, playlist, admin.user));
    const player = api(harness, tenant, display.token);
    const answers = () =>
      Promise.all([
        page.post('/api/embedded/report/token'),
        player.post('/api/playlist/embed', { itemId: playlist.items[0] }),
        admin.client.post(`/api/auth/playlists/${playlist.id}/embed`, { itemId: playlist.items[0] }),
      ]);
    // Each of them holds a cached token from now on.
    for (const { status, text } of await answers()) expect(status, text).toBe(200);
    const { calls } = await seen(principal);
    await observed(capacity, 'paused');
    for (const answer of await answers()) expectRefusal(answer, 503, 'capacity_paused');
    expect((await seen(principal)).calls).toBe(calls);
    const opens = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 120 * 60_000);
    const time = (at: Date) => formatTime('pt-BR', at, 'America/Sao_Paulo');
    await makeShift(tenant, capacity, time(opens), time(new Date(opens.getTime() + 3_600_000)));
    for (const answer of await answers())
      expect(answer).toMatchObject({ status: 409, body: { status: 'capacity_opens', vars: { at: opens.toISOString() } } });
  });

  test('makes it start for an embedded page whose key allows it, and for a display whose slideshow does', async () => {
    const { tenant, report, capacity, person } = await onCapacity();
    const admin = await person({ profile: 'admin' });
    const made = await admin.client.post('/api/auth/embedding/keys', { name: 'Intranet', wakes: 'S' });
    const plain = await admin.client.post('/api/auth/embedding/keys', { name: 'Loja' });
    await query(`update settings set "values" = "values" || '{"enable_embedded":"S","embed_origins":[]}' where tenant_id = $1`, [
      tenant.id,
    ]);
    const getPage = async (key: { id: string; secret: string }) => {
      const seconds = Math.floor(Date.now() / 1000);
      const claims = { aud: tenant.host, iat: seconds, exp: seconds + 300, jti: crypto.randomUUID(), report: report.id };
      const { body } = await api(harness, tenant).post('/api/login/embedded', { token: embedToken(key, claims), parent: null });
      return api(harness, tenant, body.token);
    };
    const asked = async () => (await query('select start_asked_at as at from capacities where id = $1', [capacity]))[0]?.at;
    expectRefusal(await (await getPage(plain.body)).post('/api/embedded/report/token'), 503, 'capacity_paused');
    expect(await asked()).toBeNull();
    expectRefusal(await (await getPage(made.body)).post('/api/embedded/report/token'), 503, 'capacity_paused');
    expect(await asked()).toBeTruthy();
    expect(await nextLook(capacity)).toBeTruthy();
    expect(await query('select app.capacity_waiting($1, null) as n', [capacity])).toEqual([{ n: 1 }]);
    expect((await admin.client.get('/api/auth/embedding/keys')).body.items).toMatchObject([{ wakes: 'N' }, { wakes: 'S' }]);

    await query('update capacities set start_asked_at = null where id = $1', [capacity]);
    const playlist = await makePlaylist(tenant, admin.user, { items: [{ report }] });
    const display = await getPlayer(tenant, await makeDevice(tenant, playlist, admin.user));
    const player = api(harness, tenant, display.token);
    const play = () => player.post('/api/playlist/embed', { itemId: playlist.items[0] });
    expectRefusal(await play(), 503, 'capacity_paused');
    expect(await asked()).toBeNull();
    await query('update playlists set wakes_capacity = true where id = $1', [playlist.id]);
    expectRefusal(await play(), 503, 'capacity_paused');
    expect(await asked()).toBeTruthy();
    // Outside of the shifts neither of them starts it.
    const opens = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 120 * 60_000);
    const time = (at: Date) => formatTime('pt-BR', at, 'America/Sao_Paulo');
    await makeShift(tenant, capacity, time(opens), time(new Date(opens.getTime() + 3_600_000)));
    await query('update capacities set start_asked_at = null where id = $1', [capacity]);
    expect((await play()).body.status).toBe('capacity_opens');
    expect(await asked()).toBeNull();
  });

  test('is not concerned by a capacity that no unit controls', async () => {
    const { viewer, capacity } = await onCapacity({ azure: 'running' });
    await query('update capacities set owner_tenant_id = null where id = $1', [capacity]);
    expect((await viewer.embed()).status).toBe(200);
  });
});

describe('waking', () => {
  test('notes who waits, lets the reconciler look now, and serves everyone', async () => {
    const { viewer, person, capacity, path } = await onCapacity({ rules: { wake_seconds: [40, 50, 200] } });
    const first = await viewer.client.post(`${path}/wake`);
    expect(first.body).toMatchObject({ state: 'starting', waiters: 1, usualSeconds: 50, opensAt: null, tell: 'N' });
    expect(first.body.seconds).toBeLessThan(30);
    expect(await nextLook(capacity)).toBeTruthy();
    const other = await person();
    expect((await other.client.post(`${path}/wake`, { tell: 'S' })).body).toMatchObject({ state: 'starting', waiters: 2, tell: 'S' });
    expect(await waiters(capacity)).toHaveLength(2);
    expect((await viewer.client.get(`${path}/wake`)).body).toMatchObject({ state: 'starting', waiters: 2, tell: 'N' });
    await observed(capacity, 'running');
    expect((await viewer.client.get(`${path}/wake`)).body.state).toBe('running');
  });

  test('is explained in the unit’s own words where it has some', async () => {
    const { person, viewer, path } = await onCapacity();
    const admin = await person({ profile: 'admin' });
    expect((await viewer.client.post(`${path}/wake`)).body.text).toBe('');
    const words = 'Os relatórios abrem em um minuto. <b>Obrigado</b>';
    expect((await admin.client.post('/api/auth/config/update', { waiting_text: ` ${words} ` })).status).toBe(200);
    expect((await viewer.client.get(`${path}/wake`)).body.text).toBe(words);
    expect((await admin.client.post('/api/auth/config/update', { waiting_text: '' })).status).toBe(200);
    expect((await viewer.client.get(`${path}/wake`)).body.text).toBe('');
  });

  test('waits for a capacity that was seen running until it is seen running again', async () => {
    const { viewer, capacity, path } = await onCapacity({ state: 'running', observed: 5 });
    expect((await viewer.client.get(`${path}/wake`)).body.state).toBe('running');
    expect((await viewer.client.post(`${path}/wake`)).body.state).toBe('starting');
    expect((await viewer.client.get(`${path}/wake`)).body.state).toBe('starting');
    await observed(capacity, 'running');
    expect((await viewer.client.get(`${path}/wake`)).body.state).toBe('running');
  });

  test('is for people with the flag where only they may; administrators always may', async () => {
    const { viewer, person, capacity, path } = await onCapacity({ rules: { wake_by: 'flagged' } });
    expect((await viewer.client.post(`${path}/wake`)).body).toMatchObject({ state: 'not_allowed', waiters: 0 });
    expect(await waiters(capacity)).toEqual([]);
    expect(await nextLook(capacity)).toBeNull();
    const flagged = await person({ flags: ['wake'] });
    expect((await flagged.client.post(`${path}/wake`)).body.state).toBe('starting');
    const admin = await person({ profile: 'admin' });
    expect((await admin.client.post(`${path}/wake`)).body.state).toBe('starting');
    // Once it starts, everyone waits for it.
    await observed(capacity, 'starting');
    expect((await viewer.client.post(`${path}/wake`)).body).toMatchObject({ state: 'starting', waiters: 3 });
  });

  test('is a viewer’s in an embedded portal: an administrator needs the flag there', async () => {
    const { tenant, person, capacity, path } = await onCapacity({ rules: { wake_by: 'flagged' } });
    const key = await makeEmbedKey(tenant);
    const embedded = async ({ user }: Awaited<ReturnType<typeof person>>) => {
      const now = Math.floor(Date.now() / 1000);
      const signed = embedToken(key, { aud: tenant.host, iat: now, exp: now + 300, jti: randomUUID(), sub: user.email });
      const { body, text } = await api(harness, tenant).post('/api/login/embedded', { token: signed, parent: null });
      expect(body, text).toMatchObject({ scope: 'portal' });
      return api(harness, tenant, body.token);
    };
    const admin = await embedded(await person({ profile: 'admin' }));
    expect((await admin.post(`${path}/wake`)).body.state).toBe('not_allowed');
    expect(await waiters(capacity)).toEqual([]);
    const flagged = await embedded(await person({ flags: ['wake'] }));
    expect((await flagged.post(`${path}/wake`)).body.state).toBe('starting');
  });

  test('is closed outside of the owner’s shifts, and an opening can be asked for once an hour', async () => {
    const { tenant, viewer, person, capacity, path } = await onCapacity();
    const admin = await person({ profile: 'admin' });
    // A shift that begins in two hours, in the owner's zone.
    const opens = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 120 * 60_000);
    const time = (at: Date) => formatTime('pt-BR', at, 'America/Sao_Paulo');
    await makeShift(tenant, capacity, time(opens), time(new Date(opens.getTime() + 3_600_000)));
    const answer = await viewer.client.post(`${path}/wake`);
    expect(answer.body).toMatchObject({ state: 'closed', opensAt: opens.toISOString(), zone: 'America/Sao_Paulo', askAgainAt: null });
    expect(await waiters(capacity)).toEqual([]);
    const asked = await viewer.client.post(`${path}/ask-opening`);
    expect(Date.parse(asked.body.askAgainAt) - Date.now()).toBeGreaterThan(58 * 60_000);
    expect(await viewer.client.post(`${path}/ask-opening`)).toMatchObject({ status: 409, body: { status: 'opening_asked' } });
    const after = (await viewer.client.get(`${path}/wake`)).body;
    expect(after).toMatchObject({ state: 'closed', waiters: 0, tell: 'S' });
    expect(Date.parse(after.askAgainAt)).toBeGreaterThan(Date.now());
    expect(await waiters(capacity)).toEqual([{ user_id: viewer.user.id, tell: true, asked: true }]);
    const told = await query("select user_id, vars, link from notifications where tenant_id = $1 and kind = 'opening_asked'", [tenant.id]);
    expect(told).toMatchObject([{ user_id: admin.user.id, vars: { person: viewer.user.name }, link: `/powerbi/resources?id=${capacity}` }]);
    await query("update capacity_waiters set opening_asked_at = now() - interval '61 minutes' where capacity_id = $1", [capacity]);
    expect((await viewer.client.post(`${path}/ask-opening`)).status).toBe(200);
  });

  test('counts a person who finds it closed as demand once in five minutes, so that a dry run of other rules isn’t free', async () => {
    const { tenant, viewer, person, capacity, path } = await onCapacity();
    const admin = await person({ profile: 'admin' });
    const opens = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 120 * 60_000);
    const time = (at: Date) => formatTime('pt-BR', at, 'America/Sao_Paulo');
    await makeShift(tenant, capacity, time(opens), time(new Date(opens.getTime() + 3_600_000)));
    const demand = async () => {
      const [sums] = await query(
        `select sum(viewers)::int as viewers, sum(barred)::int as barred, sum(work + wakes)::int as rest
          from capacity_demand where capacity_id = $1`,
        [capacity],
      );
      return sums;
    };
    for (const { client } of [viewer, viewer, await person()]) expect((await client.post(`${path}/wake`)).body.state).toBe('closed');
    expect(await demand()).toEqual({ viewers: 2, barred: 0, rest: 0 });
    await query("update capacity_waiters set closed_at = closed_at - interval '5 minutes' where user_id = $1", [viewer.user.id]);
    expect((await viewer.client.get(`${path}/wake`)).body).toMatchObject({ state: 'closed', waiters: 0 });
    await viewer.client.post(`${path}/wake`);
    expect(await demand()).toEqual({ viewers: 3, barred: 0, rest: 0 });
    // Who may not start it is counted apart: rules for everyone would let them.
    await query("update capacities set wake_by = 'flagged' where id = $1", [capacity]);
    expect((await (await person()).client.post(`${path}/wake`)).body.state).toBe('not_allowed');
    expect(await demand()).toEqual({ viewers: 3, barred: 1, rest: 0 });
    expect(await waiters(capacity)).toEqual([]);
    expect(await nextLook(capacity)).toBeNull();
    await query("update capacity_demand set at = at - interval '1 day' where capacity_id = $1", [capacity]);
    const tried = await admin.client.post(`/api/auth/resources/${capacity}/dry-run`, { baseSize: 'F2', wakeOutside: 'S' });
    expect(tried.body).toMatchObject({ current: { wakes: 0 }, changed: { wakes: 1, closedSlots: 0 } });
    expect(tried.body.current.closedSlots).toBeGreaterThan(0);
  });

  test('of a member unit asks the owner’s administrators too, once an hour and without names', async () => {
    const principal = await principalOnCapacity('paused');
    const [owner, member] = [await scene({ principal }), await scene({ principal })];
    const capacity = await registerCapacity({ tenant: owner.tenant, others: [member.tenant], principal });
    const [boss, own] = [await owner.person({ profile: 'admin' }), await member.person({ profile: 'admin' })];
    const opens = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 120 * 60_000);
    const time = (at: Date) => formatTime('pt-BR', at, 'America/Sao_Paulo');
    await makeShift(owner.tenant, capacity, time(opens), time(new Date(opens.getTime() + 3_600_000)));
    const told = () =>
      query("select user_id, kind, vars, link from notifications where kind like 'opening%' and user_id = any ($1)", [
        [boss.user.id, own.user.id],
      ]);
    const path = `/api/auth/reports/${member.report.id}/ask-opening`;
    const link = `/powerbi/resources?id=${capacity}`;
    const one = await member.person();
    expect((await one.client.post(path)).status).toBe(200);
    const wanted = { user_id: boss.user.id, kind: 'opening_wanted', vars: { capacity: 'F2' }, link };
    expect((await told()).filter(({ kind }) => kind === 'opening_wanted')).toEqual([wanted]);
    expect((await told()).filter(({ kind }) => kind === 'opening_asked')).toMatchObject([{ user_id: own.user.id, link }]);
    // Another person of the unit within the hour: their own administrators hear of it, the owner's don't.
    expect((await (await member.person()).client.post(path)).status).toBe(200);
    expect((await told()).filter(({ kind }) => kind === 'opening_wanted')).toEqual([wanted]);
    expect((await told()).filter(({ kind }) => kind === 'opening_asked')).toHaveLength(2);
  });

  test('does nothing while the capacity is held; the answer says by what and until when, and names no one', async () => {
    const { viewer, person, capacity, path } = await onCapacity({ rules: { wake_by: 'flagged' } });
    const admin = await person({ profile: 'admin' });
    const until = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 120 * 60_000).toISOString();
    const override = { state: 'paused', size: null, until, by: 'person', userId: admin.user.id };
    await query('update capacities set override = $2 where id = $1', [capacity, JSON.stringify(override)]);
    for (const { client } of [viewer, admin]) {
      const { body, text } = await client.post(`${path}/wake`);
      expect(body).toMatchObject({ state: 'closed', held: { by: 'person', until }, waiters: 0 });
      expect(text).not.toContain(admin.user.id);
    }
    await observed(capacity, 'starting');
    expect((await viewer.client.get(`${path}/wake`)).body).toMatchObject({ state: 'closed', held: { by: 'person' } });
    expect(await waiters(capacity)).toEqual([]);
    await observed(capacity, 'running');
    expect((await viewer.client.get(`${path}/wake`)).body).toMatchObject({ state: 'running', held: null });
  });

  test('starts the capacity, and lets everyone in once it was seen running', async () => {
    const { viewer, person, path, capacity } = await onCapacity({ isLive: true });
    const others = await Promise.all(Array.from({ length: 5 }, () => person()));
    await Promise.all([viewer, ...others].map(({ client }) => client.post(`${path}/wake`)));
    await expect.poll(async () => (await viewer.client.get(`${path}/wake`)).body.state, { timeout: 60_000, interval: 500 }).toBe('running');
    for (const { embed } of [viewer, ...others]) expect((await embed()).status).toBe(200);
    expect(await waiters(capacity)).toEqual([]);
    const starts = await query("select cause from capacity_log where capacity_id = $1 and what = 'on'", [capacity]);
    expect(starts).toEqual([{ cause: 'waiters' }]);
  });

  test('has nothing to ask for where it can be woken, and nothing to wait for without a controlled capacity', async () => {
    const { viewer, path } = await onCapacity();
    expect((await viewer.client.post(`${path}/ask-opening`)).status).toBe(404);
    const bare = await scene();
    const { client } = await bare.person();
    expect((await client.post(`/api/auth/reports/${bare.report.id}/wake`)).body).toMatchObject({ state: 'gone', waiters: 0 });
    expect((await client.post(`/api/auth/reports/${bare.report.id}/keep-viewing`)).status).toBe(200);
    expect((await client.get(`/api/auth/reports/${crypto.randomUUID()}/wake`)).status).toBe(404);
  });

  test('counts people of one’s own unit; a unit that isn’t a member wakes nothing', async () => {
    const principal = await principalOnCapacity('paused');
    const [one, two] = [await scene({ principal }), await scene({ principal })];
    const capacity = await registerCapacity({ ...one, others: [two.tenant], principal });
    const [mine, theirs] = [await one.person(), await two.person()];
    const path = `/api/auth/reports/${one.report.id}/wake`;
    expect((await mine.client.post(path)).body.waiters).toBe(1);
    expect((await theirs.client.post(`/api/auth/reports/${two.report.id}/wake`)).body).toMatchObject({ state: 'starting', waiters: 1 });
    expect(await waiters(capacity)).toHaveLength(2);
    expect((await theirs.client.post(path)).status).toBe(404);
    await query('delete from capacity_members where tenant_id = $1', [two.tenant.id]);
    expect((await theirs.client.post(`/api/auth/reports/${two.report.id}/wake`)).body.state).toBe('gone');
  });

  test('is not done by a view-only visit, which waits without being counted', async () => {
    const { tenant, viewer, person, capacity, path } = await onCapacity();
    const admin = await person({ profile: 'admin' });
    await allowRemote(tenant, viewer.user);
    const { body } = await admin.client.post('/api/auth/remote/views', { user: viewer.user.id });
    const visit = api(harness, tenant, body.token);
    expect((await visit.post(`${path}/wake`)).body).toMatchObject({ state: 'starting', waiters: 0 });
    expect((await visit.get(`${path}/wake`)).body.state).toBe('starting');
    expect((await visit.post(`${path}/keep-viewing`)).status).toBe(200);
    expect((await visit.post(`${path}/ask-opening`)).body.status).toBe('view_only');
    expectRefusal(await visit.post(`${path}/embed`), 503, 'capacity_paused');
    expect(await waiters(capacity)).toEqual([]);
    expect(await nextLook(capacity)).toBeNull();
  });

  test('a suspended unit wakes nothing', async () => {
    const { tenant, viewer, capacity, path } = await onCapacity();
    await query("update tenants set status = 'B' where id = $1", [tenant.id]);
    expect([401, 403]).toContain((await viewer.client.post(`${path}/wake`)).status);
    expect(await nextLook(capacity)).toBeNull();
  });
});

test('a wake costs two trips and following it one; opening a report and a heartbeat cost the same as without a capacity', async () => {
  const at = await onCapacity({ azure: 'running', state: 'running' });
  const bare = await scene();
  const plain = await bare.person();
  const beat = { visitId: crypto.randomUUID(), state: 'beat' };
  const view = '/api/auth/log/report/page/view';
  const cost = async (work: () => Promise<{ status: number; text: string }>) => {
    await work();
    await harness.database.idle();
    const before = await harness.database.trips();
    const { status, text } = await work();
    expect(status, text).toBe(200);
    await harness.database.idle();
    const after = await harness.database.trips();
    return [after.requests - before.requests, after.statements - before.statements];
  };
  expect(await cost(() => at.viewer.embed())).toEqual(await cost(() => plain.embed()));
  const ofBeat = (viewer: typeof plain, report: { id: string }) =>
    cost(() => viewer.client.post(view, { ...beat, visitId: crypto.randomUUID(), reportId: report.id, alive: 'S' }));
  const [trips, statements] = await ofBeat(at.viewer, at.report);
  expect(await ofBeat(plain, bare.report)).toEqual([trips, statements]);
  expect(trips).toBe(1);
  await observed(at.capacity, 'paused');
  expect((await cost(() => at.viewer.client.get(`${at.path}/wake`)))[0]).toBe(1);
  expect((await cost(() => at.viewer.client.post(`${at.path}/wake`)))[0]).toBe(2);
});

describe('signs of life', () => {
  const view = '/api/auth/log/report/page/view';
  const aliveAt = async (visit: string) => (await query('select alive_at as at from visits where id = $1', [visit]))[0]?.at;

  test('are stored of an opening and of heartbeats that say so', async () => {
    const { viewer, report } = await onCapacity({ azure: 'running', state: 'running' });
    const visitId = crypto.randomUUID();
    const tell = (state: string, more: object = {}) => viewer.client.post(view, { reportId: report.id, visitId, state, ...more });
    const forget = () => query('update visits set alive_at = null where id = $1', [visitId]);
    await tell('open');
    expect(await aliveAt(visitId)).toBeTruthy();
    await forget();
    await tell('beat');
    await tell('beat', { alive: 'N' });
    // Each turn of a slideshow opens a report.
    await tell('open', { alive: 'N' });
    expect(await aliveAt(visitId)).toBeNull();
    await tell('beat', { alive: 'S' });
    expect(await aliveAt(visitId)).toBeTruthy();
  });

  test('heartbeats deliver an announced pause, which one press of Keep viewing answers', async () => {
    const { viewer, report, capacity, path } = await onCapacity({ azure: 'running', state: 'running' });
    const visitId = crypto.randomUUID();
    const beat = (state: string) => viewer.client.post(view, { reportId: report.id, visitId, state });
    expect((await beat('open')).body).toMatchObject({ status: 'ok', pauseAt: null, stopsAt: null, forceStop: null });
    const set = "pause_at = now() + interval '2 minutes', stop_at = now() + interval '7 minutes', force_notice = 10";
    await query(`update capacities set ${set} where id = $1`, [capacity]);
    const { body } = await beat('beat');
    expect(Date.parse(body.pauseAt)).toBeGreaterThan(Date.now());
    expect(body.forceStop).toBe(10);
    expect(Date.parse(body.stopsAt) - Date.parse(body.pauseAt)).toBe(5 * 60_000);
    await query("update visits set alive_at = now() - interval '1 hour' where id = $1", [visitId]);
    expect((await viewer.client.post(`${path}/keep-viewing`)).body).toEqual({ status: 'ok' });
    const kept = await query("select alive_at > now() - interval '1 minute' as alive from visits where id = $1", [visitId]);
    expect(kept).toEqual([{ alive: true }]);
    expect(await nextLook(capacity)).toBeTruthy();
    expect((await viewer.client.post(`/api/auth/reports/${crypto.randomUUID()}/keep-viewing`)).status).toBe(404);
  });
});
