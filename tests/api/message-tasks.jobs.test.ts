import { expect, test } from 'vitest';
import { mailTo } from '../support/account-mail.ts';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { messageText } from '../support/make-message.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const path = '/api/auth/tasks';
const message = { audience: { type: 'all' }, texts: { 'pt-BR': { subject: 'Fechamento', body: messageText('É na sexta.') } }, mail: 'N' };
const triggers = [{ frequency: 'daily', times: ['06:00'] }];
const task = { type: 'notification', action: 'send', name: 'Aviso', targetKind: 'unit', triggers };

test('a task sends its message as its owner, and is suspended when the owner may no longer write', async () => {
  const tenant = await makeTenant();
  const [owner, other] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant, { profile: 'admin' })];
  const reader = await makeUser(tenant);
  const [asOwner, asOther] = [await getApi(harness, tenant, owner), await getApi(harness, tenant, other)];
  expect((await asOwner.post(path, task)).status).toBe(422);
  const { body } = await asOwner.post(path, { ...task, options: { message } });
  expect((await asOwner.get(`${path}/${body.id}`)).body.options.message).toMatchObject({ ...message, names: [] });
  const sent = () => query('select id, sender_id from messages where tenant_id = $1', [tenant.id]);
  const run = async (by: typeof asOwner) => {
    expect((await by.post(`${path}/${body.id}/run`)).status).toBe(200);
    await harness.getWorker().scheduled({});
  };
  await run(asOwner);
  await expect.poll(sent, { timeout: 20_000 }).toMatchObject([{ sender_id: owner.id }]);
  await expect
    .poll(() => query("select user_id from notifications where tenant_id = $1 and kind = 'announcement' order by 1", [tenant.id]), {
      timeout: 20_000,
    })
    .toEqual([other.id, reader.id].toSorted().map((user_id) => ({ user_id })));
  await query("update users set profile = 'user' where id = $1", [owner.id]);
  await run(asOther);
  await expect
    .poll(() => query('select state, reason from tasks where id = $1', [body.id]), { timeout: 20_000 })
    .toEqual([{ state: 'suspended', reason: 'right_gone' }]);
  expect(await sent()).toHaveLength(1);
});

test('a test sends the one who tests it what the task writes, by mail and to no one else', async () => {
  const tenant = await makeTenant();
  const [owner, other] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant, { profile: 'admin' })];
  const [asOwner, asOther] = [await getApi(harness, tenant, owner), await getApi(harness, tenant, other)];
  const { body } = await asOwner.post(path, { ...task, options: { message: { ...message, audience: { type: 'all' } } } });
  const notice = { title: 'Manutenção', body: messageText('Às 18 h.'), hours: 24 };
  const posted = await asOwner.post(path, { ...task, action: 'publish', options: { notice } });
  const asked = async (by: typeof asOwner, id: string) => (await by.post(`${path}/${id}/send-test`, { language: 'es' })).body;
  expect(await asked(asOther, body.id)).toEqual({ to: other.email });
  expect(await asked(asOwner, posted.body.id)).toEqual({ to: owner.email });
  const mails = () =>
    query("select user_id, kind from mails where tenant_id = $1 and kind = 'announcement' order by created_at", [tenant.id]);
  await expect.poll(mails, { timeout: 20_000 }).toHaveLength(2);
  expect((await mails()).map(({ user_id }) => user_id).toSorted()).toEqual([owner.id, other.id].toSorted());
  const subjects = async () => (await mailTo(owner.email)).map(({ subject }) => subject);
  await expect.poll(subjects, { timeout: 20_000 }).toContain('Manutenção');
  expect(await query('select 1 from messages where tenant_id = $1', [tenant.id])).toEqual([]);
  expect(await query('select 1 from notices where tenant_id = $1', [tenant.id])).toEqual([]);
  expect(await query('select 1 from task_runs where tenant_id = $1', [tenant.id])).toEqual([]);
  // A task that writes to no one has nothing to send, and a stranger finds none.
  const maintenance = await asOwner.post(path, { ...task, type: 'maintenance', action: 'start', options: { minutes: 60, title: 'Carga' } });
  expect((await asked(asOwner, maintenance.body.id)).status).toBe('not_found');
  const stranger = await makeTenant();
  const asStranger = await getApi(harness, stranger, await makeUser(stranger, { profile: 'admin' }));
  expect((await asked(asStranger, body.id)).status).toBe('not_found');
});
