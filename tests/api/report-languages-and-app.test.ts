import { expect, test } from 'vitest';
import { api, getApi, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGroup, makeReport } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

test('cards, viewer and pickers use the reader’s language; a missing language falls back as a whole', async () => {
  const tenant = await makeTenant();
  const person = await makeUser(tenant);
  const report = await makeReport(tenant, { title: 'Vendas', grantTo: 'everyone' });
  await query(`update reports set description = 'De cada loja', texts = '{"en-US":{"title":"Sales","description":""}}' where id = $1`, [
    report.id,
  ]);
  const reader = api(harness, tenant, await signIn(harness, tenant, person));
  const inLanguage = (lang: string, path: string) => reader.get(path, { headers: { lang } });
  expect((await inLanguage('en-US', '/api/auth/reports')).body.items).toMatchObject([{ title: 'Sales', description: '' }]);
  expect((await inLanguage('es', '/api/auth/reports')).body.items).toMatchObject([{ title: 'Vendas', description: 'De cada loja' }]);
  expect((await inLanguage('en-US', `/api/auth/reports/${report.id}`)).body).toMatchObject({ title: 'Sales', description: '' });
  expect((await inLanguage('en-US', '/api/auth/dashboard')).body.latest).toMatchObject([{ title: 'Sales' }]);
  const picker = '/api/auth/group_reports/get/reports/all/select';
  expect((await inLanguage('en-US', picker)).body.reports).toMatchObject([{ title: 'Sales' }]);
  expect((await inLanguage('pt-BR', picker)).body.reports).toMatchObject([{ title: 'Vendas' }]);
});

test('phones and the installed app list only reports enabled there; access is unchanged', async () => {
  const tenant = await makeTenant();
  const group = await makeGroup(tenant, { name: 'Vendas' });
  const person = await getApi(harness, tenant, await makeUser(tenant));
  const desk = await makeReport(tenant, { title: 'Painel largo', group, grantTo: 'everyone' });
  await makeReport(tenant, { title: 'Painel leve', group, grantTo: 'everyone' });
  await query('update reports set on_app = false where id = $1', [desk.id]);
  expect((await person.get('/api/auth/reports')).body.total).toBe(2);
  expect((await person.get('/api/auth/reports?app=1')).body.items).toMatchObject([{ title: 'Painel leve' }]);
  expect((await person.get('/api/auth/search?q=painel&app=1')).body.reports).toHaveLength(1);
  expect((await person.get('/api/auth/dashboard?app=1')).body.counts.reports).toBe(1);
  expect((await person.get('/api/auth/group_reports/get/config/menu/reports?app=1')).body).toMatchObject({
    total: 1,
    groups: [{ reports: 1 }],
  });
  expect((await person.get('/api/auth/reports?app=0')).status).toBe(422);
  expect((await person.get(`/api/auth/reports/${desk.id}`)).status).toBe(200);
});

test('the theme’s report icon applies to every page of the tenant only', async () => {
  const tenant = await makeTenant();
  const config = async () => (await api(harness, tenant).post('/api/login/config')).body.theme.iconReport;
  expect(await config()).toBeNull();
  const other = await makeTenant();
  await query(
    `insert into themes (tenant_id, id, name, "values", published) values ($1, gen_random_uuid(), 'Nosso', '{"iconReport":"icone.png"}', true)`,
    [other.id],
  );
  expect((await api(harness, other).post('/api/login/config')).body.theme.iconReport).toBe('icone.png');
  const bad = await makeTenant();
  await query(
    `insert into themes (tenant_id, id, name, "values", published) values ($1, gen_random_uuid(), 'Nosso', '{"iconReport":"//evil.test/x.png"}', true)`,
    [bad.id],
  );
  expect((await api(harness, bad).post('/api/login/config')).body.theme.iconReport).toBeNull();
});
