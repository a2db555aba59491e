import { describe, expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { refusedHtml } from '../support/imported-html.ts';
import { makeUserGroup } from '../support/make-content.ts';
import { makeMessage, messageText } from '../support/make-message.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type UserOptions } from '../support/make-user.ts';

const harness = useHarness();
const path = '/api/auth/messages';
const inbox = '/api/auth/notifications';
const settings = { send_email_notification: 'S' };
const texts = {
  'pt-BR': { subject: 'Fechamento', body: messageText('O fechamento é na sexta.') },
  es: { subject: 'Cierre', body: messageText('El cierre es el viernes.') },
};
const as = async (tenant: Tenant, options: UserOptions = {}) => {
  const user = await makeUser(tenant, options);
  return { ...user, ...(await getApi(harness, tenant, user)) };
};
const reached = async (tenant: Tenant, id: string) => {
  await expect
    .poll(async () => (await query('select state from mailings where tenant_id = $1 and source_id = $2', [tenant.id, id]))[0]?.state, {
      timeout: 20_000,
    })
    .toBe('done');
  const rows = await query('select user_id from notifications where tenant_id = $1 and message_id = $2', [tenant.id, id]);
  return rows.map(({ user_id }) => user_id).toSorted();
};
const send = async (from: Awaited<ReturnType<typeof as>>, audience: object, more = {}) => {
  const answer = await from.post(path, { audience, texts, ...more });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.id as string;
};

describe('who may write', () => {
  test('administrators, partners, the platform, and users with the flag; such users see their own messages', async () => {
    const tenant = await makeTenant({ settings });
    const [admin, plain, writer, other] = [
      await as(tenant, { profile: 'admin' }),
      await as(tenant),
      await as(tenant, { flags: ['notify'] }),
      await as(tenant, { flags: ['notify'] }),
    ];
    for (const call of [
      plain.get(path),
      plain.post(path, { audience: { type: 'all' }, texts }),
      plain.get(`${path}/recipients?type=users`),
    ])
      expect((await call).status).toBe(403);
    const mine = await send(writer, { type: 'users', ids: [plain.id] });
    const theirs = await send(admin, { type: 'users', ids: [plain.id] });
    const listed = async (who: typeof admin) => ((await who.get(path)).body.items as { id: string }[]).map(({ id }) => id);
    expect(await listed(writer)).toEqual([mine]);
    expect(await listed(other)).toEqual([]);
    expect(new Set(await listed(admin))).toEqual(new Set([mine, theirs]));
    expect((await other.get(`${path}/${mine}`)).status).toBe(404);
    expect((await other.post(`${path}/${mine}/recall`)).status).toBe(404);
    const partner = await as(await makeTenant({ kind: 'partner' }), { profile: 'master' });
    expect((await partner.get(path)).status).toBe(200);
  });

  test('a sender who lost the right can’t read or recall the message; an administrator can', async () => {
    const tenant = await makeTenant({ settings });
    const [admin, reader] = [await as(tenant, { profile: 'admin' }), await as(tenant)];
    const writer = await makeUser(tenant, { flags: ['notify'] });
    const { id } = await makeMessage(tenant, writer, { to: [reader] });
    await query("update users set flags = '{}' where id = $1", [writer.id]);
    const without = await getApi(harness, tenant, writer);
    expect((await without.post(`${path}/${id}/recall`)).status).toBe(403);
    expect((await admin.post(`${path}/${id}/recall`)).body).toEqual({ unread: 1, read: 0, mailsStopped: 0, mailsLeft: 0 });
  });

  test('no one where the screen is hidden', async () => {
    const tenant = await makeTenant({ settings: { ...settings, hidden_menu: ['notifications'] } });
    const admin = await as(tenant, { profile: 'admin' });
    expect((await admin.post(path, { audience: { type: 'all' }, texts })).status).toBe(403);
    expect(await query('select 1 from messages where tenant_id = $1', [tenant.id])).toEqual([]);
  });
});

describe('a message reaches', () => {
  test('everyone, a profile, the members of groups, or single users, never its sender, blocked or removed ones', async () => {
    const tenant = await makeTenant({ settings });
    const admin = await as(tenant, { profile: 'admin' });
    const [boss, one, two] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant), await makeUser(tenant)];
    const [blocked, gone] = [await makeUser(tenant, { status: 'B' }), await makeUser(tenant)];
    await query('update users set deleted_at = now() where id = $1', [gone.id]);
    const group = await makeUserGroup(tenant, { members: [one, blocked, gone, admin] });
    const to = async (audience: object) => reached(tenant, await send(admin, audience));
    const sorted = (...people: { id: string }[]) => people.map(({ id }) => id).toSorted();
    expect(await to({ type: 'all' })).toEqual(sorted(boss, one, two));
    expect(await to({ type: 'profile', profile: 'admin' })).toEqual(sorted(boss));
    expect(await to({ type: 'groups', ids: [group.id] })).toEqual(sorted(one));
    expect(await to({ type: 'users', ids: [two.id, blocked.id, admin.id] })).toEqual(sorted(two));
    const count = await admin.post(`${path}/count`, { audience: { type: 'all' } });
    expect(count.body).toMatchObject({ people: 3, byMail: 3, unitSends: true, leftToday: 4 });
  });

  test('each reader in their language, else another one as a whole, in inbox and mail', async () => {
    const tenant = await makeTenant({ settings });
    const admin = await as(tenant, { profile: 'admin' });
    const [spanish, english] = [await as(tenant, { language: 'es' }), await as(tenant, { language: 'en-US' })];
    const id = await send(admin, { type: 'all' });
    await reached(tenant, id);
    const shown = async (who: typeof admin, lang: string) => (await who.get(inbox, { headers: { lang } })).body.items[0];
    expect(await shown(spanish, 'es')).toMatchObject({
      kind: 'announcement',
      link: `/notifications?message=${id}`,
      message: { subject: 'Cierre', excerpt: 'El cierre es el viernes.' },
    });
    expect(await shown(english, 'en-US')).toMatchObject({ message: { subject: 'Fechamento', excerpt: 'O fechamento é na sexta.' } });
    const opened = await spanish.get(`${inbox}/messages/${id}`, { headers: { lang: 'es' } });
    expect(opened.body).toMatchObject({ language: 'es', subject: 'Cierre', body: texts.es.body, sender: admin.name, read: false });
    const stranger = await as(tenant);
    expect((await stranger.get(`${inbox}/messages/${id}`)).status).toBe(404);
    const preview = await admin.post(`${path}/preview`, { texts, language: 'en-US' });
    expect(preview.body).toMatchObject({ language: 'pt-BR', subject: 'Fechamento', greeting: expect.stringContaining(admin.name) });
    expect(preview.body.text).toContain('O fechamento é na sexta.');
  });

  test('only the portal where the unit sends no notifications by e-mail', async () => {
    const tenant = await makeTenant({ settings: {} });
    const [admin, reader] = [await as(tenant, { profile: 'admin' }), await makeUser(tenant)];
    expect((await admin.post(`${path}/count`, { audience: { type: 'all' } })).body).toMatchObject({ unitSends: false, byMail: 0 });
    expect(await reached(tenant, await send(admin, { type: 'all' }))).toEqual([reader.id]);
    expect(await query('select told, mailed from mailings where tenant_id = $1', [tenant.id])).toEqual([{ told: 1, mailed: 0 }]);
  });

  test('no mailbox if its sender says so', async () => {
    const tenant = await makeTenant({ settings });
    const [admin] = [await as(tenant, { profile: 'admin' }), await makeUser(tenant)];
    await reached(tenant, await send(admin, { type: 'all' }, { mail: 'N' }));
    expect(await query('select told, mailed from mailings where tenant_id = $1', [tenant.id])).toEqual([{ told: 1, mailed: 0 }]);
  });
});

test('of sixty parallel messages to everyone five are sent, and the others say why not', async () => {
  const tenant = await makeTenant({ settings });
  const admin = await as(tenant, { profile: 'admin' });
  await makeUser(tenant);
  const answers = await Promise.all(Array.from({ length: 60 }, () => admin.post(path, { audience: { type: 'all' }, texts })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.status))).toEqual(new Set(['messages_limit']));
  expect(await query('select count(*)::int as n from messages where tenant_id = $1', [tenant.id])).toEqual([{ n: 5 }]);
  // The day passes.
  await query("update messages set sent_at = sent_at - interval '24 hours' where tenant_id = $1", [tenant.id]);
  await send(admin, { type: 'all' });
});

describe('a recall', () => {
  test('removes what is unread, keeps what was read, and says both; once, within ten minutes', async () => {
    const tenant = await makeTenant({ settings });
    const [admin, quick, slow] = [await as(tenant, { profile: 'admin' }), await as(tenant), await as(tenant)];
    const { id } = await makeMessage(tenant, admin, { to: [quick, slow] });
    const [first] = (await quick.get(inbox)).body.items;
    await quick.post(`${inbox}/change`, { action: 'read', ids: [first.id] });
    expect((await admin.post(`${path}/${id}/recall`)).body).toEqual({ unread: 1, read: 1, mailsStopped: 0, mailsLeft: 0 });
    expect((await slow.get(inbox)).body.items).toEqual([]);
    expect((await quick.get(`${inbox}/messages/${id}`)).body).toMatchObject({ recalled: true, read: true });
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ state: 'recalled', recallUntil: null, read: 1 });
    expect((await admin.post(`${path}/${id}/recall`)).body.status).toBe('message_recalled');
    const old = await makeMessage(tenant, admin, { to: [slow], minutesAgo: 11 });
    expect((await admin.post(`${path}/${old.id}/recall`)).body.status).toBe('recall_over');
    const [record] = await query("select change from audit where tenant_id = $1 and what = 'message.recall'", [tenant.id]);
    expect(record?.change).toMatchObject({ unread: 1, read: 1 });
  });

  test('takes back mail that waits, and counts what has left', async () => {
    const tenant = await makeTenant({ settings });
    const [admin, one, two] = [await as(tenant, { profile: 'admin' }), await makeUser(tenant), await makeUser(tenant)];
    const { id } = await makeMessage(tenant, admin, { to: [one, two] });
    await query(
      `insert into outbox (tenant_id, kind, body, lane, due_at)
        select tenant_id, 'notification', jsonb_build_object('id', id), 3, now() + interval '1 hour' from notifications
        where tenant_id = $1 and user_id = $2`,
      [tenant.id, one.id],
    );
    await query(
      `insert into mails (tenant_id, id, user_id, address, kind, state, mailing_id)
        select tenant_id, gen_random_uuid(), $1, 'x@people.test', 'announcement', 'sent', mailing_id from messages where id = $2`,
      [two.id, id],
    );
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ mailsSent: 1, mailsWaiting: 1 });
    expect((await admin.post(`${path}/${id}/recall`)).body).toEqual({ unread: 2, read: 0, mailsStopped: 1, mailsLeft: 1 });
    expect(await query('select 1 from outbox where tenant_id = $1', [tenant.id])).toEqual([]);
  });
});

describe('imported HTML', () => {
  const page = (body: string) => `<!doctype html>\n<html><head><title>x</title></head>\n<body>${body}</body></html>`;

  test('is the text of a message in the languages that have it, kept as the parser writes it, and opened as HTML', async () => {
    const tenant = await makeTenant({ settings });
    const [admin, spanish, english] = [await as(tenant, { profile: 'admin' }), await as(tenant), await as(tenant)];
    const imported = {
      ...texts,
      'en-US': { subject: 'Closing', html: page('<h2 style=color:#a00>Closing</h2><p>On <b>Friday</b> &amp; later') },
    };
    const id = await send(admin, { type: 'all' }, { texts: imported });
    await reached(tenant, id);
    const html = '<h2 style="color:#a00">Closing</h2><p>On <b>Friday</b> &amp; later</p>';
    expect((await admin.get(`${path}/${id}`)).body.texts['en-US']).toEqual({ subject: 'Closing', html });
    const listed = (await english.get(inbox, { headers: { lang: 'en-US' } })).body.items[0];
    expect(listed.message).toEqual({ subject: 'Closing', excerpt: 'Closing On Friday & later' });
    const opened = (await english.get(`${inbox}/messages/${id}`, { headers: { lang: 'en-US' } })).body;
    expect([opened.html, opened.body]).toEqual([html, undefined]);
    const other = (await spanish.get(`${inbox}/messages/${id}`, { headers: { lang: 'es' } })).body;
    expect([other.html, other.body]).toEqual([undefined, texts.es.body]);
    const preview = await admin.post(`${path}/preview`, { texts: imported, language: 'en-US' });
    expect(preview.body.excerpt).toBe('Closing On Friday & later');
    expect(preview.body.text).toContain('Closing\r\n\r\nOn Friday & later');
  });

  test('is refused naming rule and line, by every call that takes it', async () => {
    const tenant = await makeTenant({ settings });
    const admin = await as(tenant, { profile: 'admin' });
    const of = (html: string) => ({ 'pt-BR': { subject: 'Fechamento', html } });
    for (const { rule, line, html } of refusedHtml.filter((_, at) => at % 4 === 0)) {
      const answer = await admin.post(path, { audience: { type: 'all' }, texts: of(html) });
      expect([html, answer.body.status, answer.body.field]).toEqual([html, 'invalid_input', 'texts']);
      expect(answer.body.vars).toMatchObject({ reason: 'html', rule, line });
    }
    const wrong = of(page('<p>Oi</p>\n<script>x</script>'));
    for (const more of ['preview', 'test'])
      expect(await admin.post(`${path}/${more}`, { texts: wrong, language: 'pt-BR' })).toMatchObject({
        status: 422,
        body: { field: 'texts', vars: { rule: 'scripts', line: 4 } },
      });
    const task = {
      type: 'notification',
      action: 'send',
      name: 'Aviso',
      targetKind: 'unit',
      triggers: [{ frequency: 'daily', times: ['06:00'] }],
    };
    const withTask = (given: object) => ({ ...task, options: { message: { audience: { type: 'all' }, texts: given, mail: 'N' } } });
    expect(await admin.post('/api/auth/tasks', withTask(wrong))).toMatchObject({
      status: 422,
      body: { field: 'options.message', vars: { rule: 'scripts', line: 4 } },
    });
    const { body } = await admin.post('/api/auth/tasks', withTask(of(page('<p>Oi'))));
    expect((await admin.get(`/api/auth/tasks/${body.id}`)).body.options.message.texts['pt-BR'].html).toBe('<p>Oi</p>');
    for (const texts of [of(page('<p> </p>')), { es: { subject: 'a' } }, { es: { subject: 'a', html: '<p>a', body: messageText('a') } }])
      expect((await admin.post(path, { audience: { type: 'all' }, texts })).body.status).toBe('required');
    expect(await query('select 1 from messages where tenant_id = $1', [tenant.id])).toEqual([]);
  });
});

test('what can’t be sent is refused at its field', async () => {
  const tenant = await makeTenant({ settings });
  const admin = await as(tenant, { profile: 'admin' });
  const other = await makeTenant();
  const [foreign, group] = [await makeUser(other), await makeUserGroup(other)];
  const refused = async (body: object) => {
    const answer = await admin.post(path, { audience: { type: 'all' }, texts, ...body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    return answer.body.status;
  };
  expect(await refused({ audience: { type: 'users', ids: [foreign.id] } })).toBe('not_found');
  expect(await refused({ audience: { type: 'groups', ids: [group.id] } })).toBe('not_found');
  expect(await refused({ audience: { type: 'groups', ids: [] } })).toBe('required');
  expect(await refused({ texts: {} })).toBe('required');
  expect(await refused({ texts: { 'pt-BR': { subject: ' ', body: messageText('a') } } })).toBe('required');
  expect(await refused({ texts: { 'pt-BR': { subject: 'a', body: messageText(' ') } } })).toBe('required');
  const link = [{ type: 'p', content: [{ type: 'a', href: 'javascript:alert(1)', content: [{ text: 'x' }] }] }];
  expect(await refused({ texts: { 'pt-BR': { subject: 'a', body: link } } })).toBe('invalid_input');
  expect(await query('select 1 from messages where tenant_id = $1', [tenant.id])).toEqual([]);
});

test('recipients are found by the beginning of a name or address', async () => {
  const tenant = await makeTenant();
  const writer = await as(tenant, { flags: ['notify'] });
  await makeUser(tenant, { name: 'Ágata Moura', email: 'agata@people.test' });
  await makeUserGroup(tenant, { name: 'Agrupados' });
  expect((await writer.get(`${path}/recipients?type=users&search=agat`)).body.items).toMatchObject([{ name: 'Ágata Moura' }]);
  expect((await writer.get(`${path}/recipients?type=groups&search=AGR`)).body.items).toMatchObject([{ name: 'Agrupados', email: null }]);
});
