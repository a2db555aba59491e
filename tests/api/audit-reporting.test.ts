import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { makeGroup, makeReport } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { toDraft } from './managed-draft.ts';

const harness = useHarness();
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
type Row = { what: string; thing: string | null; who: string | null; fields: object[] };

async function scene() {
  const tenant = await makeTenant();
  const admin = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' }));
  const told = async (search = ''): Promise<Row[]> =>
    (await admin.get(`/api/auth/audit?family=reports${search && `&search=${search}`}`)).body.items;
  const file = async (language: string) =>
    String((await admin.get('/api/auth/audit/export?family=reports', { headers: { lang: language } })).body.csv);
  return { tenant, admin, told, file };
}

test('maintenance is listed as scheduled, changed and cancelled, with what it is for', async () => {
  const { tenant, admin, told, file } = await scene();
  const group = await makeGroup(tenant, { name: 'Logística' });
  const [startsAt, endsAt] = [inHours(30), inHours(32)];
  const window = { target: 'group', targetIds: [group.id], title: 'Troca do servidor', startsAt, endsAt };
  const [id] = (await admin.post('/api/auth/maintenance', window)).body.ids;
  const edit = { version: 1, title: 'Troca do servidor', startsAt, endsAt: inHours(33), blocks: 'N' };
  expect((await admin.put(`/api/auth/maintenance/${id}`, edit)).status).toBe(200);
  expect((await admin.post(`/api/auth/maintenance/${id}/cancel`)).status).toBe(200);
  await admin.post('/api/auth/maintenance', { target: 'unit', title: 'Tudo parado', endsAt: inHours(1) });
  const rows = await told();
  expect(rows.map(({ what, thing, who }) => [what, thing, who])).toEqual([
    ['maintenance.add', 'Tudo parado', 'Ana Nunes'],
    ['maintenance.cancel', 'Troca do servidor', 'Ana Nunes'],
    ['maintenance.edit', 'Troca do servidor', 'Ana Nunes'],
    ['maintenance.add', 'Troca do servidor', 'Ana Nunes'],
  ]);
  expect(rows[0]?.fields).toContainEqual({ field: 'maintained', after: 'unit' });
  expect(rows[3]?.fields).toEqual(
    expect.arrayContaining([
      { field: 'maintained', after: 'Logística' },
      { field: 'blocks', after: 'true' },
    ]),
  );
  expect(rows[2]?.fields).toEqual(
    expect.arrayContaining([{ field: 'blocks', before: 'true', after: 'false' }, expect.objectContaining({ field: 'activeUntil' })]),
  );
  expect(rows[2]?.fields).toHaveLength(2);
  expect(await told('TROCA')).toHaveLength(3);
  const csv = await file('pt-BR');
  for (const text of [
    'Manutenção cancelada',
    'Em manutenção: Logística',
    'Em manutenção: a unidade inteira',
    'Bloqueia os relatórios: ligado',
  ])
    expect(csv).toContain(text);
  expect(csv).not.toMatch(/maintenance\.|maintained|targetId|"?\{""?/);
});

test('a report is listed as changed, moved and deleted, also by the name that it had', async () => {
  const { tenant, admin, told, file } = await scene();
  const group = await makeGroup(tenant, { name: 'Vendas' });
  const report = await makeReport(tenant, { title: 'Metas' });
  const path = `/api/auth/management/reports/${report.id}`;
  const edit = { ...(await toDraft(admin, report.id)), title: 'Metas do ano', onCatalog: true, watermark: 'on' };
  expect((await admin.put(path, edit)).status).toBe(200);
  const change = (action: string, more = {}) => admin.post('/api/auth/management/reports/bulk', { action, ids: [report.id], ...more });
  expect((await change('move', { groupId: group.id, subgroupId: null })).status).toBe(200);
  expect((await told())[0]?.thing).toBe('Metas do ano');
  expect((await change('delete')).status).toBe(200);
  const rows = await told('metas%20do');
  expect(rows.map(({ what, thing }) => [what, thing])).toEqual([
    ['report.delete', 'Metas do ano'],
    ['report.move', 'Metas do ano'],
    ['report.edit', 'Metas do ano'],
  ]);
  expect(rows[1]?.fields).toEqual([{ field: 'group', after: 'Vendas' }]);
  expect(rows[2]?.fields).toEqual([
    { field: 'name', before: 'Metas', after: 'Metas do ano' },
    { field: 'reportParts', after: 'onCatalog, watermark' },
  ]);
  expect(await file('es')).toContain('También cambió: En el catálogo, Marca de agua');
});
