import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Mail } from '../../dev/mail/mime.ts';
import { queues } from '../../domain/jobs/queues.ts';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { world } from '../support/world.ts';

const harness = useHarness();
const path = '/api/auth/mail-templates/catalog_granted';
const draft = {
  language: 'pt-BR',
  subject: 'Liberado: {{report}}',
  greeting: 'Oi, {{recipient}}!',
  button: 'Ver {{report}}',
  body: [{ type: 'p', content: [{ text: '{{person}}', marks: ['strong'] }, { text: ' liberou o relatório.' }] }],
};
const mailTo = async (address: string): Promise<Mail[]> =>
  ((await (await fetch(`${world().mail.url}/api/messages`)).json()) as Mail[]).filter((mail) => mail.to.includes(address));

async function unit() {
  const tenant = await makeTenant({ name: 'Vértice Alimentos', settings: { send_email_notification: 'S' } });
  const user = await makeUser(tenant, { profile: 'admin', language: 'pt-BR' });
  return { tenant, user, admin: await getApi(harness, tenant, user) };
}
async function notify(
  tenant: Tenant,
  user: { id: string },
  kind = 'catalog_granted',
  vars: object = { report: 'Vendas', person: 'Ana <b>' },
) {
  const id = randomUUID();
  await query('insert into notifications (tenant_id, id, user_id, kind, vars, link) values ($1, $2, $3, $4, $5, $6)', [
    ...[tenant.id, id, user.id, kind, JSON.stringify(vars), '/x/reports'],
  ]);
  await query("insert into outbox (tenant_id, kind, body, lane) values ($1, 'notification', jsonb_build_object('id', $2::text), 2)", [
    tenant.id,
    id,
  ]);
}
const deliver = (tenant: Tenant) =>
  harness
    .getWorker()
    .consume(queues.mail.name, [{ id: 'one', timestamp: new Date(), attempts: 1, body: { kind: 'outbox', tenant: tenant.id } }]);

describe('a mail in the words of its unit', () => {
  test('is sent in the recipient’s language, and the built-in text as a whole in every other', async () => {
    const { tenant, admin } = await unit();
    expect(await admin.put(path, { ...draft, version: 0 })).toMatchObject({ status: 200, body: { version: 1 } });
    const reader = await makeUser(tenant, { language: 'pt-BR' });
    const other = await makeUser(tenant, { language: 'es' });
    await notify(tenant, reader);
    await notify(tenant, other);
    await deliver(tenant);
    const [mail] = await mailTo(reader.email);
    expect(mail?.subject).toBe('Liberado: Vendas');
    expect(mail?.text).toContain(`Oi, ${reader.name}!`);
    expect(mail?.text).toContain('Ana <b> liberou o relatório.');
    expect(mail?.text).toContain('Ver Vendas:');
    expect(mail?.text).toContain('Escrito por Vértice Alimentos.');
    expect(mail?.html).toContain('<strong>Ana &lt;b&gt;</strong> liberou o relatório.');
    expect((await mailTo(other.email))[0]).toMatchObject({ subject: 'Tienes acceso a Vendas' });
  });

  test('is the built-in text again if it was reset between queue and sending, and where its kind no longer fits', async () => {
    const { tenant, admin } = await unit();
    await admin.put(path, { ...draft, version: 0 });
    const [first, second] = [await makeUser(tenant, { language: 'pt-BR' }), await makeUser(tenant, { language: 'pt-BR' })];
    await notify(tenant, first);
    expect((await admin.delete(path)).status).toBe(200);
    await deliver(tenant);
    expect((await mailTo(first.email))[0]?.subject).not.toContain('Liberado');
    // As a template that a former version has saved, and one of a kind that is gone.
    await query(
      `insert into mail_templates (tenant_id, kind, language, subject, html, button)
        select $1, k, 'pt-BR', 'Liberado: {{gone}}', '<p>{{report}}</p>', 'Ver' from unnest(array['catalog_granted', 'kind_of_old']) k`,
      [tenant.id],
    );
    await notify(tenant, second);
    await notify(tenant, second, 'kind_of_old');
    await deliver(tenant);
    expect((await mailTo(second.email)).map(({ subject }) => subject)).toEqual([expect.not.stringContaining('Liberado')]);
    expect((await admin.get('/api/auth/mail-templates')).text).not.toContain('kind_of_old');
  });

  test('can be imported HTML, whose values are escaped and whose plain part says the same', async () => {
    const { tenant, admin } = await unit();
    const { body: _, ...lines } = draft;
    const html = '<!doctype html><html><head><title>x</title></head><body><h2>{{report}}</h2><p>De <i>{{person}}</i></p></body></html>';
    expect(await admin.put(path, { ...lines, html, version: 0 })).toMatchObject({ status: 200 });
    const reader = await makeUser(tenant, { language: 'pt-BR' });
    await notify(tenant, reader);
    await deliver(tenant);
    const [mail] = await mailTo(reader.email);
    expect(mail?.html).toContain('<h2>Vendas</h2><p>De <i>Ana &lt;b&gt;</i></p>');
    expect(mail?.text).toContain('Vendas\r\n\r\nDe Ana <b>');
  });

  test('by the unit’s own server says nothing of who wrote it', async () => {
    const { tenant, admin } = await unit();
    const { tlsPort } = world().mail;
    await admin.put('/api/auth/mail/server', {
      ...{
        name: 'Equipe',
        email: 'portal@vertice.com.br',
        host: 'localhost',
        port: tlsPort,
        protocol: 'tls',
        password: 'right',
        version: 0,
      },
    });
    await admin.put(path, { ...draft, version: 0 });
    const reader = await makeUser(tenant, { language: 'pt-BR' });
    await notify(tenant, reader);
    await deliver(tenant);
    expect((await mailTo(reader.email))[0]?.text).not.toContain('Escrito por');
  });
});

test('a test goes to the caller alone, with example values, and counts', async () => {
  const { tenant, user, admin } = await unit();
  await makeUser(tenant, { profile: 'admin' });
  const answer = await admin.post(`${path}/test`, draft);
  expect(answer).toMatchObject({ status: 200, body: { sent: true, to: user.email, failure: null } });
  const [mail] = await mailTo(user.email);
  expect(mail?.subject).toBe('Liberado: Vendas por região');
  expect(mail?.text).toContain('Escrito por Vértice Alimentos.');
  expect(await query('select kind, address, via from mails where tenant_id = $1', [tenant.id])).toEqual([
    { kind: 'mail_test', address: user.email, via: 'platform' },
  ]);
  expect(await query('select 1 from mail_templates where tenant_id = $1', [tenant.id])).toEqual([]);
  await query(
    `insert into mails (tenant_id, id, user_id, address, kind)
      select $1, gen_random_uuid(), $2, 'x@x.test', 'mail_test' from generate_series(1, 9)`,
    [tenant.id, user.id],
  );
  expect(await admin.post(`${path}/test`, draft)).toMatchObject({ status: 429 });
});
