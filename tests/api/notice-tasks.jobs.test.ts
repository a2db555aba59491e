import { expect, test } from 'vitest';
import { noticeLimits } from '../../domain/notices/limits.ts';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { messageText } from '../support/make-message.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const path = '/api/auth/tasks';
const words = { title: 'Fechamento', body: messageText('O fechamento é na sexta.') };
const texts = { es: { title: 'Cierre', body: messageText('El cierre es el viernes.') } };
const notice = { ...words, texts, severity: 'warning', mustAcknowledge: 'S', hours: 8 };
const triggers = [{ frequency: 'daily', times: ['06:00'] }];
const task = { type: 'notification', action: 'publish', name: 'Aviso de fechamento', targetKind: 'unit', triggers };
const lastRun = (id: string) => query('select state, reason from task_runs where task_id = $1 order by due_at desc limit 1', [id]);

async function scene() {
  const tenant = await makeTenant();
  const owner = await makeUser(tenant, { profile: 'admin' });
  const asOwner = await getApi(harness, tenant, owner);
  const run = async (id: string) => {
    expect((await asOwner.post(`${path}/${id}/run`)).status).toBe(200);
    await harness.getWorker().scheduled({});
  };
  return { tenant, owner, asOwner, run };
}

test('a task posts its notice as its owner, for its hours, once', async () => {
  const { tenant, owner, asOwner, run } = await scene();
  const reader = await makeUser(tenant);
  expect((await asOwner.post(path, task)).body).toMatchObject({ field: 'options.notice' });
  const { body } = await asOwner.post(path, { ...task, options: { notice } });
  expect((await asOwner.get(`${path}/${body.id}`)).body.options.notice).toMatchObject({ ...notice, names: [] });
  await run(body.id);
  await expect.poll(() => lastRun(body.id), { timeout: 20_000 }).toEqual([{ state: 'succeeded', reason: null }]);
  // What must be acknowledged can't be dismissed, as in the form.
  expect(
    await query(
      `select title, severity, added_by_id, must_acknowledge, dismissible,
          round(extract(epoch from ends_at - starts_at) / 3600)::int as hours
        from notices where tenant_id = $1`,
      [tenant.id],
    ),
  ).toEqual([{ title: 'Fechamento', severity: 'warning', added_by_id: owner.id, must_acknowledge: true, dismissible: false, hours: 8 }]);
  const { items } = (await (await getApi(harness, tenant, reader)).get('/api/auth/own-notices')).body;
  // Notices of the layers above may stand beside it.
  expect(items.filter(({ title }: { title: string }) => title === 'Fechamento')).toMatchObject([
    { mustAcknowledge: true, dismissible: false },
  ]);
  const log = (await asOwner.get('/api/auth/audit?family=messages')).body.items;
  expect(log).toMatchObject([
    { what: 'notice.add', who: owner.name, fields: expect.arrayContaining([{ field: 'byTask', after: task.name }]) },
  ]);
});

test('a notice of a task is for groups of its own unit, and a group that was deleted since fails the run', async () => {
  const { asOwner, run } = await scene();
  const other = await scene();
  const group = async (by: typeof asOwner) => (await by.post('/api/auth/user-groups', { name: 'Vendas' })).body.id;
  const [own, foreign] = [await group(asOwner), await group(other.asOwner)];
  const add = (ids: string[]) =>
    asOwner.post(path, { ...task, options: { notice: { ...notice, audience: { type: 'groups', ids }, names: ids.map(() => 'Vendas') } } });
  expect((await add([own, foreign])).status).toBe(404);
  const { body } = await add([own]);
  await query('update user_groups set deleted_at = now() where id = $1', [own]);
  await run(body.id);
  await expect.poll(() => lastRun(body.id), { timeout: 20_000 }).toEqual([{ state: 'failed', reason: 'not_found' }]);
});

test('a task posts no notice over the limit, and none once its owner may no longer write them', async () => {
  const { tenant, owner, asOwner, run } = await scene();
  const { body } = await asOwner.post(path, { ...task, options: { notice } });
  await query(
    `insert into notices (tenant_id, id, title, text, body) select $1, gen_random_uuid(), 'Aviso ' || n, 'Texto', null
      from generate_series(1, $2::int) n`,
    [tenant.id, String(noticeLimits.open)],
  );
  await run(body.id);
  await expect.poll(() => lastRun(body.id), { timeout: 20_000 }).toEqual([{ state: 'failed', reason: 'notice_limit' }]);
  const asOther = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  await query("update users set profile = 'user', flags = '{notify}' where id = $1", [owner.id]);
  expect((await asOther.post(`${path}/${body.id}/run`)).status).toBe(200);
  await harness.getWorker().scheduled({});
  await expect
    .poll(() => query('select state, reason from tasks where id = $1', [body.id]), { timeout: 20_000 })
    .toEqual([{ state: 'suspended', reason: 'right_gone' }]);
});
