import { expect, test } from 'vitest';
import { apiOf } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { makeProvider, makeSamlApp, samlBody } from '../support/saml-provider.ts';

const harness = useHarness();

async function scene() {
  const tenant = await makeTenant();
  const boss = await apiOf(harness, tenant, await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' }));
  const file = async (family: string, language = 'pt-BR') =>
    String((await boss.get(`/api/auth/audit/export?family=${family}`, { headers: { lang: language } })).body.csv);
  return { tenant, boss, file };
}

test('what was changed of a SAML app stands in words: groups by name, profiles, attributes, switches', async () => {
  const { boss, file } = await scene();
  const group = (await boss.post('/api/auth/user-groups', { name: 'Vendas' })).body.id;
  const provider = await makeProvider();
  const app = await makeSamlApp(boss, provider);
  const { version } = (await boss.get(`/api/auth/saml/${app.id}`)).body;
  const body = samlBody(provider, {
    jit: 'S',
    groups: [{ value: 'sales', group }],
    profiles: [{ value: 'boss', profile: 'admin' }],
  });
  expect((await boss.put('/api/auth/saml/update', { ...body, id: app.id, version })).status).toBe(200);
  const rows = (await boss.get('/api/auth/audit?family=ways')).body.items;
  expect(rows[0]).toMatchObject({
    what: 'saml.edit',
    fields: expect.arrayContaining([{ field: 'groups', before: null, after: '[{"group":"Vendas","value":"sales"}]' }]),
  });
  const csv = await file('ways');
  for (const text of [
    'Aplicativo SAML alterado',
    'sales → Vendas',
    'boss → Administrador',
    'Adicionar pessoas na primeira entrada: desligado → ligado',
  ])
    expect(csv).toContain(text);
  expect(csv).not.toMatch(/idpInitiated|defaultProfile|Atributos: – → [;"]|"\[\{/);
  expect(await file('ways', 'en-US')).toContain('boss → Administrator');
});

test('people: flags, ends and own custom fields, told by their names; ids of others stay ids', async () => {
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
    'Permissão: – → Agente de suporte',
    'Situação: Ativo → Bloqueado',
    'Motivo: – → Férias',
    'Pessoa vinculada ao Microsoft Entra',
    'Tipo: – → Chave de acesso',
    `Incluídos: – → ${other?.id}`,
  ])
    expect(csv).toContain(text);
  expect(csv).not.toContain('Alheio');
  expect(csv.match(/Bruna Reis/g)?.length).toBeGreaterThanOrEqual(5);
});

test('a refused sign-in by Entra and changed settings say why and what', async () => {
  const { tenant, boss, file } = await scene();
  await query("insert into audit (tenant_id, what, change) values ($1, 'entra.refused', $2::jsonb)", [
    tenant.id,
    JSON.stringify({ code: 'error_azure_not_companies', email: 'quem@fora.test', directory: 'd-1' }),
  ]);
  await boss.post('/api/auth/config/update', { mfa_required: 'administrators', remote_consent: 'none', watermark_opacity: 20 });
  expect(await file('sessions')).toMatch(/recusada.*E-mail: – → quem@fora\.test/);
  const csv = await file('settings');
  for (const text of ['Duas etapas de: – → Administradores', 'A pessoa é consultada a cada vez: – → desligado'])
    expect(csv).toContain(text);
});
