import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Mail } from '../../dev/mail/mime.ts';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { world } from '../support/world.ts';

const harness = useHarness();
const path = '/api/auth/mail/server';

async function unit() {
  const tenant = await makeTenant({ name: 'Vértice Alimentos', settings: { send_email_notification: 'S' } });
  const user = await makeUser(tenant, { profile: 'admin', language: 'es' });
  return { tenant, user, admin: await getApi(harness, tenant, user) };
}
const { smtpPort, tlsPort, url } = world().mail;
const starttls = {
  name: 'Equipe Vértice',
  email: 'portal@vertice.com.br',
  host: 'localhost',
  port: smtpPort,
  protocol: 'starttls',
  password: 'right',
};
const tls = { ...starttls, port: tlsPort, protocol: 'tls' };
const mailTo = async (address: string): Promise<Mail[]> =>
  ((await (await fetch(`${url}/api/messages`)).json()) as Mail[]).filter((mail) => mail.to.includes(address));

describe('a test message', () => {
  test.each([
    ['STARTTLS', starttls],
    ['TLS', tls],
  ])('leaves by %s in the language of the sender, and the server’s answer is shown and logged', async (_, server) => {
    const { tenant, user, admin } = await unit();
    const answer = await admin.post(`${path}/test`, server);
    expect(answer).toMatchObject({
      status: 200,
      body: { sent: true, to: user.email, failure: null, answer: expect.stringContaining('250') },
    });
    const [mail] = await mailTo(user.email);
    expect(mail).toMatchObject({ from: 'portal@vertice.com.br', subject: 'Mensaje de prueba de Vértice Alimentos' });
    expect(mail?.raw).toMatch(/^From: =\?UTF-8\?B\?.*\?= <portal@vertice.com.br>/m);
    expect(await query('select state, kind, via, address from mails where tenant_id = $1', [tenant.id])).toEqual([
      { state: 'sent', kind: 'mail_test', via: 'tenant', address: user.email },
    ]);
    expect(await query("select 1 from audit where tenant_id = $1 and what = 'mail.server_test'", [tenant.id])).toHaveLength(1);
  });

  test.each([
    ['a wrong password', { ...tls, password: 'wrong' }, 'auth', '535 5.7.8'],
    ['TLS to a plain-text port', { ...starttls, protocol: 'tls' }, 'unreachable', ''],
    ['no server at the port', { ...starttls, port: tlsPort, protocol: 'starttls' }, '', ''],
  ])('with %s reports the error in a bounded time', async (_, server, failure, words) => {
    const { admin } = await unit();
    const { status, body, text } = await admin.post(`${path}/test`, server);
    expect(status).toBe(200);
    expect(body).toMatchObject({ sent: false });
    if (failure) expect(body.failure, text).toBe(failure);
    expect(body.answer).toContain(words);
  });

  test('can be sent ten times an hour', async () => {
    const { tenant, user, admin } = await unit();
    await query(
      "insert into mails (tenant_id, id, user_id, address, kind) select $1, gen_random_uuid(), $2, 'x@x.test', 'mail_test' from generate_series(1, 10)",
      [tenant.id, user.id],
    );
    expect(await admin.post(`${path}/test`, starttls)).toMatchObject({ status: 429, body: { status: 'too_many_attempts' } });
  });
});

describe('the server', () => {
  test('is saved with a sealed password that is never returned, and mail leaves by it under its name', async () => {
    const { tenant, admin } = await unit();
    expect((await admin.get(path)).body).toEqual({ server: null, platform: 'portal@mirante.test' });
    expect(await admin.put(path, { ...tls, version: 0 })).toMatchObject({ status: 200, body: { version: 1 } });
    const { body, text } = await admin.get(path);
    expect(body.server).toMatchObject({ host: 'localhost', port: tlsPort, password: { set: true }, enabled: true, version: 1 });
    expect(text).not.toContain('right');
    const [row] = await query('select password_sealed from mail_servers where tenant_id = $1', [tenant.id]);
    expect(row?.password_sealed).not.toContain('right');
    expect(JSON.stringify(await query('select change from audit where tenant_id = $1', [tenant.id]))).not.toContain('right');

    const reader = await makeUser(tenant);
    const id = randomUUID();
    await query("insert into notifications (tenant_id, id, user_id, kind, vars) values ($1, $2, $3, 'catalog_granted', '{}')", [
      tenant.id,
      id,
      reader.id,
    ]);
    await query("insert into outbox (tenant_id, kind, body) values ($1, 'notification', jsonb_build_object('id', $2::text))", [
      tenant.id,
      id,
    ]);
    await harness.getWorker().scheduled({});
    expect(await mailTo(reader.email)).toMatchObject([{ from: 'portal@vertice.com.br' }]);
  });

  test('keeps its password when its name changes, and needs it again for another host or user', async () => {
    const { tenant, admin } = await unit();
    await admin.put(path, { ...tls, version: 0 });
    const { password: _, ...unchanged } = tls;
    expect(await admin.put(path, { ...unchanged, name: 'Outro', version: 1 })).toMatchObject({ status: 200, body: { version: 2 } });
    for (const change of [{ host: 'smtp.evil.com.br', port: 587 }, { user: 'somebody' }, { email: 'other@vertice.com.br' }]) {
      const wanted = { ...unchanged, protocol: 'starttls', ...change };
      expect(await admin.put(path, { ...wanted, version: 2 })).toMatchObject({
        status: 422,
        body: { status: 'mail_password_needed', field: 'password' },
      });
      expect(await admin.post(`${path}/test`, wanted)).toMatchObject({ status: 422, body: { status: 'mail_password_needed' } });
    }
    expect(await query('select name, host, version from mail_servers where tenant_id = $1', [tenant.id])).toEqual([
      { name: 'Outro', host: 'localhost', version: 2 },
    ]);
  });

  test('has a bulk mail rate that its administrator sets within bounds, without the password, and that is audited', async () => {
    const { tenant, admin } = await unit();
    await admin.put(path, { ...tls, version: 0 });
    expect((await admin.get(path)).body.server.bulkPerSecond).toBe(2);
    const { password: _, ...unchanged } = tls;
    expect(await admin.put(path, { ...unchanged, bulkPerSecond: 0.5, version: 1 })).toMatchObject({ status: 200, body: { version: 2 } });
    expect((await admin.get(path)).body.server).toMatchObject({ bulkPerSecond: 0.5, password: { set: true } });
    for (const bulkPerSecond of [0, 0.09, 50.1, -1])
      expect(await admin.put(path, { ...unchanged, bulkPerSecond, version: 2 })).toMatchObject({
        status: 422,
        body: { status: 'invalid_input', field: 'bulkPerSecond' },
      });
    for (const bulkPerSecond of ['2', null, [2]])
      expect(await admin.put(path, { ...unchanged, bulkPerSecond, version: 2 })).toMatchObject({
        status: 422,
        body: { field: 'bulkPerSecond' },
      });
    const [row] = await query("select change from audit where tenant_id = $1 and what = 'mail.server' order by at desc limit 1", [
      tenant.id,
    ]);
    expect(row?.change).toMatchObject({ before: { bulkPerSecond: 2 }, after: { bulkPerSecond: 0.5 } });
  });

  test('cannot be overwritten from an older version, and is deleted with its password', async () => {
    const { tenant, admin } = await unit();
    await admin.put(path, { ...tls, version: 0 });
    expect(await admin.put(path, { ...tls, version: 0 })).toMatchObject({ status: 409, body: { status: 'changed_meanwhile' } });
    const saves = ['Um', 'Dois', 'Tres', 'Quatro'].map((name) => admin.put(path, { ...tls, name, version: 1 }));
    expect((await Promise.all(saves)).map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const [saved] = await query('select name, version from mail_servers where tenant_id = $1', [tenant.id]);
    const [, ...told] = await query("select change from audit where tenant_id = $1 and what = 'mail.server' order by at", [tenant.id]);
    expect(told).toMatchObject([{ change: { before: { name: tls.name }, after: { name: saved?.name } } }]);
    expect((await admin.delete(path)).status).toBe(200);
    expect(await query('select 1 from mail_servers where tenant_id = $1', [tenant.id])).toEqual([]);
    expect(await query("select change from audit where tenant_id = $1 and what = 'mail.server_removed'", [tenant.id])).toEqual([
      { change: { before: { host: 'localhost', email: 'portal@vertice.com.br' } } },
    ]);
  });

  test('is set up once by several concurrent calls', async () => {
    const { tenant, admin } = await unit();
    const saves = ['Um', 'Dois', 'Tres', 'Quatro'].map((name) => admin.put(path, { ...tls, name, version: 0 }));
    expect((await Promise.all(saves)).map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const [saved] = await query('select name, version from mail_servers where tenant_id = $1', [tenant.id]);
    expect(saved).toMatchObject({ version: 1 });
    expect(await query("select change from audit where tenant_id = $1 and what = 'mail.server'", [tenant.id])).toMatchObject([
      { change: { before: null, after: { name: saved?.name, password: 'changed' } } },
    ]);
  });

  test('that fails is reported to administrators once a day, by the platform, and is not replaced silently', async () => {
    const { tenant, user, admin } = await unit();
    await admin.put(path, { ...tls, password: 'wrong', version: 0 });
    const reader = await makeUser(tenant);
    for (let time = 0; time < 2; time += 1) {
      const id = randomUUID();
      await query("insert into notifications (tenant_id, id, user_id, kind, vars) values ($1, $2, $3, 'catalog_granted', '{}')", [
        tenant.id,
        id,
        reader.id,
      ]);
      await query("insert into outbox (tenant_id, kind, body) values ($1, 'notification', jsonb_build_object('id', $2::text))", [
        tenant.id,
        id,
      ]);
      await harness.getWorker().scheduled({});
    }
    await harness.getWorker().scheduled({});
    expect(await mailTo(reader.email)).toEqual([]);
    const told = await query("select user_id, vars from notifications where tenant_id = $1 and kind = 'mail_server_failing'", [tenant.id]);
    expect(told).toMatchObject([{ user_id: user.id, vars: { host: 'localhost', answer: expect.stringContaining('535') } }]);
    expect(await mailTo(user.email)).toMatchObject([{ from: 'portal@mirante.test', subject: 'Los correos no salen por localhost' }]);
  });
});

describe('the log', () => {
  test('lists outgoing mail, searched by address, filtered by outcome, and exported', async () => {
    const { tenant, admin } = await unit();
    for (const [address, state, failure] of [
      ['ana@x.test', 'sent', null],
      ['ana.b@x.test', 'failed', 'auth'],
      ['bia@x.test', 'failed', 'tls'],
      ['=cmd@x.test', 'sent', null],
    ])
      await query(
        `insert into mails (tenant_id, id, address, subject, kind, state, failure, answer)
          values ($1, gen_random_uuid(), $2, 'Oi', 'catalog_granted', $3, $4, '535 no')`,
        [tenant.id, address, state, failure],
      );
    const list = await admin.get('/api/auth/mail/log?search=ANA&sort=address');
    expect(list.body.items.map((row: { address: string }) => row.address)).toEqual(['ana.b@x.test', 'ana@x.test']);
    expect(list.body.counts).toEqual({ all: 2, queued: 0, sent: 1, failed: 1 });
    expect((await admin.get('/api/auth/mail/log?state=failed')).body).toMatchObject({ total: 2 });
    const { body } = await admin.get('/api/auth/mail/log/export', { headers: { lang: 'pt-BR' } });
    expect(body).toMatchObject({ filename: 'mensagens.csv', rows: 4 });
    expect(body.csv).toContain("'=cmd@x.test");
    expect(body.csv).toContain('O servidor não aceitou usuário e senha.');
  });
});
