import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { newHarness, useHarness } from '../support/harness.ts';
import { makeUserGroup } from '../support/make-content.ts';
import { draft, ended, importScene, manyPeople, path, read, rows, type Scene } from './user-imports-scene.ts';

const harness = useHarness();
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
/** Cron, after the Worker that ran an import has stopped. */
const tick = (minutes = 2) => harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: later(minutes) });

const getState = async (id: string) => (await query('select state, succeeded, failed, total from user_imports where id = $1', [id]))[0];
async function comes<T>(look: () => Promise<T | false>, withinMs = 60_000): Promise<T> {
  for (const until = Date.now() + withinMs; ; await pause(60)) {
    const found = await look();
    if (found !== false) return found;
    if (Date.now() > until) throw new Error('it does not come');
  }
}
const some = (id: string) => comes(async () => Number((await getState(id))?.succeeded) > 0);

/** The result of an import: no user twice, none incomplete. */
async function leftBy({ tenant }: Scene) {
  const [row] = await query(
    `select (select count(*)::int from users where tenant_id = $1 and email like 'pessoa%') as people,
      (select count(distinct email)::int from users where tenant_id = $1 and email like 'pessoa%') as emails,
      (select count(*)::int from user_group_members where tenant_id = $1) as members,
      (select count(*)::int from audit where tenant_id = $1 and what = 'user.add') as written,
      (select count(*)::int from user_import_rows where tenant_id = $1 and state = 'success') as rows,
      (select users_used - 1 from tenants where id = $1) as used`,
    [tenant.id],
  );
  return row;
}
const all = (people: number) => ({ people, emails: people, members: people, written: people, rows: people, used: people });
const tellings = ({ tenant }: Scene) =>
  query("select vars from notifications where tenant_id = $1 and kind = 'users_imported'", [tenant.id]);

test('5,000 users in groups are imported unattended, with visible progress', async () => {
  const scene = await importScene(harness);
  await makeUserGroup(scene.tenant, { name: 'Vendas' });
  const id = await draft(scene, manyPeople(5_000), { invite: false });
  expect((await read(scene, id)).counts).toMatchObject({ read: 5_000, ready: 5_000, problems: 0 });
  await scene.client.post(path(id, '/start'), {});
  const seen = new Set<number>();
  await comes(async () => {
    const { counts, state } = await read(scene, id);
    seen.add(counts.success);
    expect(counts.success + counts.failed + counts.pending).toBe(5_000);
    return state === 'done';
  }, 150_000);
  const order = [...seen];
  expect(order.toSorted((a, b) => a - b)).toEqual(order);
  expect(order.every((count) => count % 500 === 0)).toBe(true);
  expect(order.length).toBeGreaterThan(2);
  expect(await leftBy(scene)).toEqual(all(5_000));
  expect(await tellings(scene)).toHaveLength(1);
}, 240_000);

test('a limit reached in the middle of 1,600 is kept to the last seat, despite concurrent additions', async () => {
  const scene = await importScene(harness, { userLimit: 1 + 903 });
  await makeUserGroup(scene.tenant, { name: 'Vendas' });
  const id = await draft(scene, manyPeople(1_600), { invite: false });
  expect((await read(scene, id)).seats).toEqual({ left: 903, over: 697 });
  await scene.client.post(path(id, '/start'), {});
  await some(id);
  const person = (at: number) => ({ name: `Avulsa ${at}`, email: `avulsa${at}@vertice.test`, profile: 'user' });
  const added = await Promise.all([1, 2, 3].map((at) => scene.client.post('/api/auth/users', person(at))));
  await ended(id, 60_000);
  const apart = added.filter(({ status }) => status === 200).length;
  expect(await getState(id)).toEqual({ state: 'done', succeeded: 903 - apart, failed: 697 + apart, total: 1_600 });
  expect(await query('select users_used, user_limit from tenants where id = $1', [scene.tenant.id])).toEqual([
    { users_used: 904, user_limit: 904 },
  ]);
  const failed = await rows(scene, id, 'failed');
  expect(failed[0].problems).toEqual([{ field: 'email', code: 'user_limit_reached' }]);
}, 120_000);

test('the Worker may die between two batches: cron resumes where it stopped, and no user is added twice', async () => {
  const first = newHarness();
  await first.listen();
  const before = await importScene(first);
  await makeUserGroup(before.tenant, { name: 'Vendas' });
  const id = await draft(before, manyPeople(1_200), { invite: false });
  await first.database.fail({ delayMs: 400 });
  await before.client.post(path(id, '/start'), {});
  await some(id);
  // Statements in flight when the Worker died still reach the database.
  await first.close();
  const stopped = await getState(id);
  expect(stopped).toMatchObject({ state: 'running', failed: 0 });
  expect(Number(stopped?.succeeded) % 500).toBe(0);
  // The dead Worker's lease still holds: its import cannot be taken over.
  await tick(0);
  expect(await getState(id)).toEqual(stopped);
  await Promise.all([tick(), tick(), tick()]);
  expect(await ended(id, 60_000)).toEqual({ state: 'done', succeeded: 1_200, failed: 0, total: 1_200 });
  await Promise.all([tick(3), tick(3)]);
  expect(await leftBy(before)).toEqual(all(1_200));
  expect(await tellings(before)).toHaveLength(1);
}, 150_000);

test('the database may be down between two batches', async () => {
  const scene = await importScene(harness);
  await makeUserGroup(scene.tenant, { name: 'Vendas' });
  const id = await draft(scene, manyPeople(1_200), { invite: false });
  await harness.database.fail({ delayMs: 300 });
  await scene.client.post(path(id, '/start'), {});
  await some(id);
  await harness.database.fail({ down: true });
  await pause(500);
  const stopped = await getState(id);
  expect(Number(stopped?.succeeded) % 500).toBe(0);
  await harness.database.heal();
  await tick();
  await ended(id, 90_000);
  expect(await leftBy(scene)).toEqual(all(1_200));
}, 150_000);

test('a cancel stops after the current batch; the rest can be resumed', async () => {
  const scene = await importScene(harness);
  await makeUserGroup(scene.tenant, { name: 'Vendas' });
  const id = await draft(scene, manyPeople(1_700), { invite: false });
  await harness.database.fail({ delayMs: 300 });
  await scene.client.post(path(id, '/start'), {});
  await some(id);
  const answers = await Promise.all([1, 2, 3].map(() => scene.client.post(path(id, '/cancel'), {})));
  await harness.database.heal();
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const stopped = await getState(id);
  expect(stopped).toMatchObject({ state: 'cancelled', failed: 0 });
  expect([500, 1_000, 1_500]).toContain(stopped?.succeeded);
  await Promise.all([tick(), tick(3)]);
  await pause(300);
  expect(await getState(id)).toEqual(stopped);
  expect(await leftBy(scene)).toEqual(all(Number(stopped?.succeeded)));
  expect((await scene.client.post(path(id, '/start'), {})).status).toBe(409);
  expect((await scene.client.post(path(id, '/reopen'), {})).status).toBe(200);
  const again = await scene.client.post(path(id, '/start'), {});
  expect(again).toMatchObject({ status: 200, body: { rows: 1_700 - Number(stopped?.succeeded) } });
  await ended(id, 60_000);
  expect(await leftBy(scene)).toEqual(all(1_700));
}, 150_000);

test('two concurrent runs with common users, and a start sent many times, add each user once', async () => {
  const scene = await importScene(harness);
  await makeUserGroup(scene.tenant, { name: 'Vendas' });
  const [one, two] = [await draft(scene, manyPeople(800), { invite: false }), await draft(scene, manyPeople(800, 501), { invite: false })];
  const starts = await Promise.all([one, two, one, two, one, two].map((id) => scene.client.post(path(id, '/start'), {})));
  expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409]);
  await Promise.all([tick(), tick(), tick()]);
  const [a, b] = [await ended(one, 60_000), await ended(two, 60_000)];
  expect([a, b].map(({ state, total }) => [state, total])).toEqual([
    ['done', 800],
    ['done', 800],
  ]);
  expect([Number(a.succeeded) + Number(b.succeeded), Number(a.failed) + Number(b.failed)]).toEqual([1_300, 300]);
  expect(await leftBy(scene)).toEqual(all(1_300));
  const reasons = await query(
    "select distinct problems->0->>'code' as code from user_import_rows where tenant_id = $1 and state = 'failed'",
    [scene.tenant.id],
  );
  expect(reasons).toEqual([{ code: 'email_taken' }]);
  for (const id of [one, two]) expect((await scene.client.post(path(id, '/start'), {})).status).toBe(409);
  expect(await tellings(scene)).toHaveLength(2);
}, 150_000);
