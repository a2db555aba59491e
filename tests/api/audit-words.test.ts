import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { makeCustomField } from '../support/make-custom-field.ts';
import { makePlaylist } from '../support/make-playlist.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { makeProvider, makeSamlApp, samlBody } from '../support/saml-provider.ts';

const harness = useHarness();

async function scene() {
  const tenant = await makeTenant();
  const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' }));
  const file = async (family: string, language = 'pt-BR') =>
    String((await boss.get(`/api/auth/audit/export?family=${family}`, { headers: { lang: language } })).body.csv);
  return { tenant, boss, file };
}

test('changes of a SAML app are described in words: groups by name, attributes, switches', async () => {
  const { boss, file } = await scene();
  const group = (await boss.post('/api/auth/user-groups', { name: 'Vendas' })).body.id;
  const provider = await makeProvider();
  const app = await makeSamlApp(boss, provider);
  const { version } = (await boss.get(`/api/auth/saml/${app.id}`)).body;
  const body = samlBody(provider, {
    jit: 'S',
    groups: [{ value: 'sales', group }],
  });
  expect((await boss.put('/api/auth/saml/update', { ...body, id: app.id, version })).status).toBe(200);
  const rows = (await boss.get('/api/auth/audit?family=ways')).body.items;
  expect(rows[0]).toMatchObject({
    what: 'saml.edit',
    fields: expect.arrayContaining([{ field: 'groups', before: null, after: [{ group: 'Vendas', value: 'sales' }] }]),
  });
  const csv = await file('ways');
  for (const text of ['Aplicativo SAML alterado', 'sales → Vendas', 'Adicionar pessoas na primeira entrada: desligado → ligado'])
    expect(csv).toContain(text);
  expect(csv).not.toMatch(/idpInitiated|defaultProfile|Atributos: – → [;"]|"\[\{/);
  expect(await file('ways', 'en-US')).toContain('Add people at their first sign-in: off → on');
});

test('changes of users name flags, expiry dates and custom fields; another unit’s ids stay ids', async () => {
  const { tenant, boss, file } = await scene();
  const person = await makeUser(tenant, { name: 'Bruna Reis' });
  const bulk = (body: object) => boss.post('/api/auth/users/bulk', { ids: [person.id], ...body });
  expect((await bulk({ action: 'setFlag', flag: 'support', on: true })).status).toBe(200);
  expect((await bulk({ action: 'block', reason: 'Férias' })).status).toBe(200);
  const stranger = await makeTenant();
  const [other] = await query(
    "insert into user_groups (tenant_id, id, name, sort_key) values ($1, gen_random_uuid(), 'Alheio', 'alheio') returning id",
    [stranger.id],
  );
  for (const [what, change] of [
    ['entra.groups', { added: [other?.id], removed: [] }],
    ['identity.bind', { after: { name: 'Bruna Reis', by: 'entra' } }],
    ['factor.added', { after: { kind: 'passkey', name: 'Notebook' } }],
  ] as const)
    await query('insert into audit (tenant_id, what, row_id, change) values ($1, $2, $3, $4::jsonb)', [
      tenant.id,
      what,
      person.id,
      JSON.stringify(change),
    ]);
  const csv = await file('people');
  for (const text of [
    'Permissão: Agente de suporte',
    'Situação: Ativo → Bloqueado',
    'Motivo: Férias',
    'Pessoa vinculada ao Microsoft Entra',
    'Tipo: Chave de acesso',
    `Incluídos: ${other?.id}`,
  ])
    expect(csv).toContain(text);
  expect(csv).not.toContain('Alheio');
  expect(csv.match(/Bruna Reis/g)?.length).toBeGreaterThanOrEqual(5);
});

test('a refused Entra sign-in and changed settings give the reason and what changed', async () => {
  const { tenant, boss, file } = await scene();
  await query("insert into audit (tenant_id, what, change) values ($1, 'entra.refused', $2::jsonb)", [
    tenant.id,
    JSON.stringify({ code: 'error_azure_not_companies', email: 'quem@fora.test', directory: 'd-1' }),
  ]);
  await boss.post('/api/auth/config/update', { mfa_required: 'administrators', remote_consent: 'none', watermark_opacity: 20 });
  expect(await file('sessions')).toMatch(/recusada.*E-mail: quem@fora\.test/);
  const csv = await file('settings');
  for (const text of ['Verificação em duas etapas exigida de: – → Administradores', 'A pessoa é consultada a cada vez: – → desligado'])
    expect(csv).toContain(text);
});

test('grants that are given, changed or removed describe their filters and RLS identity in words', async () => {
  const { tenant, boss, file } = await scene();
  const person = await makeUser(tenant, { name: 'Bruna Reis' });
  const report = await makeReport(tenant, { title: 'Vendas' });
  const path = `/api/auth/reports/${report.id}/grants`;
  const region = { table: 'Loja', column: 'Região', operator: 'In', values: ['Sul', 'Norte'] };
  const filters = [region, { table: 'Venda', column: 'Ano', operator: 'GreaterThanOrEqual', values: [2024] }];
  const many = { ...region, operator: 'NotIn', values: Array.from({ length: 100 }, (_, index) => `${index} ${'x'.repeat(490)}`) };
  const given = { identity: { as: 'none' }, confirmed: true };
  expect((await boss.post(path, { ...given, subjects: [{ kind: 'user', id: person.id }], filters })).body).toMatchObject({ added: 1 });
  expect((await boss.get(`${path}/export`)).body.csv).toContain('Loja › Região é um destes: Sul, Norte; Venda › Ano no mínimo: 2024');
  const [grant] = (await boss.get(path)).body.items;
  const active = [{ table: 'Loja', column: 'Ativa', operator: 'Is', values: [true] }];
  expect((await boss.put(`${path}/${grant.id}`, { ...given, filters: active, version: 1 })).status).toBe(200);
  expect((await boss.put(`${path}/${grant.id}`, { ...given, filters: [many], version: 2 })).status).toBe(200);
  expect((await boss.post(`${path}/remove`, { ids: [grant.id] })).status).toBe(200);
  const change = { grant: grant.id, subject: 'user', user: person.id, identity: { username: 'r-sul', roles: ['Sul', 'Norte'] } };
  await query("insert into audit (tenant_id, what, row_id, change) values ($1, 'grant.add', $2, $3::jsonb)", [
    tenant.id,
    report.id,
    JSON.stringify(change),
  ]);
  const csv = await file('grants');
  for (const text of [
    'Filtros: Loja › Região é um destes: Sul, Norte; Venda › Ano no mínimo: 2024',
    'Filtros: Loja › Região é um destes: Sul, Norte; Venda › Ano no mínimo: 2024 → Loja › Ativa é: sim',
    'Filtros: Loja › Ativa é: sim → Loja › Região não é nenhum destes: 0 xx',
    ', +90 → –',
    'Identidade RLS: r-sul (Sul, Norte)',
  ])
    expect(csv).toContain(text);
  expect(csv).not.toMatch(/"?\{""?|operator|NotIn|GreaterThan/);
  for (const [language, text] of [
    ['en-US', 'Loja › Região is one of: Sul, Norte'],
    ['es', 'Loja › Região es uno de: Sul, Norte'],
    ['pt-PT', 'Loja › Região é um destes: Sul, Norte'],
  ] as const)
    expect(await file('grants', language)).toContain(text);
  // The list sends a shortened value; the full value can be fetched.
  type Told = { what: string; whom: string | null; fields: { field: string; after: { table: string }[] | null }[] };
  const rows = (await boss.get('/api/auth/audit?family=grants')).body.items as Told[];
  expect(rows.map(({ whom }) => whom)).toEqual(rows.map(() => 'Bruna Reis'));
  const kept = rows.flatMap(({ fields }) => fields.filter(({ field, after }) => field === 'filters' && after !== null));
  expect(kept).toHaveLength(3);
  for (const { after } of kept)
    expect(after).toMatchObject([{ table: expect.any(String) }, ...(after?.some(({ table }) => table === 'Venda') ? [{}] : [])]);
});

test('custom field options show their labels in the list, the file and the user’s history, in each reader’s language', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const tenant = await makeTenant({ parent: partner });
  const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const person = await makeUser(tenant, { name: 'Caio Brito' });
  const own = await getApi(harness, tenant, person);
  const of = { userEditable: true, userVisible: true };
  const region = await makeCustomField(tenant, { ...of, key: 'cf_region', label: 'Região', type: 'list', options: ['S', 'N'] });
  await makeCustomField(partner, { ...of, key: 'cf_tags', label: 'Marcas', type: 'multiple', options: ['a', 'b'], global: true });
  await makeCustomField(tenant, { ...of, key: 'cf_since', label: 'Desde', type: 'date', position: 2 });
  const labels = { S: { 'pt-BR': 'Sul', 'en-US': 'South' }, N: { 'pt-BR': 'Norte' }, a: { 'pt-BR': 'Azul' }, b: {} };
  for (const [key, values] of [
    ['cf_region', ['S', 'N']],
    ['cf_tags', ['a', 'b']],
  ] as const) {
    const options = values.map((value) => ({ value, labels: labels[value], retired: false }));
    await query('update custom_fields set options = $1::jsonb where key = $2 and tenant_id in ($3, $4)', [
      JSON.stringify(options),
      key,
      tenant.id,
      partner.id,
    ]);
  }
  await query(`update custom_fields set labels = labels || '{"en-US":"Region"}' where id = $1`, [region.id]);
  const save = async (custom: object) => expect((await own.put('/api/auth/custom-fields/mine', { custom })).status).toBe(200);
  await save({ cf_region: 'S', cf_tags: ['a', 'b'], cf_since: '2026-11-22' });
  await save({ cf_region: 'N' });
  // A disabled field still shows its old name.
  await query('update custom_fields set disabled_at = now() where id = $1', [region.id]);
  const file = async (language: string) =>
    String((await boss.get('/api/auth/audit/export?family=people', { headers: { lang: language } })).body.csv);
  const csv = await file('pt-BR');
  expect(csv).toContain('Campos personalizados: Região: Sul → Região: Norte');
  for (const text of ['Região: Sul', 'Marcas: Azul, b', 'Desde: 22/11/2026']) expect(csv).toContain(text);
  expect(csv).not.toContain('cf_');
  expect(await file('en-US')).toContain('Region: South → Region: Norte');
  const history = async (language: string) =>
    (await boss.get(`/api/auth/users/${person.id}/history`, { headers: { lang: language } })).body.items[0];
  expect(await history('pt-BR')).toMatchObject({ before: { custom: { Região: 'Sul' } }, after: { custom: { Região: 'Norte' } } });
  expect(await history('en-US')).toMatchObject({ before: { custom: { Region: 'South' } }, after: { custom: { Region: 'Norte' } } });
  // Another unit's field with the same key contributes nothing here.
  const stranger = await makeTenant();
  await makeCustomField(stranger, { key: 'cf_since', label: 'Alheio' });
  expect(await file('pt-BR')).not.toContain('Alheio');
});

test('searching a name finds changes to that user as well as by them, and displays are included', async () => {
  const { tenant, boss, file } = await scene();
  const bruna = await makeUser(tenant, { name: 'Bruna Ávila' });
  const caio = await makeUser(tenant, { name: 'Caio Prado' });
  const report = await makeReport(tenant, { title: 'Limite de crédito' });
  const give = (user: { id: string }) =>
    boss.post(`/api/auth/reports/${report.id}/grants`, {
      subjects: [{ kind: 'user', id: user.id }],
      identity: { as: 'none' },
    });
  for (const user of [bruna, caio]) expect((await give(user)).status).toBe(200);
  const playlist = await makePlaylist(tenant, bruna, { name: 'Expedição', items: [] });
  const display = { name: 'TV do galpão', place: 'Docas', playlistId: playlist.id };
  expect((await boss.post('/api/auth/playlist_devices', display)).status).toBe(200);
  const found = async (search: string) =>
    (await boss.get(`/api/auth/audit?search=${encodeURIComponent(search)}`)).body.items.map((row: { what: string }) => row.what);
  expect(await found('avila')).toEqual(['grant.add']);
  expect(await found('Limite de cre')).toEqual(['grant.add', 'grant.add']);
  expect(await found('galpao')).toEqual(['device.add']);
  expect(await found('Ana Nunes')).toHaveLength(3);
  expect(await found('nobody of this name')).toEqual([]);
  const csv = await file('displays');
  for (const text of ['Tela adicionada', 'Local: Docas', 'Apresentação: Expedição']) expect(csv).toContain(text);
});
