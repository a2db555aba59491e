import { expect, test } from 'vitest';
import { parseMarkdown } from '../../domain/rich-text/markdown.ts';
import { getApi } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const log = '/api/auth/audit?family=messages';

async function scene() {
  const tenant = await makeTenant();
  const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' }));
  const told = async (search = '') => (await boss.get(`${log}${search && `&search=${search}`}`)).body.items;
  const file = async (language: string) =>
    String((await boss.get('/api/auth/audit/export?family=messages', { headers: { lang: language } })).body.csv);
  return { tenant, boss, told, file };
}
const getText = (subject: string) => ({ subject, body: parseMarkdown(`${subject} text`) });

test('a message is listed with its subject, sender and recipients, and its recall with what it was too late for', async () => {
  const { boss, told, file, tenant } = await scene();
  const person = await makeUser(tenant, { name: 'Bruna Reis' });
  const group = (await boss.post('/api/auth/user-groups', { name: 'Vendas' })).body.id;
  const send = async (audience: object, texts: object) => (await boss.post('/api/auth/messages', { audience, texts, mail: 'N' })).body.id;
  const id = await send({ type: 'groups', ids: [group] }, { 'en-US': getText('Closing'), 'pt-BR': getText('Fechamento à tarde') });
  await send({ type: 'users', ids: [person.id] }, { es: getText('Cierre') });
  await send({ type: 'all' }, { 'pt-BR': getText('Feriado') });
  expect((await boss.post(`/api/auth/messages/${id}/recall`)).status).toBe(200);
  const rows = await told();
  expect(rows.map(({ what, thing, who }: { what: string; thing: string; who: string }) => [what, thing, who])).toEqual([
    ['message.recall', 'Fechamento à tarde', 'Ana Nunes'],
    ['message.send', 'Feriado', 'Ana Nunes'],
    ['message.send', 'Cierre', 'Ana Nunes'],
    ['message.send', 'Fechamento à tarde', 'Ana Nunes'],
  ]);
  const none = ['unread', 'alreadyRead', 'mailsLeft'].map((field) => ({ field, after: '0' }));
  expect(rows[0].fields).toHaveLength(3);
  expect(rows[0].fields).toEqual(expect.arrayContaining(none));
  expect(rows[3].fields).toEqual(
    expect.arrayContaining([
      { field: 'recipients', after: { type: 'groups', ids: ['Vendas'] } },
      { field: 'subjects', after: { 'en-US': 'Closing', 'pt-BR': 'Fechamento à tarde' } },
    ]),
  );
  expect(await told('FECHAMENTO%20a')).toHaveLength(2);
  const csv = await file('pt-BR');
  for (const text of ['Destinatários: Vendas', 'Destinatários: Bruna Reis', 'Destinatários: Todos', 'Mensagem recolhida'])
    expect(csv).toContain(text);
  expect(csv).not.toMatch(/recipients|message\.|"?\{""?/);
});

test('a notice is listed as posted, changed, withdrawn and deleted, by its title, with what changed', async () => {
  const { boss, told, file } = await scene();
  const notice = { title: 'Parada', body: parseMarkdown('No **domingo**.'), severity: 'warning' };
  const { id } = (await boss.post('/api/auth/notices', notice)).body;
  const texts = { es: { title: 'Pausa', body: parseMarkdown('El domingo.') } };
  const edit = { ...notice, texts, body: parseMarkdown('No sábado.'), audience: { type: 'profiles', profiles: ['admin'] }, version: 1 };
  expect((await boss.put(`/api/auth/notices/${id}`, edit)).status).toBe(200);
  expect((await boss.post(`/api/auth/notices/${id}/withdraw`)).status).toBe(200);
  expect((await boss.delete(`/api/auth/notices/${id}`)).status).toBe(200);
  const rows = await told('parada');
  expect(rows.map(({ what, thing }: { what: string; thing: string }) => [what, thing])).toEqual(
    ['delete', 'withdraw', 'edit', 'add'].map((what) => [`notice.${what}`, 'Parada']),
  );
  expect(rows[2].fields).toEqual(
    expect.arrayContaining([
      { field: 'noticeText', before: 'No domingo.', after: 'No sábado.' },
      { field: 'recipients', before: { type: 'all' }, after: { type: 'profiles', profiles: ['admin'] } },
      { field: 'noticeTexts', before: null, after: { es: 'Pausa – El domingo.' } },
    ]),
  );
  const csv = await file('en-US');
  for (const text of ['Text: No domingo. → No sábado.', 'Recipients: Everyone → Administrator', 'Severity: Warning', 'Spanish: Pausa'])
    expect(csv).toContain(text);
  expect(csv).not.toMatch(/content|noticeText|"?\{""?/);
});

test('a mail template is listed by its kind and language, with the wording before and after', async () => {
  const { boss, told, file } = await scene();
  const path = '/api/auth/mail-templates/export_ready';
  const draft = { language: 'pt-BR', greeting: '', button: 'Baixar', body: parseMarkdown('{{report}} está pronto.') };
  expect((await boss.put(path, { ...draft, subject: 'Arquivo de {{report}}', version: 0 })).status).toBe(200);
  expect((await boss.put(path, { ...draft, subject: 'Seu {{report}}', version: 1 })).status).toBe(200);
  expect((await boss.delete(`${path}?language=pt-BR`)).status).toBe(200);
  const rows = await told();
  expect(rows.map(({ what, thing }: { what: string; thing: string }) => [what, thing])).toEqual(
    ['reset', 'edit', 'edit'].map((what) => [`mail_template.${what}`, 'export_ready']),
  );
  expect(rows[1].fields).toEqual([
    { field: 'subjectLine', before: 'Arquivo de {{report}}', after: 'Seu {{report}}' },
    { field: 'language', after: 'pt-BR' },
  ]);
  const csv = await file('en-US');
  for (const text of [
    'My file is ready',
    'Subject: Arquivo de {{report}} → Seu {{report}}',
    'Subject: Seu {{report}} → –',
    'Language: Brazilian Portuguese',
  ])
    expect(csv).toContain(text);
});

test('a common question is listed as added, changed, moved and deleted, by its words', async () => {
  const { boss, told, file } = await scene();
  const words = (question: string) => ({ question, answer: parseMarkdown(`${question} sim`) });
  const add = async (question: string) => (await boss.post('/api/auth/faq', { texts: { 'pt-BR': words(question) } })).body.id;
  const [one, other] = [await add('Onde entro?'), await add('Quem ajuda?')];
  expect((await boss.put('/api/auth/faq/order', { ids: [other, one] })).status).toBe(200);
  expect((await boss.put(`/api/auth/faq/${one}`, { version: 1, audience: 'public' })).status).toBe(200);
  expect((await boss.delete(`/api/auth/faq/${one}`)).status).toBe(200);
  const rows = await told();
  expect(rows.map(({ what, thing }: { what: string; thing: string | null }) => [what, thing])).toEqual([
    ['faq.delete', 'Onde entro?'],
    ['faq.edit', 'Onde entro?'],
    ['faq.order', null],
    ['faq.add', 'Quem ajuda?'],
    ['faq.add', 'Onde entro?'],
  ]);
  expect(rows[1].fields).toEqual([{ field: 'audience', before: 'signed_in', after: 'public' }]);
  expect(rows[2].fields).toEqual([{ field: 'questionOrder', before: 'Onde entro?, Quem ajuda?', after: 'Quem ajuda?, Onde entro?' }]);
  expect(await told('quem')).toHaveLength(1);
  const csv = await file('es');
  for (const text of ['Con sesión iniciada → Todos', 'portugués de Brasil: Onde entro? sim', 'Preguntas frecuentes reordenadas'])
    expect(csv).toContain(text);
});
