import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Env } from '../../functions/request/env.ts';
import { control } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant } from '../support/make-content.ts';
import { world } from '../support/world.ts';
import {
  comes,
  download,
  ended,
  endsByItself,
  exportScene,
  getCalls,
  getRow,
  getStarts,
  start,
  tick,
  usesServiceClock,
} from './exports-scene.ts';

const harness = useHarness();
usesServiceClock();
const rules = { Regional: 'region' } as const;
const head = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 4));
const getAudit = (tenant: { id: string }) => query('select what, user_id, change from audit where tenant_id = $1 order by at', [tenant.id]);

describe('an export', () => {
  test('is listed under the report’s title in the language of its file', async () => {
    const { report, person } = await exportScene(harness);
    const texts = { 'en-US': { title: 'Sales by store', description: '' } };
    await query('update reports set texts = $2 where id = $1', [report.id, JSON.stringify(texts)]);
    const { client } = await person();
    const { body } = await start(client, report, { language: 'en-US' });
    expect((await getRow(client, body.id)).report).toBe('Sales by store');
    const other = await start(client, report, { language: 'es' });
    expect((await getRow(client, other.body.id)).report).toBe(report.title);
    await client.post(`/api/auth/exports/${body.id}/cancel`);
    await query("update reports set texts = '{}' where id = $1", [report.id]);
    expect((await client.post(`/api/auth/exports/${body.id}/retry`)).status).toBe(200);
    expect((await getRow(client, body.id)).report).toBe(report.title);
  });

  test('runs in the background, notifies the user, and is available for a day', async () => {
    const { tenant, principal, report, person } = await exportScene(harness);
    const { client, user } = await person();
    const answer = await start(client, report, { language: 'pt-BR' });
    expect(answer, answer.text).toMatchObject({ status: 200, body: { state: 'queued' } });
    const row = await endsByItself(client, answer.body.id);
    expect(row).toMatchObject({
      state: 'ready',
      percent: 100,
      report: report.title,
      format: 'PDF',
      pages: 0,
      error: null,
      watermarked: false,
    });
    const hours = (Date.parse(row.expiresAt ?? '') - Date.parse(row.endedAt ?? '')) / 3_600_000;
    expect(hours).toBeCloseTo(24, 2);
    const [asked] = await getStarts(principal);
    expect(asked?.asked).toMatchObject({
      format: 'PDF',
      powerBIReportConfiguration: { settings: { locale: 'pt-BR', includeHiddenPages: false } },
    });
    const file = await download(harness, { client, tenant }, answer.body.id);
    expect([file.status, head(file.bytes), file.bytes.byteLength]).toEqual([200, '%PDF', row.bytes]);
    expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''Vendas%20por%20loja.pdf");
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await query('select kind, user_id, vars from notifications where tenant_id = $1', [tenant.id])).toEqual([
      { kind: 'export_ready', user_id: user.id, vars: { report: report.title, format: 'PDF' } },
    ]);
    expect((await getAudit(tenant)).map(({ what, user_id }) => [what, user_id])).toEqual([
      ['export.start', user.id],
      ['export.download', user.id],
    ]);
  });

  test('progress is read without asking the service', async () => {
    const { principal, report, person } = await exportScene(harness);
    const { client } = await person();
    const { body } = await start(client, report);
    await ended(harness, client, body.id);
    const before = (await getCalls(principal)).length;
    for (let index = 0; index < 10; index++) expect((await client.get('/api/auth/exports')).status).toBe(200);
    expect((await getCalls(principal)).length).toBe(before);
  });

  test.each([
    ['PPTX', [], 'PK', '.pptx'],
    ['PNG', [], 'PK', '.zip'],
    ['PNG', ['ReportSection'], '\u0089PNG', '.png'],
  ] as const)('as %s of the pages %j is a file of its type', async (format, pages, sign, extension) => {
    const { tenant, report, person } = await exportScene(harness);
    const { client } = await person();
    const { body } = await start(client, report, { format, pages });
    expect(await ended(harness, client, body.id)).toMatchObject({ state: 'ready', extension, pages: pages.length });
    expect(head((await download(harness, { client, tenant }, body.id)).bytes).startsWith(sign)).toBe(true);
  });

  test('includes the current filters, the filters of the grant, and the chosen pages', async () => {
    const { tenant, principal, report, person } = await exportScene(harness, { report: { grantTo: [] } });
    const { client, user } = await person();
    await makeGrant(tenant, report, user);
    const filters = [{ table: 'Vendas', column: 'Canal', operator: 'In', values: ['Loja'] }];
    await query('update grants set filters = $1 where tenant_id = $2', [JSON.stringify(filters), tenant.id]);
    const bookmark = btoa(JSON.stringify({ page: 'x', filters: [], pageFilters: {}, chosen: {} }));
    const { body } = await start(client, report, { bookmark, pages: ['one', 'two', 'one'] });
    const [call] = await comes(async () => {
      const calls = await getStarts(principal);
      return calls.length > 0 && calls;
    });
    expect(call?.asked?.powerBIReportConfiguration).toMatchObject({
      defaultBookmark: { state: bookmark },
      reportLevelFilters: [{ filter: "Vendas/Canal in ('Loja')" }],
      pages: [{ pageName: 'one' }, { pageName: 'two' }],
    });
    await client.post(`/api/auth/exports/${body.id}/cancel`);
  });

  test('requested twice at once is made once', async () => {
    const { tenant, report, person } = await exportScene(harness);
    const { client } = await person();
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(client, report)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await query('select count(*)::int as n from exports where tenant_id = $1', [tenant.id])).toEqual([{ n: 1 }]);
    expect((await getAudit(tenant)).filter(({ what }) => what === 'export.start')).toHaveLength(1);
  });

  test('canceled and removed by several calls at once is so once', async () => {
    const { tenant, report, person } = await exportScene(harness);
    const { client } = await person();
    const { body } = await start(client, report);
    const cancels = await Promise.all([1, 2, 3, 4].map(() => client.post(`/api/auth/exports/${body.id}/cancel`)));
    expect(cancels.map((answer) => answer.body.status).toSorted()).toEqual(['export_over', 'export_over', 'export_over', 'ok']);
    const removals = await Promise.all([1, 2, 3, 4].map(() => client.delete(`/api/auth/exports/${body.id}`)));
    expect(removals.map((answer) => answer.body.status).toSorted()).toEqual(['not_found', 'not_found', 'not_found', 'ok']);
    const acts = (await getAudit(tenant)).map(({ what }) => what);
    expect(acts.filter((what) => what !== 'export.start').toSorted()).toEqual(['export.cancel', 'export.remove']);
  });

  test('is mailed to its requester, with the file', async () => {
    const { tenant, report, person } = await exportScene(harness);
    const { client, user } = await person({ language: 'en-US', email: `${randomUUID()}@people.test` });
    const { body } = await start(client, report, { mail: 'S' });
    await ended(harness, client, body.id);
    type Mail = { to: string[]; subject: string; raw: string; text: string };
    const mail = await comes(async () => {
      const mails = (await (await fetch(`${world().mail.url}/api/messages`)).json()) as Mail[]; // because the stand-in answers this shape
      return mails.find(({ to, raw }) => to.includes(user.email) && raw.includes('.pdf'));
    });
    expect(mail.subject).toContain(report.title);
    expect(mail.text).toContain(`${tenant.host}/?exports=1`);
    expect(mail.raw).toContain('Vendas por loja.pdf');
  });

  test('that is canceled frees its slot and leaves nothing', async () => {
    const { report, person } = await exportScene(harness);
    const { client } = await person();
    const { body } = await start(client, report);
    expect((await client.post(`/api/auth/exports/${body.id}/cancel`)).status).toBe(200);
    expect(await getRow(client, body.id)).toMatchObject({ state: 'cancelled' });
    expect(await client.post(`/api/auth/exports/${body.id}/cancel`)).toMatchObject({ status: 409, body: { status: 'export_over' } });
    expect(await client.post(`/api/auth/exports/${body.id}/download`)).toMatchObject({ status: 409, body: { status: 'export_over' } });
    expect((await client.post(`/api/auth/exports/${body.id}/retry`)).status).toBe(200);
    expect(await ended(harness, client, body.id)).toMatchObject({ state: 'ready' });
    expect((await client.delete(`/api/auth/exports/${body.id}`)).status).toBe(200);
    expect((await client.get('/api/auth/exports')).body).toMatchObject({ items: [], total: 0, active: 0 });
  });
});

describe('a file', () => {
  test('with the same content is made once for two users, and deleted with the last of their exports', async () => {
    const { tenant, principal, report, person } = await exportScene(harness);
    await query("update reports set data_at = now() - interval '1 hour' where id = $1", [report.id]);
    const [one, two] = [await person(), await person()];
    const first = await start(one.client, report);
    await ended(harness, one.client, first.body.id);
    const second = await start(two.client, report);
    expect(second.body.state).toBe('ready');
    expect(await getStarts(principal)).toHaveLength(1);
    expect((await one.client.delete(`/api/auth/exports/${first.body.id}`)).status).toBe(200);
    expect((await download(harness, { client: two.client, tenant }, second.body.id)).status).toBe(200);
    // New data, another format or another language is another file.
    await query('update reports set data_at = now() where id = $1', [report.id]);
    expect((await start(two.client, report)).body.state).toBe('queued');
  });

  test('that shares its file with others and is removed at once with them leaves no file', async () => {
    const { tenant, report, person } = await exportScene(harness);
    await query("update reports set data_at = now() - interval '1 hour' where id = $1", [report.id]);
    const people = await Promise.all([person(), person(), person()]);
    const ids: string[] = [];
    for (const { client } of people) {
      const { body } = await start(client, report);
      await ended(harness, client, body.id);
      ids.push(body.id);
    }
    const files = await query('select distinct file from exports where tenant_id = $1', [tenant.id]);
    expect(files).toHaveLength(1);
    const { FILES } = await harness.getWorker<Env>().getEnv();
    const kept = () => FILES.head(`${tenant.id}/${files[0]?.file}`);
    expect(await kept()).not.toBeNull();
    const removed = await Promise.all(people.map(({ client }, at) => client.delete(`/api/auth/exports/${ids[at]}`)));
    expect(removed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await query('select 1 from exports where tenant_id = $1', [tenant.id])).toEqual([]);
    await expect.poll(kept).toBeNull();
  });

  test('of another RLS identity is never shared', async () => {
    const { principal, report, person } = await exportScene(harness, { rls: rules });
    await query('update reports set data_at = now() where id = $1', [report.id]);
    const [south, north] = [
      await person({ rlsUsername: 'sul', rlsRoles: ['Regional'] }),
      await person({ rlsUsername: 'norte', rlsRoles: ['Regional'] }),
    ];
    for (const { client } of [south, north])
      expect(await ended(harness, client, (await start(client, report)).body.id)).toMatchObject({ state: 'ready' });
    const names = (await getStarts(principal)).map(({ asked }) => asked?.powerBIReportConfiguration?.identities?.[0]?.username);
    expect(names).toEqual(['sul', 'norte']);
  });

  test('is private: not for another user, tenant or host', async () => {
    const { tenant, report, person } = await exportScene(harness);
    const [owner, other] = [await person(), await person({ profile: 'admin' })];
    const { body } = await start(owner.client, report);
    await ended(harness, owner.client, body.id);
    const foreign = await exportScene(harness);
    const stranger = await foreign.person();
    for (const { client } of [other, stranger])
      for (const answer of [
        await client.post(`/api/auth/exports/${body.id}/download`),
        await client.post(`/api/auth/exports/${body.id}/cancel`),
        await client.post(`/api/auth/exports/${body.id}/retry`),
        await client.delete(`/api/auth/exports/${body.id}`),
      ])
        expect(answer, answer.text).toMatchObject({ status: 404, body: { status: 'not_found' } });
    const { url } = await download(harness, { client: owner.client, tenant }, body.id);
    const at = (host: string, path: string, headers = {}) => harness.fetch(`http://${host}${path}`, { headers });
    expect((await at(foreign.tenant.host, url)).status).toBe(404);
    expect((await at(tenant.host, url.split('?')[0] ?? '')).status).toBe(404);
    const later = { 'x-test-now': new Date(Date.now() + 11 * 60_000).toISOString() };
    expect((await at(tenant.host, url, later)).status).toBe(404);
    expect((await at(tenant.host, url.replace(/\.\d+\./, `.${Date.now() + 1e9}.`))).status).toBe(404);
  });

  test('is no longer served once access or identity is lost, or it has expired', async () => {
    const { tenant, report, person } = await exportScene(harness, { rls: rules });
    const { client, user } = await person({ rlsUsername: 'sul', rlsRoles: ['Regional'] });
    const { body } = await start(client, report);
    await ended(harness, client, body.id);
    const get = (options = {}) => client.post(`/api/auth/exports/${body.id}/download`, {}, options);
    await query("update users set rls_username = 'norte' where id = $1", [user.id]);
    expect(await get()).toMatchObject({ status: 409, body: { status: 'export_outdated' } });
    await query('update users set rls_username = null where id = $1', [user.id]);
    expect(await get()).toMatchObject({ status: 403, body: { status: 'rls_identity_missing' } });
    await query("update users set rls_username = 'sul' where id = $1", [user.id]);
    expect((await get()).status).toBe(200);
    await query('delete from grants where tenant_id = $1', [tenant.id]);
    expect(await get()).toMatchObject({ status: 404 });
    await makeGrant(tenant, report, null);
    await query("update exports set expires_at = now() - interval '1 minute' where id = $1", [body.id]);
    expect(await get()).toMatchObject({ status: 409, body: { status: 'export_over' } });
    const [{ file } = {}] = await query('select file from exports where id = $1', [body.id]);
    await tick(harness);
    await comes(async () => (await query('select 1 from exports where id = $1 and file is null', [body.id])).length === 1);
    expect(await getRow(client, body.id)).toMatchObject({ state: 'expired' });
    expect(file).toBeTruthy();
  });
});

describe('a request', () => {
  test('that is invalid is refused, and nothing is written', async () => {
    const { tenant, report, person } = await exportScene(harness);
    const { client } = await person();
    for (const [body, field] of [
      [{ format: 'XLSX' }, 'format'],
      [{ format: 'pdf' }, 'format'],
      [{ pages: Array.from({ length: 51 }, (_, index) => `p${index}`) }, 'pages'],
      [{ pages: [''] }, 'pages.0'],
      [{ pages: 'one' }, 'pages'],
      [{ bookmark: '' }, 'bookmark'],
      [{ bookmark: 'x'.repeat(200_001) }, 'bookmark'],
      [{ language: 'de' }, 'language'],
      [{ mail: true }, 'mail'],
      [{ identity: { username: 'all' } }, 'identity'],
      [{ watermark: null }, 'watermark'],
    ] as const) {
      const answer = await start(client, report, body);
      expect(answer.status, `${field} ${answer.text}`).toBe(422);
      expect(answer.body.field).toBe(field);
    }
    expect((await start(client, report, { bookmark: 'x'.repeat(400_000) })).status).toBe(413);
    expect((await start(client, { id: randomUUID() })).status).toBe(404);
    expect((await start(client, { id: 'x' })).status).toBe(422);
    expect((await client.get('/api/auth/exports?sort=report')).status).toBe(422);
    expect((await client.get('/api/auth/exports?cursor=x')).status).toBe(422);
    expect(await query('select 1 from exports where tenant_id = $1', [tenant.id])).toEqual([]);
  });

  test('for an external link, a hidden report, one in maintenance or without identity is refused before the service is asked', async () => {
    const external = await exportScene(harness, { report: { kind: 'external', externalUrl: 'https://x.test/' } });
    expect((await start((await external.person()).client, external.report)).body.status).toBe('export_not_offered');
    const hidden = await exportScene(harness, { report: { hidden: true } });
    expect((await start((await hidden.person()).client, hidden.report)).status).toBe(404);
    const ruled = await exportScene(harness, { rls: rules });
    for (const profile of ['user', 'admin'] as const)
      expect((await start((await ruled.person({ profile })).client, ruled.report)).body.status).toBe('rls_identity_missing');
    await query(
      `insert into maintenance (tenant_id, id, target, target_id, title, starts_at, ends_at)
        values ($1, gen_random_uuid(), 'report', $2, 'Carga', now() - interval '1 hour', now() + interval '1 hour')`,
      [ruled.tenant.id, ruled.report.id],
    );
    const kept = await ruled.person({ rlsUsername: 'sul', rlsRoles: ['Regional'] });
    expect((await start(kept.client, ruled.report)).body.status).toBe('report_in_maintenance');
    expect(await getCalls(ruled.principal)).toEqual([]);
  });

  test('is refused from the twenty-first concurrent one on', async () => {
    const { principal, report, person } = await exportScene(harness);
    await control('POST', '/__sim/faults', { preset: 'slow', delayMs: 6_000, scope: 'pbi', principal: principal.appId });
    const { client } = await person();
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => start(client, report, { pages: [`p${index}`] })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ status: 429, body: { status: 'export_limit', vars: { count: 20 } } });
    for (const { body } of answers) if (body.id) await client.post(`/api/auth/exports/${body.id}/cancel`);
  });

  test('without a session is refused', async () => {
    const { tenant, report } = await exportScene(harness);
    expect((await api(harness, tenant).post(`/api/auth/reports/${report.id}/exports`, { format: 'PDF' })).status).toBe(401);
  });
});
