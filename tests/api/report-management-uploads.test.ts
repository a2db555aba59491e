import { expect, test } from 'vitest';
import { makePrincipal } from '../guards/place.ts';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGroup, makeServiceAccount } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { reportFile } from '../support/make-upload.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const base = '/api/auth/management';

async function scene() {
  const tenant = await makeTenant();
  const admin = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const principal = await makePrincipal();
  const account = await makeServiceAccount(tenant, principal);
  const group = await makeGroup(tenant, { name: 'Vendas' });
  const place = { accountId: account.id, workspaceId: principal.workspaceId, groupId: group.id, subgroupId: null, audience: 'everyone' };
  const start = (name: string, bytes: number, conflict = 'abort') => admin.post(`${base}/uploads`, { ...place, name, bytes, conflict });
  return { tenant, admin, principal, account, place, start };
}

/** Polls until the service has accepted the file; the stand-in takes a second and a half. */
const settled = (admin: Api, id: string) =>
  expect.poll(async () => (await admin.post(`${base}/uploads/${id}/follow`)).body.state, { timeout: 10_000 }).not.toBe('publishing');

test('a file is uploaded, found again after its tab was closed, and published in its group', async () => {
  const { admin, start } = await scene();
  const begun = await start('Painel de vendas.pbix', Buffer.byteLength(reportFile));
  expect(begun.body).toMatchObject({ parts: 1 });
  const { id } = begun.body;
  expect((await admin.put(`${base}/uploads/${id}/parts/0`, reportFile)).status).toBe(200);
  expect((await admin.get(`${base}/uploads`)).body.items).toMatchObject([
    { id, name: 'Painel de vendas.pbix', state: 'publishing', mine: true },
  ]);
  await settled(admin, id);
  const { body } = await admin.post(`${base}/uploads/${id}/follow`);
  expect(body).toMatchObject({ state: 'done', error: null });
  expect((await admin.get(`${base}/reports/${body.reportIds[0]}`)).body).toMatchObject({
    title: 'Painel de vendas',
    audience: 'everyone',
    group: { name: 'Vendas' },
  });
  expect((await admin.put(`${base}/uploads/${id}/parts/0`, reportFile)).status).toBe(409);
  expect((await admin.delete(`${base}/uploads/${id}`)).status).toBe(200);
  expect((await admin.get(`${base}/uploads`)).body.items).toEqual([]);
});

test('a taken name is reported; overwriting keeps the published report and everything attached to it', async () => {
  const { tenant, admin, start } = await scene();
  const send = async (conflict: string) => {
    const { id } = (await start('Metas.pbix', Buffer.byteLength(reportFile), conflict)).body;
    expect((await admin.put(`${base}/uploads/${id}/parts/0`, reportFile)).status).toBe(200);
    await settled(admin, id);
    return (await admin.post(`${base}/uploads/${id}/follow`)).body;
  };
  const first = await send('abort');
  const fan = await makeUser(tenant);
  await query('insert into favorites (tenant_id, user_id, report_id) values ($1, $2, $3)', [tenant.id, fan.id, first.reportIds[0]]);
  expect(await start('METAS.pbix', 10)).toMatchObject({
    status: 409,
    body: { status: 'report_name_taken', vars: { name: 'METAS' }, field: 'name' },
  });
  const second = await send('overwrite');
  expect(second).toMatchObject({ state: 'done', reportIds: first.reportIds });
  expect((await admin.get(`${base}/reports`)).body.total).toBe(1);
  expect((await admin.get(`${base}/reports/${first.reportIds[0]}`)).body.favorites).toBe(1);
});

test('a file that is not a report is refused by name and by content, before anything else', async () => {
  const { admin, start } = await scene();
  for (const name of ['x.exe', 'a/b.pbix', '..\\x.rdl', 'x.pbix\u0000', '.pbix', 'x.pbix.svg'])
    expect((await start(name, 10)).status, name).toBe(422);
  expect((await start('x.pbix', 11 * 1024 ** 3)).status).toBe(422);
  const { id } = (await start('x.pbix', 20)).body;
  const put = (body: string) => admin.put(`${base}/uploads/${id}/parts/0`, body);
  expect(await put('<svg onload=alert(1)>')).toMatchObject({ status: 422, body: { status: 'invalid_file' } });
  expect(await put('<svg onload=alert()>')).toMatchObject({ status: 422, body: { status: 'invalid_file' } });
  expect(await put('PK\u0003\u0004')).toMatchObject({ status: 422, body: { status: 'invalid_file' } });
  expect((await admin.put(`${base}/uploads/${id}/parts/1`, reportFile)).status).toBe(404);
  expect((await admin.get(`${base}/uploads`)).body.items).toMatchObject([{ state: 'uploading' }]);
  const rdl = (await start('Folha.rdl', 9)).body.id;
  expect((await admin.put(`${base}/uploads/${rdl}/parts/0`, '<Report/>')).status).toBe(200);
});

test('a failure of the service is shown in its words and the upload can be removed', async () => {
  const { admin, start } = await scene();
  const { id } = (await start('Quebrado.pbix', Buffer.byteLength(reportFile))).body;
  await admin.put(`${base}/uploads/${id}/parts/0`, reportFile);
  await query('update imports set service_import_id = service_import_id, name = name where id = $1', [id]);
  const gone = (await start('Outro.pbix', 10)).body.id;
  await query("update imports set state = 'publishing', service_import_id = 'nothing' where id = $1", [gone]);
  expect((await admin.post(`${base}/uploads/${gone}/follow`)).status).toBe(502);
  expect((await admin.delete(`${base}/uploads/${gone}`)).status).toBe(200);

  // The stand-in fails files with this name.
  const name = 'Metas import-fails.pbix';
  const refused = (await start(name, Buffer.byteLength(reportFile))).body.id;
  await admin.put(`${base}/uploads/${refused}/parts/0`, reportFile);
  await settled(admin, refused);
  const [row] = (await admin.get(`${base}/uploads`)).body.items;
  expect(row).toMatchObject({ id: refused, state: 'failed', error: expect.stringMatching(/./), reportIds: [] });
  const told = await query("select change from audit where row_id = $1 and what = 'import.failed'", [refused]);
  expect(told).toEqual([{ change: { name, error: row.error } }]);
});

test('a large file is sent in parts through a temporary upload whose address stays on the server', { timeout: 90_000 }, async () => {
  const { admin, start } = await scene();
  const bytes = 91 * 1024 * 1024;
  const begun = await start('Grande.pbix', bytes);
  expect(begun.body).toMatchObject({ parts: 3 });
  expect(begun.text).not.toContain('sig=');
  const { id, partBytes } = begun.body;
  const [{ upload_sealed: sealed } = {}] = await query('select upload_sealed from imports where id = $1', [id]);
  expect(sealed).not.toContain('sig');
  for (let part = 0; part < 3; part += 1) {
    const size = part < 2 ? partBytes : bytes - 2 * partBytes;
    const body = (part === 0 ? 'PK\u0003\u0004' : '').padEnd(size, 'x');
    expect((await admin.put(`${base}/uploads/${id}/parts/${part}`, body)).status).toBe(200);
  }
  expect((await admin.post(`${base}/uploads/${id}/finish`)).status).toBe(200);
  expect((await admin.post(`${base}/uploads/${id}/finish`)).status).toBe(200);
  await settled(admin, id);
  expect((await admin.post(`${base}/uploads/${id}/follow`)).body).toMatchObject({ state: 'done' });
  expect((await admin.get(`${base}/reports`)).body.items).toMatchObject([{ title: 'Grande' }]);
});
