import { expect, test } from 'vitest';
import { apiOf } from '../support/api.ts';
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
  const [asOwner, asOther] = [await apiOf(harness, tenant, owner), await apiOf(harness, tenant, other)];
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
