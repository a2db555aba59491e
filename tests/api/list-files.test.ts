import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeReport, makeWindow } from '../support/make-content.ts';
import { makeMessage } from '../support/make-message.ts';
import { makeNotice } from '../support/make-notice.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { makeUserImport } from '../support/make-user-import.ts';

const harness = useHarness();

async function unit() {
  const tenant = await makeTenant();
  const person = await makeUser(tenant, { profile: 'admin', name: 'Zoraide Nunes' });
  const user = await makeUser(tenant, { name: 'Ana Prado' });
  return { tenant, person, user, admin: await getApi(harness, tenant, person), asUser: await getApi(harness, tenant, user) };
}
const getLines = ({ body }: { body: { csv: string } }) =>
  body.csv
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .map((line) => line.split(';'));
/** A column of the file, without its heading. */
const getColumn = (file: { body: { csv: string; columns: { id: string }[] } }, id: string) => {
  const at = file.body.columns.findIndex((column) => column.id === id);
  return getLines(file)
    .slice(1)
    .map((line) => line[at]);
};
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test('maintenance is exported as the list shows it: view, search, order and words', async () => {
  const { tenant, admin, asUser } = await unit();
  const report = await makeReport(tenant, { title: 'Vendas diárias' });
  await makeWindow(tenant, { title: '=Carga', target: 'report', targetId: report.id, startsAt: inHours(5), endsAt: inHours(6) });
  await makeWindow(tenant, { title: 'Migração', startsAt: inHours(1), endsAt: inHours(3) });
  await makeWindow(tenant, { title: 'Antiga', startsAt: inHours(-3), endsAt: inHours(-1) });
  await makeWindow(await makeTenant(), { title: 'Alheia', startsAt: inHours(1), endsAt: inHours(3) });
  const path = '/api/auth/maintenance/export';
  const file = await admin.get(path);
  expect(file).toMatchObject({ status: 200, body: { filename: 'manutencao.csv', rows: 2, more: false } });
  expect(getColumn(file, 'title')).toEqual(['Migração', `"'=Carga"`]);
  expect(getColumn(file, 'target')).toEqual(['Unidade inteira', 'Relatório: Vendas diárias']);
  expect(getColumn(file, 'reports')).toEqual(['1', '1']);
  expect(getColumn(await admin.get(`${path}?view=past`), 'title')).toEqual(['Antiga']);
  expect(getColumn(await admin.get(`${path}?search=vendas&report=${report.id}`), 'title')).toEqual([`"'=Carga"`]);
  expect((await asUser.get(path)).status).toBe(403);
});

test('notices are exported with their audience and readers', async () => {
  const { tenant, admin, asUser } = await unit();
  await makeNotice(tenant, { title: 'Fechamento', answer: 'acknowledge' });
  await makeNotice(tenant, { title: 'Inventário', atLogin: true, startsAt: inHours(2) });
  await makeNotice(tenant, { title: 'Passado', startsAt: inHours(-3), endsAt: inHours(-1) });
  await makeNotice(await makeTenant(), { title: 'Alheio' });
  const path = '/api/auth/notices/export';
  const file = await admin.get(`${path}?sort=title`);
  expect(file).toMatchObject({ status: 200, body: { filename: 'avisos.csv', rows: 2 } });
  expect(getColumn(file, 'title')).toEqual(['Fechamento', 'Inventário']);
  expect(getColumn(file, 'readers')).toEqual(['0', '']);
  // Every heading and word has its text.
  expect(file.body.csv).not.toMatch(/notices\.|\{\{/);
  expect(getColumn(await admin.get(`${path}?view=past&search=pass`), 'title')).toEqual(['Passado']);
  expect((await asUser.get(path)).status).toBe(403);
});

test('sent messages are exported; a sender who is no administrator gets their own', async () => {
  const { tenant, person, user, admin, asUser } = await unit();
  const sender = await makeUser(tenant, { name: 'Edu Envia', flags: ['notify'] });
  await makeMessage(tenant, person, { subject: 'Inventário', to: [user], minutesAgo: 5, audience: { type: 'users', ids: [user.id] } });
  await makeMessage(tenant, sender, { subject: 'Fechamento', audience: { type: 'profile', profile: 'user' } });
  const path = '/api/auth/messages/export';
  const file = await admin.get(path);
  expect(file).toMatchObject({ status: 200, body: { filename: 'mensagens.csv', rows: 2 } });
  expect(getColumn(file, 'subject')).toEqual(['Fechamento', 'Inventário']);
  expect(getColumn(file, 'audience')).toEqual(['Perfil: Usuário', 'Pessoas: Ana Prado']);
  expect(getColumn(file, 'told')).toEqual(['0', '1']);
  expect(getColumn(await admin.get(`${path}?search=invent&sort=sent`), 'subject')).toEqual(['Inventário']);
  expect(getColumn(await (await getApi(harness, tenant, sender)).get(path), 'subject')).toEqual(['Fechamento']);
  expect((await asUser.get(path)).status).toBe(403);
});

test('the reports of one user are sorted by title or end, and exported', async () => {
  const { tenant, user, admin, asUser } = await unit();
  const [a, b] = [await makeReport(tenant, { title: 'Alfa' }), await makeReport(tenant, { title: 'Beta' })];
  await makeGrant(tenant, a, user);
  await makeGrant(tenant, b, user, { validUntil: '2027-06-01T03:00:00Z' });
  const list = `/api/auth/users/${user.id}/reports`;
  const titles = async (sort: string) => (await admin.get(`${list}?sort=${sort}`)).body.items.map(({ title }: { title: string }) => title);
  expect(await titles('-title')).toEqual(['Beta', 'Alfa']);
  expect(await titles('until')).toEqual(['Beta', 'Alfa']);
  expect(await titles('-until')).toEqual(['Alfa', 'Beta']);
  const file = await admin.get(`${list}/export?sort=-title`);
  expect(file).toMatchObject({ status: 200, body: { rows: 2 } });
  expect(getColumn(file, 'title')).toEqual(['Beta', 'Alfa']);
  expect(getColumn(file, 'until')).toEqual(['31/05/2027', '']);
  expect(getColumn(await admin.get(`${list}/export?search=alf`), 'title')).toEqual(['Alfa']);
  expect((await admin.get(`/api/auth/users/${crypto.randomUUID()}/reports/export`)).status).toBe(404);
  expect((await asUser.get(`${list}/export`)).status).toBe(403);
});

test('imports of people are searched, sorted and exported', async () => {
  const { tenant, person, admin, asUser } = await unit();
  for (const [name, days] of [
    ['beta.csv', 2],
    ['Alfa.csv', 1],
  ] as const) {
    const { id } = await makeUserImport(tenant, person, 'done');
    await query('update user_imports set name = $2, created_at = now() - make_interval(days => $3) where id = $1', [id, name, days]);
  }
  const path = '/api/auth/user-imports';
  const names = async (how: string) => (await admin.get(`${path}${how}`)).body.items.map(({ name }: { name: string }) => name);
  expect(await names('')).toEqual(['Alfa.csv', 'beta.csv']);
  expect(await names('?sort=-name')).toEqual(['beta.csv', 'Alfa.csv']);
  expect(await names('?search=bet')).toEqual(['beta.csv']);
  expect((await admin.get(`${path}?search=bet`)).body.total).toBe(1);
  const file = await admin.get(`${path}/export?sort=name`);
  expect(getColumn(file, 'name')).toEqual(['Alfa.csv', 'beta.csv']);
  expect(getColumn(file, 'who')).toEqual(['Zoraide Nunes', 'Zoraide Nunes']);
  expect((await asUser.get(`${path}/export`)).status).toBe(403);
});
