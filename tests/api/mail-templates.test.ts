import { describe, expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const list = '/api/auth/mail-templates';
const path = `${list}/catalog_granted`;
const draft = {
  language: 'pt-BR',
  subject: 'Liberado: {{report}}',
  greeting: 'Oi, {{recipient}}!',
  button: 'Abrir',
  body: [{ type: 'p', content: [{ text: '{{person}} liberou o relatório.' }] }],
};
const { body, ...lines } = draft;

async function unit(profile: 'admin' | 'user' = 'admin') {
  const tenant = await makeTenant({ name: 'Vértice Alimentos' });
  const user = await makeUser(tenant, { profile });
  return { tenant, user, api: await getApi(harness, tenant, user) };
}
type Listed = { items: { kind: string; family: string; own: { language: string; imported: boolean }[] }[] };

test('the kinds are listed with the languages that the unit has worded, and account mails are not among them', async () => {
  const { api } = await unit();
  await api.put(path, { ...draft, version: 0 });
  await api.put(path, { ...lines, language: 'es', html: '<p>{{report}}</p>', version: 0 });
  const { items } = (await api.get(list)).body as Listed;
  expect(items.find(({ kind }) => kind === 'catalog_granted')).toMatchObject({
    family: 'catalogs',
    own: [
      { language: 'pt-BR', imported: false },
      { language: 'es', imported: true },
    ],
  });
  expect(items.filter(({ own }) => own.length > 0)).toHaveLength(1);
  expect(items.map(({ kind }) => kind)).not.toContain('factor_added');
  expect((await api.get(`${list}/factor_added`)).status).toBe(404);
  expect((await api.put(`${list}/factor_added`, { ...draft, version: 0 })).status).toBe(404);
});

test('a kind is read with its built-in text in four languages, its variables and its changes', async () => {
  const { api, user } = await unit();
  await api.put(path, { ...draft, version: 0 });
  await api.delete(`${path}?language=pt-BR`);
  const { body: read } = await api.get(path);
  expect(read.variables).toEqual([
    { name: 'report', required: true },
    { name: 'person', required: false },
    { name: 'recipient', required: false },
    { name: 'portal', required: false },
  ]);
  expect(read.languages).toHaveLength(4);
  expect(read.languages).toContainEqual({
    language: 'en-US',
    builtIn: {
      subject: 'You have access to {{report}}',
      greeting: 'Hello, {{recipient}}',
      text: '{{person}} granted your request. The report is already in its group.',
      button: 'Open report',
    },
    own: null,
  });
  expect(read.history).toMatchObject([
    { what: 'reset', who: user.name, language: 'pt-BR' },
    { what: 'edit', who: user.name, language: 'pt-BR', subject: 'Liberado: {{report}}' },
  ]);
});

describe('a save', () => {
  test('is refused with its field and its variable', async () => {
    const { api } = await unit();
    for (const [change, field, vars] of [
      [{ subject: '{{relatorio}}' }, 'subject', { reason: 'unknown_variable', variable: 'relatorio' }],
      [{ subject: 'Liberado' }, 'body', { reason: 'missing_variable', variable: 'report' }],
      [{ subject: 'x\r\nBcc: y' }, 'subject', { reason: 'line_break' }],
      [{ greeting: 'x\ny' }, 'greeting', { reason: 'line_break' }],
      [{ button: 'x\ry' }, 'button', { reason: 'line_break' }],
      [{ button: 'x'.repeat(61) }, 'button', { reason: 'too_long' }],
      [{ body: [{ type: 'script', content: [] }] }, 'body', { reason: 'invalid' }],
    ] as const)
      expect(await api.put(path, { ...draft, version: 0, ...change }), field).toMatchObject({
        status: 422,
        body: { status: 'invalid_input', field, vars },
      });
    expect(await api.put(path, { ...lines, version: 0 })).toMatchObject({ status: 422, body: { status: 'required', field: 'body' } });
    expect(await api.put(path, { ...draft, html: '<p>{{report}}</p>', version: 0 })).toMatchObject({
      status: 422,
      body: { field: 'html' },
    });
  });

  test('of HTML is refused with rule and line, even if the editor was passed by', async () => {
    const { api } = await unit();
    const html = '<p>{{report}}</p>\n<p onclick="x()">y</p>';
    expect(await api.put(path, { ...lines, html, version: 0 })).toMatchObject({
      status: 422,
      body: { status: 'invalid_input', field: 'html', vars: { reason: 'html', rule: 'scripts', line: 2, what: 'onclick' } },
    });
    expect((await api.post('/api/auth/html-import', { html })).body).toEqual({
      html: null,
      refusals: [{ rule: 'scripts', line: 2, what: 'onclick' }],
    });
    expect((await api.post('/api/auth/html-import', { html: '<html><body><p>a</p></body></html>' })).body).toEqual({
      html: '<p>a</p>',
      refusals: [],
    });
  });

  test('on an old version, or at the same time as another first one, is refused', async () => {
    const { api, tenant } = await unit();
    const both = await Promise.all([api.put(path, { ...draft, version: 0 }), api.put(path, { ...draft, version: 0 })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await api.put(path, { ...draft, version: 0 })).toMatchObject({ status: 409, body: { status: 'changed_meanwhile' } });
    expect(await api.put(path, { ...draft, subject: '2: {{report}}', version: 1 })).toMatchObject({ body: { version: 2 } });
    expect(
      await query(
        `select change->'before'->>'subject' as b, change->'after'->>'subject' as a from audit
          where tenant_id = $1 and what = 'mail_template.edit' order by at`,
        [tenant.id],
      ),
    ).toEqual([
      { b: null, a: 'Liberado: {{report}}' },
      { b: 'Liberado: {{report}}', a: '2: {{report}}' },
    ]);
  });
});

test('a reset concerns one language, or all; a second one changes nothing', async () => {
  const { api, tenant } = await unit();
  await api.put(path, { ...draft, version: 0 });
  await api.put(path, { ...draft, language: 'es', version: 0 });
  expect((await api.delete(`${path}?language=es`)).status).toBe(200);
  const left = () => query('select language from mail_templates where tenant_id = $1', [tenant.id]);
  expect(await left()).toEqual([{ language: 'pt-BR' }]);
  expect((await api.delete(path)).status).toBe(200);
  expect(await left()).toEqual([]);
  expect((await api.delete(path)).status).toBe(200);
  expect(await query("select 1 from audit where tenant_id = $1 and what = 'mail_template.reset'", [tenant.id])).toHaveLength(2);
});

test('a preview shows the mail with example values, and saves nothing', async () => {
  const { api, tenant, user } = await unit();
  const { body: mail } = await api.post(`${path}/preview`, draft);
  expect(mail.subject).toBe('Liberado: Vendas por região');
  expect(mail.html).toContain('Ana Souza liberou o relatório.');
  expect(mail.text).toContain(`Oi, ${user.name}!`);
  expect(mail.text).toContain('Escrito por Vértice Alimentos.');
  expect(await api.post(`${path}/preview`, { ...draft, button: '{{x}}' })).toMatchObject({ status: 422, body: { field: 'button' } });
  expect(await query('select 1 from mail_templates where tenant_id = $1', [tenant.id])).toEqual([]);
});

test('templates are for the administrators of their own unit', async () => {
  const { api } = await unit('user');
  expect((await api.get(list)).status).toBe(403);
  expect((await api.put(path, { ...draft, version: 0 })).status).toBe(403);
  const [one, other] = [await unit(), await unit()];
  await one.api.put(path, { ...draft, version: 0 });
  expect((await other.api.get(path)).body.languages.every((each: { own: unknown }) => each.own === null)).toBe(true);
  expect(await other.api.put(path, { ...draft, body, version: 0 })).toMatchObject({ status: 200 });
});
