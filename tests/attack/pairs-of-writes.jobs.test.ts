import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capacityScene } from '../api/capacity-scene.ts';
import { type Api, api, getApi, signIn } from '../support/api.ts';
import { query, sqlAs } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeCapacity } from '../support/make-capacity.ts';
import { makeGroup, makeReport, makeServiceAccount, makeUserGroup } from '../support/make-content.ts';
import { codeAt, makeFactor } from '../support/make-factor.ts';
import { getDirectory, makeScimGroup, makeScimToken, provision, scimGroup } from '../support/make-scim.ts';
import { makeShift } from '../support/make-shift.ts';
import { makeTask } from '../support/make-task.ts';
import { makeTenant, platform, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';

// Every pair of writes at the same moment: none may answer 5xx, and the database must never have to resolve a deadlock. Rows keep their
// locks for a moment, so that two writes with different lock orders collide every time.

const harness = useHarness();
const tables = ['users', 'user_groups', 'groups', 'tenants', 'settings', 'shifts', 'tasks', 'tickets'];
let unit: Tenant;
let asAdmin: Api;
let asOperator: Api;
/** Another unit that reaches the capacity. */
let sister: Tenant;
let ana: User;
let bia: User;
let carla: User;
let one: { id: string };
let two: { id: string };
let mapped: { id: string; userGroupId: string };
const shelves: { id: string }[] = [];
let report: { id: string };
let shift: string;
let capacity: { id: string };
let capacityShift: string;
let capacityTask: { id: string };
let task: { id: string };
let directory: ReturnType<typeof getDirectory>;

/** Alternates between two states, so that each call has something to write. */
const turns = new Map<string, number>();
const turn = (name: string, first = false) => {
  const n = (turns.get(name) ?? 0) + 1;
  turns.set(name, n);
  return n % 2 === (first ? 1 : 0);
};

async function put(person: User, change: (groups: string[]) => object): Promise<number> {
  const { body } = await asAdmin.get(`/api/auth/users/${person.id}`);
  if (!body?.version) return 404;
  const groups = body.groups.map(({ id }: { id: string }) => id);
  const input = { version: body.version, name: body.name, email: body.email, profile: 'user', groups, language: null, ...change(groups) };
  return (await asAdmin.put(`/api/auth/users/${person.id}`, input)).status;
}
/** Leaves one group and joins the other, in one edit. */
const swap = (person: User) => () =>
  put(person, (groups) => ({
    groups: [...groups.filter((id) => id !== one.id && id !== two.id), groups.includes(one.id) ? two.id : one.id],
  }));
const bulk = (ids: () => User[], body: (isEven: boolean) => object, name: string) => async () =>
  (await asAdmin.post('/api/auth/users/bulk', { ids: ids().map(({ id }) => id), ...body(turn(name)) })).status;
const members = (group: () => { id: string }, people: () => User[], name: string) => async () => {
  const ids = people().map(({ id }) => id);
  const path = `/api/auth/user-groups/${group().id}/members`;
  return (await (turn(name, true) ? asAdmin.post(path, { people: ids }) : asAdmin.post(`${path}/remove`, { ids }))).status;
};
/** Edits what was read; the other write of the pair may have changed it first. */
const edit = async (path: string, change: object, version?: number) => {
  const known = version ?? (await asAdmin.get(path)).body?.version;
  const { status } = await asAdmin.put(path, { version: known, ...change });
  return status === 409 ? 200 : status;
};
const hours = { days: ['MONDAY'], starts: '08:00', ends: '18:00' };
const resource = (end = '') => `/api/auth/resources/${capacity.id}${end}`;
/** Gives control of the capacity to a unit that reaches it; what changed it first only puts this off. */
const handTo = async (owner: Tenant): Promise<number> => {
  const { body } = await asOperator.get(resource());
  const { status } = await asOperator.post(resource('/owner'), { tenantId: owner.id, version: body?.version ?? 1 });
  return status === 409 ? handTo(owner) : status;
};
const patch = (ids: () => User[], name: string) => async () => {
  const value = ids().map(({ id }) => ({ value: id }));
  const operation = turn(name) ? { op: 'remove', path: 'members', value } : { op: 'add', path: 'members', value };
  return (await directory.patch(`/Groups/${mapped.id}`, [operation])).status;
};

const writes: Record<string, () => Promise<number>> = {
  'Ana swaps her groups': () => swap(ana)(),
  'Bia swaps her groups': () => swap(bia)(),
  'Ana’s department changes': () => put(ana, () => ({ department: turn('department') ? 'Sul' : 'Norte' })),
  'Ana and Bia are blocked or not': bulk(
    () => [ana, bia],
    (isEven) => ({ action: isEven ? 'unblock' : 'block', reason: 'Férias' }),
    'block',
  ),
  'Bia and Ana may notify or not': bulk(
    () => [bia, ana],
    (isEven) => ({ action: 'setFlag', flag: 'notify', on: !isEven }),
    'flag',
  ),
  'Bia and Ana join a group or leave it': bulk(
    () => [bia, ana],
    (isEven) => ({ action: isEven ? 'removeFromGroup' : 'addToGroup', userGroupId: one.id }),
    'join',
  ),
  'Carla is removed or restored': async () =>
    (turn('carla')
      ? await asAdmin.post(`/api/auth/users/${carla.id}/restore`, {})
      : await asAdmin.post(`/api/auth/users/${carla.id}/remove`, { typed: 'CARLA' })
    ).status,
  'group one gets members or loses them': members(
    () => one,
    () => [ana, bia],
    'one',
  ),
  'the mapped group gets members or loses them': members(
    () => ({ id: mapped.userGroupId }),
    () => [bia, carla],
    'mapped',
  ),
  'the directory moves Ana and Bia': patch(() => [ana, bia], 'patch'),
  'the directory moves Bia and Ana': patch(() => [bia, ana], 'patch back'),
  'the directory replaces the members of its group': async () => {
    const members = (turn('put') ? [ana, bia] : [bia]).map(({ id }) => ({ value: id }));
    return (await directory.put(`/Groups/${mapped.id}`, { schemas: [scimGroup], displayName: 'Directory', members })).status;
  },
  'the mapped group gives a profile or none': async () => {
    const { body } = await asAdmin.get('/api/auth/scim/groups');
    const row = body?.items?.find(({ id }: { id: string }) => id === mapped.id);
    const input = { version: row?.version ?? 1, profile: turn('profile') ? 'admin' : null };
    const { status } = await asAdmin.put(`/api/auth/scim/groups/${mapped.id}`, input);
    // The other write of the pair may have changed it first.
    return status === 409 ? 200 : status;
  },
  'the directory deactivates or reactivates Bia': async () =>
    (await directory.patch(`/Users/${bia.id}`, [{ op: 'replace', path: 'active', value: turn('active') }])).status,
  'user groups are deleted or restored': async () =>
    (await asAdmin.post('/api/auth/user-groups/bulk', { action: turn('groups') ? 'restore' : 'delete', ids: [two.id, mapped.userGroupId] }))
      .status,
  'both groups are deleted or restored': async () =>
    (await asAdmin.post('/api/auth/user-groups/bulk', { action: turn('both') ? 'restore' : 'delete', ids: [mapped.userGroupId, two.id] }))
      .status,
  'shelves are shown or hidden': async () =>
    (await asAdmin.post('/api/auth/groups/bulk', { action: turn('shelves') ? 'show' : 'hide', ids: shelves.map(({ id }) => id) })).status,
  'shelves are hidden or shown': async () =>
    (
      await asAdmin.post('/api/auth/groups/bulk', {
        action: turn('shelves back') ? 'hide' : 'show',
        ids: shelves.map(({ id }) => id).reverse(),
      })
    ).status,
  'a shelf gets its viewers': async () => {
    const path = `/api/auth/groups/${shelves[0]?.id}`;
    const { body } = await asAdmin.get(path);
    const input = { version: body?.version ?? 1, name: 'Comercial', description: '', audience: 'chosen', viewers: [ana.id, bia.id] };
    return (await asAdmin.put(path, input)).status;
  },
  'a report is granted and revoked': async () => {
    const path = `/api/auth/user-groups/${one.id}/reports`;
    const given = await asAdmin.post(path, { reports: [report.id], confirmed: true });
    const { body } = await asAdmin.get(path);
    const ids = (body?.items ?? []).map(({ id }: { id: string }) => id);
    return ids.length > 0 ? (await asAdmin.post(`${path}/remove`, { ids })).status : given.status;
  },
  'a new user with both groups': async () => {
    const email = `${crypto.randomUUID()}@people.test`;
    return (await asAdmin.post('/api/auth/users', { name: 'Dora', email, profile: 'user', groups: [two.id, one.id], invite: 'N' })).status;
  },
  'settings change': async () => (await asAdmin.post('/api/auth/config/update', { save_filter: turn('settings') ? 'S' : 'N' })).status,
  'Ana gets or loses a shift': () => edit(`/api/auth/users/${ana.id}/shifts`, { shifts: turn('shift') ? [shift] : [] }),
  'Bia gets or loses a shift': () => edit(`/api/auth/users/${bia.id}/shifts`, { shifts: turn('her shift') ? [shift] : [] }),
  'a shift is renamed': async () => {
    const { body } = await asAdmin.get('/api/auth/shifts?purpose=access');
    const known = body?.items?.find(({ id }: { id: string }) => id === shift);
    return edit(`/api/auth/shifts/${shift}`, { ...hours, name: turn('rename') ? 'Manhã' : 'Dia' }, known?.version ?? 1);
  },
  'holidays change': () =>
    edit('/api/auth/holidays', { items: turn('holidays') ? [{ name: 'Natal', day: null, month: 12, monthDay: 25 }] : [] }),
  'a capacity gets a shift and loses it': async () => {
    const wish = { purpose: 'capacity', capacityId: capacity.id, name: crypto.randomUUID(), autoPause: 'N', ...hours };
    const { status, body } = await asAdmin.post('/api/auth/shifts', wish);
    return status === 200 ? (await asAdmin.delete(`/api/auth/shifts/${body.id}?without=always`)).status : status;
  },
  'a shift of a capacity changes': async () => {
    const { body } = await asAdmin.get(`/api/auth/shifts?capacity=${capacity.id}`);
    const known = body?.items?.find(({ id }: { id: string }) => id === capacityShift);
    const wish = { ...hours, days: ['TUESDAY'], name: turn('capacity shift') ? 'Manhã' : 'Dia' };
    return edit(`/api/auth/shifts/${capacityShift}`, wish, known?.version ?? 1);
  },
  'the rules of a capacity change': () => edit(resource(), { baseSize: 'A1', idleMinutes: turn('rules') ? 30 : 45 }),
  'the budget of a capacity changes': () => edit(resource(), { baseSize: 'A1', budgetCents: turn('budget') ? 400_000 : 500_000 }),
  'a capacity is stopped or started': async () =>
    (await (turn('power') ? asAdmin.post(resource('/resume')) : asAdmin.post(resource('/suspend'), { when: 'anyway' }))).status,
  'a capacity is handed to another unit and back': async () => Math.max(await handTo(sister), await handTo(unit)),
  'an action of a capacity is paused or resumed': async () => {
    const { status } = await asAdmin.post(`/api/auth/tasks/${capacityTask.id}/${turn('capacity task', true) ? 'pause' : 'resume'}`, {});
    return status === 409 ? 200 : status;
  },
  'an automatic action is added and deleted': async () => {
    const triggers = [{ frequency: 'daily', times: ['06:00'] }];
    const wish = {
      type: 'maintenance',
      action: 'start',
      targetKind: 'report',
      targetId: report.id,
      options: { minutes: 60, title: 'Carga' },
    };
    const name = crypto.randomUUID();
    const { status, body } = await asAdmin.post('/api/auth/tasks', { ...wish, name, triggers });
    return status === 200 ? (await asAdmin.delete(`/api/auth/tasks/${body.id}?name=${name}`)).status : status;
  },
  'an automatic action is paused or resumed': async () => {
    const { status } = await asAdmin.post(`/api/auth/tasks/${task.id}/${turn('task', true) ? 'pause' : 'resume'}`, {});
    return status === 409 ? 200 : status;
  },
  'Ana signs in': async () => {
    await signIn(harness, unit, ana).catch(() => undefined);
    return 200;
  },
};

beforeAll(async () => {
  // PGlite runs one transaction at a time: two writes never meet.
  const [server] = await query('select version()');
  expect(server?.version, 'needs a real Postgres').not.toContain('PGlite');
  unit = await makeTenant();
  asAdmin = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
  [ana, bia, carla] = [
    await makeUser(unit, { name: 'Ana' }),
    await makeUser(unit, { name: 'Bia' }),
    await makeUser(unit, { name: 'Carla' }),
  ];
  one = await makeUserGroup(unit, { members: [ana] });
  two = await makeUserGroup(unit, { members: [bia] });
  const token = await makeScimToken(unit);
  for (const person of [ana, bia]) await provision(person, { token: token.id });
  mapped = await makeScimGroup(unit);
  await query("update scim_groups set profile = 'admin' where id = $1", [mapped.id]);
  directory = getDirectory(harness, unit, token.token);
  for (const name of ['Comercial', 'Logística', 'Pessoas']) shelves.push(await makeGroup(unit, { name }));
  report = await makeReport(unit);
  shift = await makeShift(unit);
  const principal = () => ({ directoryId: crypto.randomUUID(), appId: crypto.randomUUID(), secret: 'test' });
  asOperator = await getApi(harness, platform, await makeUser(platform, { profile: 'a2m' }));
  sister = await makeTenant();
  capacity = await makeCapacity([
    { tenant: unit, account: await makeServiceAccount(unit, principal()) },
    { tenant: sister, account: await makeServiceAccount(sister, principal()) },
  ]);
  // Another look has it, so that none asks Azure.
  await query("update capacities set taken_until = now() + interval '1 day' where id = $1", [capacity.id]);
  const added = await asAdmin.post('/api/auth/shifts', {
    ...{ purpose: 'capacity', capacityId: capacity.id, name: 'Dia', autoPause: 'N' },
    ...{ ...hours, days: ['TUESDAY'] },
  });
  capacityShift = added.body.id;
  capacityTask = await makeTask(unit, { type: 'capacity', action: 'pause', targetKind: 'capacity', targetId: capacity.id });
  task = await makeTask(unit, { targetKind: 'report', targetId: report.id, options: { minutes: 60, title: 'Carga' } });
  await query(
    `create or replace function public.test_pause() returns trigger language plpgsql as $$ begin perform pg_sleep(0.02); return new; end $$`,
  );
  const paused = [
    ...tables.map((table) => [table, `new.${table === 'tenants' ? 'id' : 'tenant_id'} = '${unit.id}'`]),
    ['capacities', 'true'],
  ];
  for (const [table, which] of paused)
    await query(
      `create or replace trigger zz_test_pause before update on ${table} for each row when (${which}) execute function public.test_pause()`,
    );
}, 120_000);
afterAll(async () => {
  await query('drop trigger if exists zz_test_pause on attempts');
  for (const table of [...tables, 'capacities']) await query(`drop trigger if exists zz_test_pause on ${table}`);
  await query('drop function if exists public.test_pause()');
});

const deadlocks = async () => {
  // A session's counts are flushed after it has been idle for a second.
  await pause(1_500);
  const [row] = await query('select deadlocks::int as n from pg_stat_database where datname = current_database()');
  return Number(row?.n ?? 0);
};

test('each write succeeds by itself', { retry: 0 }, async () => {
  const refused: string[] = [];
  for (const [name, write] of Object.entries(writes)) {
    const statuses = [await write(), await write()];
    if (statuses.some((status) => status !== 200 && status !== 204)) refused.push(`${name}: ${statuses}`);
  }
  expect(refused).toEqual([]);
});

test('two users who swap groups at the same moment both succeed', { retry: 0, timeout: 120_000 }, async () => {
  const before = await deadlocks();
  for (let round = 0; round < 10; round += 1) {
    await query('delete from user_group_members where user_id = any ($1)', [[ana.id, bia.id]]);
    await query('insert into user_group_members (tenant_id, user_group_id, user_id) values ($1, $2, $3), ($1, $4, $5)', [
      ...[unit.id, one.id, ana.id, two.id, bia.id],
    ]);
    expect(await Promise.all([swap(ana)(), swap(bia)()])).toEqual([200, 200]);
  }
  expect(await deadlocks()).toBe(before);
});

test('a second step sent twice at once ends without a deadlock, with any lead of one of them', { retry: 0, timeout: 120_000 }, async () => {
  await query(`create or replace trigger zz_test_pause before update on attempts for each row execute function public.test_pause()`);
  const before = await deadlocks();
  const failed: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    const person = await makeUser(unit);
    await makeFactor(person);
    const at = api(harness, unit);
    const { token } = (await at.post('/api/login', { email: person.email, password })).body;
    const send = async (code: string) => (await at.post('/api/login/2fa', { token, code })).status;
    const ahead = pause(round * 8);
    const statuses = await Promise.all([send(codeAt(Date.now())), ahead.then(() => send('000000'))]);
    if (statuses.some((status) => status >= 500)) failed.push(`${round}: ${statuses}`);
  }
  await query('drop trigger zz_test_pause on attempts');
  expect({ failed, deadlocks: (await deadlocks()) - before }).toEqual({ failed: [], deadlocks: 0 });
});

test('a unit that leaves a capacity while it registers it ends without a deadlock', { retry: 0, timeout: 120_000 }, async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  const before = await deadlocks();
  const failed: string[] = [];
  for (let round = 0; round < 30; round += 1) {
    const ahead = pause(round * 5);
    const leave = async () => (await scene.admin.delete(scene.path(`?name=${scene.capacity.name}`))).status;
    const statuses = await Promise.all([scene.register().then(({ status }) => status), ahead.then(leave)]);
    if (statuses.some((status) => status >= 500)) failed.push(`${round}: ${statuses}`);
    await scene.register();
  }
  expect({ failed, deadlocks: (await deadlocks()) - before }).toEqual({ failed: [], deadlocks: 0 });
});

test('a service account deleted while it joins a capacity ends without a deadlock', {
  retry: 0,
  timeout: 120_000,
}, async () => {
  const scene = await capacityScene(harness);
  const before = await deadlocks();
  const failed: string[] = [];
  for (let round = 0; round < 24; round += 1) {
    const { directoryId, appId, secret } = scene;
    const account = await makeServiceAccount(scene.tenant, { directoryId, appId, secret, name: `Conta ${round}` });
    const join = async () => (await scene.admin.post('/api/auth/resources', { accountId: account.id, armId: scene.armId })).status;
    // Joined before, it owns the capacity.
    if (round % 2 === 0) await join();
    const ahead = pause((round % 12) * 4);
    const leave = async () => (await scene.admin.delete(`/api/auth/service-accounts/${account.id}`)).status;
    const statuses = await Promise.all([join(), ahead.then(leave)]);
    if (statuses.some((status) => status >= 500)) failed.push(`${round}: ${statuses}`);
  }
  expect({ failed, deadlocks: (await deadlocks()) - before }).toEqual({ failed: [], deadlocks: 0 });
});

test('a shift that changes while its capacity is handed on ends without a deadlock', { retry: 0, timeout: 120_000 }, async () => {
  const before = await deadlocks();
  const failed: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const ahead = pause(round * 3);
    const change = () => writes['a shift of a capacity changes']?.();
    const statuses = await Promise.all([handTo(sister), ahead.then(change)]);
    if (statuses.some((status) => (status ?? 500) >= 500)) failed.push(`${round}: ${statuses}`);
    await handTo(unit);
  }
  expect({ failed, deadlocks: (await deadlocks()) - before }).toEqual({ failed: [], deadlocks: 0 });
});

test('runs that are written while actions are retimed, edited or removed end without a deadlock', {
  retry: 0,
  timeout: 120_000,
}, async () => {
  const job = sqlAs('job');
  const next = '2030-01-01T06:00:00Z';
  await query(`create or replace trigger zz_test_pause before update on task_triggers for each row
    when (new.tenant_id = '${unit.id}') execute function public.test_pause()`);
  const tasks = await Promise.all(Array.from({ length: 5 }, () => makeTask(unit, { targetKind: 'report', targetId: report.id })));
  // A second trigger each, which an edit takes away.
  for (const { id } of tasks)
    await query(
      "insert into task_triggers (tenant_id, id, task_id, frequency, times) values ($1, gen_random_uuid(), $2, 'daily', '{07:00}')",
      [unit.id, id],
    );
  const keep = async (isReversed: boolean) => {
    const triggers = await query('select id, task_id from task_triggers where tenant_id = $1 and next_at = $2 order by id', [
      unit.id,
      next,
    ]);
    const claims = triggers.map(({ id, task_id }) => ({
      ...{ tenant: unit.id, task: task_id, trigger: id, old: next, next: '2030-01-02T06:00:00Z' },
      runs: [{ due: next, state: 'missed', reason: 'late', notes: {} }],
    }));
    if (isReversed) claims.reverse();
    await job.transaction([
      job`select app.enter_job(null)`,
      job.query('select id from app.keep_runs($1::jsonb)', [JSON.stringify(claims)]),
    ]);
    return 200;
  };
  const others: (() => Promise<number>)[] = [
    async () => (await asAdmin.post('/api/auth/config/update', { timezone: turn('zone') ? 'Asia/Tokyo' : 'UTC' })).status,
    async () => (await writes['holidays change']?.()) ?? 500,
    () => {
      const target = { targetKind: 'report', targetId: report.id };
      return edit(`/api/auth/tasks/${tasks[0]?.id}`, {
        name: tasks[0]?.name ?? '',
        ...target,
        triggers: [{ frequency: 'daily', times: ['06:00'] }],
      });
    },
    async () => (await asAdmin.post(`/api/auth/tasks/${tasks[1]?.id}/pause`, {})).status,
    async () => (await asAdmin.delete(`/api/auth/tasks/${tasks.at(-1)?.id}?name=${tasks.pop()?.name}`)).status,
  ];
  const before = await deadlocks();
  const failed: string[] = [];
  for (let round = 0; round < 15; round += 1) {
    await query("update tasks set state = 'active' where tenant_id = $1 and id = any ($2)", [unit.id, tasks.map(({ id }) => id)]);
    await query('update task_triggers set next_at = $2 where tenant_id = $1 and task_id = any ($3)', [
      ...[unit.id, next, tasks.map(({ id }) => id)],
    ]);
    await query('delete from task_runs where tenant_id = $1', [unit.id]);
    const ahead = pause((round * 7) % 40);
    const statuses = await Promise.all([keep(round % 2 === 0), ahead.then(() => (tasks.length > 1 ? others[round % 5]?.() : 200))]);
    if (statuses.some((status) => (status ?? 500) >= 500)) failed.push(`${round}: ${statuses}`);
  }
  await query('drop trigger zz_test_pause on task_triggers');
  expect({ failed, deadlocks: (await deadlocks()) - before }).toEqual({ failed: [], deadlocks: 0 });
});

test('any two concurrent writes end without a deadlock and without a 5xx', { retry: 0, timeout: 300_000 }, async () => {
  const before = await deadlocks();
  const failed: string[] = [];
  const names = Object.keys(writes);
  for (const [at, name] of names.entries())
    for (const [after, other] of names.slice(at).entries()) {
      // Two writes cross in different places depending on which is ahead, and by how much: each run has some of each.
      const [first, second] = after % 2 === 0 ? [name, other] : [other, name];
      const ahead = pause((at * 7 + after * 11) % 40);
      const statuses = await Promise.all([writes[first]?.(), ahead.then(() => writes[second]?.())]);
      if (statuses.some((status) => (status ?? 500) >= 500)) failed.push(`${name} + ${other}: ${statuses}`);
    }
  expect({ failed, deadlocks: (await deadlocks()) - before }).toEqual({ failed: [], deadlocks: 0 });
});
