import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeGroup, makeReport, type ReportOptions } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser, type UserOptions } from '../support/make-user.ts';

const harness = useHarness();

async function scene(options: ReportOptions = {}) {
  const tenant = await makeTenant();
  const report = await makeReport(tenant, { title: 'Vendas por loja', grantTo: 'everyone', ...options });
  const person = async (who: UserOptions = {}) => {
    const user = await makeUser(tenant, who);
    const { token } = await getSession(tenant, user, who.profile ?? 'user', { flags: who.flags ?? [] });
    const client = api(harness, tenant, token);
    return {
      user,
      client,
      say: (text: string, more: Record<string, unknown> = {}, options = {}) =>
        client.post(`/api/auth/reports/${report.id}/comments`, { text, ...more }, options),
      read: async (search = '') => (await client.get(`/api/auth/reports/${report.id}/comments${search}`)).body,
    };
  };
  return { tenant, report, person };
}
const at = (minutes: number) => ({ at: new Date(Date.now() + minutes * 60_000).toISOString() });

describe('a comment', () => {
  test('stores the current page and filters, and others can open them', async () => {
    const { tenant, person } = await scene();
    const [ana, bruno] = [await person({ name: 'Ana Nunes' }), await person()];
    const page = { name: 'ReportSection1', title: 'Resumo' };
    const { body, status } = await ana.say('  O Sul caiu.  ', { page, bookmark: 'H4sIAAAA' });
    expect(status).toBe(200);
    const list = await bruno.read();
    expect(list).toMatchObject({ total: 1, unread: 1, comments: 1 });
    expect(list.items[0]).toMatchObject({
      ...{
        id: body.id,
        text: 'O Sul caiu.',
        author: { id: ana.user.id, name: 'Ana Nunes' },
        page,
        hasView: true,
        unread: true,
        answers: [],
      },
      ...{ editableUntil: null, mayDelete: false, deleted: false },
    });
    expect(JSON.stringify(list)).not.toContain('H4sIAAAA');
    expect((await bruno.client.get(`/api/auth/comments/${body.id}/view`)).body).toEqual({ page: 'ReportSection1', bookmark: 'H4sIAAAA' });
    expect((await ana.read()).items[0]).toMatchObject({ unread: false, mayDelete: true });
    expect((await ana.read()).items[0].editableUntil).toBeTruthy();
    expect(await query("select what, user_id from audit where tenant_id = $1 and what like 'comment%'", [tenant.id])).toEqual([
      { what: 'comment.add', user_id: ana.user.id },
    ]);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg/onload=alert(1)>',
    "'; drop table comments; --",
    '{{constructor.constructor("x")()}}',
    '@<b>Ana</b>',
  ])('is plain text, whatever it looks like: %s', async (text) => {
    const { person } = await scene();
    const ana = await person();
    expect((await ana.say(text)).status).toBe(200);
    expect((await ana.read()).items[0].text).toBe(text);
  });

  test('is answered one level deep, and its author is notified', async () => {
    const { tenant, report, person } = await scene();
    const [ana, bruno] = [await person({ name: 'Ana Nunes' }), await person({ name: 'Bruno Sá' })];
    const { body: first } = await ana.say('O Sul caiu.');
    const { body: answer } = await bruno.say('Foi a chuva.', { parentId: first.id });
    await ana.say('Verdade.', { parentId: first.id });
    expect((await ana.read()).items.map((thread: { answers: { text: string }[] }) => thread.answers.map(({ text }) => text))).toEqual([
      ['Foi a chuva.', 'Verdade.'],
    ]);
    expect((await ana.say('Mais fundo', { parentId: answer.id })).status).toBe(404);
    expect((await ana.say('Nenhum', { parentId: randomUUID() })).status).toBe(404);
    expect(await query('select kind, user_id, vars, link from notifications where tenant_id = $1', [tenant.id])).toEqual([
      {
        kind: 'comment_reply',
        user_id: ana.user.id,
        vars: { person: 'Bruno Sá', report: report.title, text: 'Foi a chuva.' },
        link: `/${report.id}/reports/view?comments=${answer.id}`,
      },
    ]);
  });

  test('can be edited for fifteen minutes, by its author only', async () => {
    const { person } = await scene();
    const [ana, bruno, admin] = [await person(), await person(), await person({ profile: 'admin' })];
    const { body } = await ana.say('Cinco');
    const put = (who: typeof ana, text: string, options = {}) => who.client.put(`/api/auth/comments/${body.id}`, { text }, options);
    expect((await put(ana, 'Seis')).status).toBe(200);
    expect((await ana.read()).items[0]).toMatchObject({ text: 'Seis' });
    expect((await ana.read()).items[0].editedAt).toBeTruthy();
    for (const other of [bruno, admin]) expect((await put(other, 'Sete')).status).toBe(404);
    expect(await put(ana, 'Oito', at(16))).toMatchObject({ status: 409, body: { status: 'comment_too_late' } });
    expect((await ana.read()).items[0].text).toBe('Seis');
  });

  test('can be deleted by its author or a report manager; its replies stay', async () => {
    const { person } = await scene();
    const [ana, bruno] = [await person(), await person()];
    const manager = await person({ flags: ['edit_reports'] });
    const { body } = await ana.say('Segredo', { bookmark: 'estado' });
    const { body: answer } = await bruno.say('Resposta', { parentId: body.id });
    expect(await bruno.client.delete(`/api/auth/comments/${body.id}`)).toMatchObject({ status: 403, body: { status: 'not_permitted' } });
    expect((await ana.client.delete(`/api/auth/comments/${body.id}`)).status).toBe(200);
    const [thread] = (await bruno.read()).items;
    expect(thread).toMatchObject({ deleted: true, text: '', hasView: false, answers: [{ id: answer.id, deleted: false }] });
    expect(await query('select text, bookmark from comments where id = $1', [body.id])).toEqual([{ text: '', bookmark: null }]);
    expect((await ana.client.get(`/api/auth/comments/${body.id}/view`)).status).toBe(404);
    expect((await manager.client.delete(`/api/auth/comments/${answer.id}`)).status).toBe(200);
    expect((await bruno.read()).items).toEqual([]);
    expect((await ana.client.delete(`/api/auth/comments/${body.id}`)).status).toBe(404);
  });

  test('deleted twice at the same moment is deleted and recorded once', async () => {
    const { tenant, person } = await scene();
    const ana = await person();
    const { body } = await ana.say('Duas vezes');
    const both = await Promise.all([1, 2].map(() => ana.client.delete(`/api/auth/comments/${body.id}`)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const records = await query("select row_id, change from audit where tenant_id = $1 and what = 'comment.remove'", [tenant.id]);
    expect(records).toEqual([{ row_id: body.id, change: { report: expect.any(String), author: ana.user.id } }]);
  });

  test('is unread until viewed; the newest threads come first, page by page', async () => {
    const { report, person } = await scene();
    const [ana, bruno] = [await person(), await person()];
    for (let index = 1; index <= 5; index++) await ana.say(`Número ${index}`);
    const first = await bruno.read('?size=2');
    expect(first).toMatchObject({ total: 5, unread: 5 });
    expect(first.items.map(({ text }: { text: string }) => text)).toEqual(['Número 5', 'Número 4']);
    const second = await bruno.read(`?size=2&cursor=${first.next}`);
    expect(second.items.map(({ text }: { text: string }) => text)).toEqual(['Número 3', 'Número 2']);
    expect((await bruno.client.post(`/api/auth/reports/${report.id}/comments/read`)).status).toBe(200);
    expect((await bruno.read()).unread).toBe(0);
    await ana.say('Número 6');
    expect((await bruno.read()).unread).toBe(1);
  });
});

describe('a mention', () => {
  test('notifies users who can see the report; no one else can be mentioned', async () => {
    const { tenant, report, person } = await scene({ grantTo: [] });
    const [ana, bruno, carla] = [
      await person({ name: 'Ana Nunes' }),
      await person({ name: 'Bruno Sá' }),
      await person({ name: 'Bruna Reis' }),
    ];
    await makeGrant(tenant, report, ana.user);
    await makeGrant(tenant, report, bruno.user);
    const found = async (q: string) =>
      (await ana.client.get(`/api/auth/reports/${report.id}/people?q=${encodeURIComponent(q)}`)).body.people.map(
        ({ name }: { name: string }) => name,
      );
    expect(await found('bru')).toEqual(['Bruno Sá']);
    expect(await found('sá')).toEqual(['Bruno Sá']);
    expect(await found('ana')).toEqual([]);
    expect(await ana.say('@Bruna Reis veja', { mentions: [carla.user.id] })).toMatchObject({
      status: 422,
      body: { status: 'mention_refused', field: 'mentions' },
    });
    expect((await ana.say('x', { mentions: [randomUUID()] })).status).toBe(404);
    expect(await query('select 1 from comments where tenant_id = $1', [tenant.id])).toEqual([]);
    expect((await ana.say('@Bruno Sá veja', { mentions: [bruno.user.id, bruno.user.id] })).status).toBe(200);
    expect((await bruno.read()).items[0].mentions).toEqual([{ id: bruno.user.id, name: 'Bruno Sá' }]);
    expect(await query('select kind, user_id from notifications where tenant_id = $1', [tenant.id])).toEqual([
      { kind: 'comment_mention', user_id: bruno.user.id },
    ]);
  });

  test('suggests users who see the report through its group and administrators, but no blocked user', async () => {
    const tenant = await makeTenant();
    const [inside, outside] = [await makeUser(tenant, { name: 'Zé Dentro' }), await makeUser(tenant, { name: 'Zé Fora' })];
    await makeUser(tenant, { name: 'Zé Bloqueado', status: 'B' });
    const boss = await makeUser(tenant, { name: 'Zé Chefe', profile: 'admin' });
    const group = await makeGroup(tenant, { viewers: [inside] });
    const report = await makeReport(tenant, { group, grantTo: 'everyone' });
    const { token } = await getSession(tenant, boss, 'admin');
    const { token: mine } = await getSession(tenant, inside, 'user');
    const names = async (bearer: string) =>
      (await api(harness, tenant, bearer).get(`/api/auth/reports/${report.id}/people?q=ze`)).body.people.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names(token)).toEqual(['Zé Dentro']);
    expect(await names(mine)).toEqual(['Zé Chefe']);
    expect(outside.id).toBeTruthy();
  });

  test('added in an edit notifies once', async () => {
    const { tenant, person } = await scene();
    const [ana, bruno] = [await person(), await person()];
    const { body } = await ana.say('Veja', { mentions: [bruno.user.id] });
    for (let round = 0; round < 2; round++)
      await ana.client.put(`/api/auth/comments/${body.id}`, { text: 'Veja isto', mentions: [bruno.user.id] });
    expect(await query("select 1 from notifications where tenant_id = $1 and kind = 'comment_mention'", [tenant.id])).toHaveLength(1);
  });
});

describe('the comments of a report', () => {
  test('are closed for reading, writing, editing and opening once access to the report is lost', async () => {
    const { tenant, report, person } = await scene();
    const ana = await person();
    const { body } = await ana.say('Meu', { bookmark: 'estado' });
    await query('delete from grants where tenant_id = $1', [tenant.id]);
    for (const answer of [
      await ana.client.get(`/api/auth/reports/${report.id}/comments`),
      await ana.say('Outro'),
      await ana.client.put(`/api/auth/comments/${body.id}`, { text: 'x' }),
      await ana.client.delete(`/api/auth/comments/${body.id}`),
      await ana.client.get(`/api/auth/comments/${body.id}/view`),
      await ana.client.post(`/api/auth/reports/${report.id}/comments/read`),
      await ana.client.get(`/api/auth/reports/${report.id}/people?q=a`),
    ])
      expect(answer, answer.text).toMatchObject({ status: 404, body: { status: 'not_found' } });
  });

  test('do not exist for another tenant', async () => {
    const [one, two] = [await scene(), await scene()];
    const [ana, stranger] = [await one.person(), await two.person({ profile: 'admin' })];
    const { body } = await ana.say('Meu', { bookmark: 'estado' });
    for (const answer of [
      await stranger.client.get(`/api/auth/reports/${one.report.id}/comments`),
      await stranger.client.post(`/api/auth/reports/${one.report.id}/comments`, { text: 'x' }),
      await stranger.client.delete(`/api/auth/comments/${body.id}`),
      await stranger.client.get(`/api/auth/comments/${body.id}/view`),
      await stranger.say('x', { parentId: body.id }),
    ])
      expect(answer.status, answer.text).toBe(404);
    expect((await stranger.say('x', { mentions: [ana.user.id] })).status).toBe(404);
  });

  test('reject invalid input', async () => {
    const { tenant, report, person } = await scene();
    const ana = await person();
    for (const [body, field] of [
      [{ text: '' }, 'text'],
      [{ text: '   ' }, 'text'],
      [{ text: 'x'.repeat(2_001) }, 'text'],
      [{ text: 7 }, 'text'],
      [{ text: 'x', mentions: ['nobody'] }, 'mentions.0'],
      [{ text: 'x', mentions: Array.from({ length: 21 }, () => randomUUID()) }, 'mentions'],
      [{ text: 'x', parentId: 'x' }, 'parentId'],
      [{ text: 'x', page: 'Resumo' }, 'page'],
      [{ text: 'x', bookmark: 'x'.repeat(200_001) }, 'bookmark'],
      [{ text: 'x', authorId: randomUUID() }, 'authorId'],
    ] as const) {
      const answer = await ana.client.post(`/api/auth/reports/${report.id}/comments`, body);
      expect(answer.status, `${field} ${answer.text}`).toBe(422);
      expect(answer.body.field).toBe(field);
    }
    expect((await ana.say('x\u0000y')).status).toBeLessThan(500);
    expect((await ana.client.get(`/api/auth/reports/${report.id}/comments?cursor=x`)).status).toBe(422);
    expect(await query('select 1 from comments where tenant_id = $1 and text <> $2', [tenant.id, 'xy'])).toEqual([]);
  });

  test('are limited to two hundred answers a thread, also when the last two are sent at once', async () => {
    const { tenant, person } = await scene();
    const [ana, bruno] = [await person(), await person()];
    const { body: thread } = await ana.say('Fechamento');
    await query(
      `insert into comments (tenant_id, id, report_id, author_id, parent_id, text, created_at)
        select tenant_id, gen_random_uuid(), report_id, author_id, id, 'Antiga', created_at - interval '1 day'
        from comments, generate_series(1, 199) where id = $1`,
      [thread.id],
    );
    const answers = await Promise.all([ana, bruno].map(({ say }) => say('A última', { parentId: thread.id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const lost = answers.find(({ status }) => status !== 200);
    expect(lost?.status).toBe(409);
    expect(['changed_meanwhile', 'comment_thread_full']).toContain(lost?.body.status);
    expect(await bruno.say('Mais uma', { parentId: thread.id })).toMatchObject({ status: 409, body: { status: 'comment_thread_full' } });
    expect(await query('select count(*)::int as n from comments where parent_id = $1', [thread.id])).toEqual([{ n: 200 }]);
    expect(await query("select count(*)::int as n from audit where tenant_id = $1 and what = 'comment.add'", [tenant.id])).toEqual([
      { n: 2 },
    ]);
  });

  test('are limited to thirty a minute per user, also when sent at once', async () => {
    const { person } = await scene();
    const [ana, bruno] = [await person(), await person()];
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => ana.say(`Número ${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 429, body: { status: 'too_many_comments' } });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await bruno.say('Eu posso')).status).toBe(200);
  });
});
