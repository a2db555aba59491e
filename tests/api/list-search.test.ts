import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGroup, makeWindow } from '../support/make-content.ts';
import { makeDeadLetter } from '../support/make-dead-letter.ts';
import { makeMessage } from '../support/make-message.ts';
import { makeNotice } from '../support/make-notice.ts';
import { makeSamlRow } from '../support/make-saml-row.ts';
import { makeTenant, platform } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
const unlike = 'Fechamento';

test('every list without a stored key finds a word with accents, however it is written', async () => {
  const tenant = await makeTenant({ name: 'Unidade Manutenção' });
  const admin = await makeUser(tenant, { profile: 'admin' });
  const asAdmin = await getApi(harness, tenant, admin);
  const mine = `Manutenção ${randomUUID().slice(0, 8)}`;
  const [start, end] = [{ startsAt: hours(1), endsAt: hours(2) }, { endsAt: null }];
  const group = await makeGroup(tenant, { name: 'Operação' });
  await makeWindow(tenant, { ...start, title: mine });
  await makeWindow(tenant, { ...start, title: unlike, target: 'group', targetId: group.id });
  await makeNotice(tenant, { ...end, title: mine });
  const { id: notice } = await makeNotice(tenant, { ...end, title: unlike, text: 'Sem ligação.', answer: 'acknowledge' });
  await makeMessage(tenant, admin, { subject: mine });
  await makeMessage(tenant, admin, { subject: unlike });
  await query('update sso_apps set name = $2 where id = $1', [await makeSamlRow(tenant), mine]);
  await makeSamlRow(tenant);
  for (const name of [mine, unlike])
    await query("insert into scim_log (tenant_id, method, kind, name, status) values ($1, 'POST', 'User', $2, 201)", [tenant.id, name]);
  await makeDeadLetter(platform, { unit: mine });
  const asOperator = await getApi(harness, platform, await makeUser(platform, { profile: 'a2m' }));

  const total = async (client: typeof asAdmin, path: string, text: string) =>
    (await client.get(`${path}search=${encodeURIComponent(text)}`)).body.total;
  for (const written of [mine, mine.toUpperCase(), mine.toLowerCase(), mine.replace('ção', 'cao')]) {
    expect(await total(asAdmin, '/api/auth/maintenance?', written), written).toBe(1);
    expect(await total(asAdmin, '/api/auth/notices?', written), written).toBe(1);
    expect(await total(asAdmin, '/api/auth/messages?', written), written).toBe(1);
    expect(await total(asAdmin, '/api/auth/saml/all?', written), written).toBe(1);
    // A part of the name, not only its beginning.
    expect(await total(asAdmin, '/api/auth/scim/log?', written.slice(4)), written).toBe(1);
    expect(await total(asOperator, '/api/auth/jobs/failed?', written), written).toBe(1);
  }
  for (const written of ['OPERAÇÃO', 'operacao']) expect(await total(asAdmin, '/api/auth/maintenance?', written), written).toBe(1);
  for (const written of ['LIGAÇÃO', 'ligacao']) expect(await total(asAdmin, '/api/auth/notices?', written), written).toBe(1);
  for (const written of ['MANUTENÇÃO', 'manutencao', 'outra'])
    expect(await total(asAdmin, `/api/auth/notices/${notice}/readers?view=missing&`, written), written).toBe(written === 'outra' ? 0 : 1);
});
