import { decode } from 'fast-png';
import { unzipSync } from 'fflate';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportRequest, ReportProvider, ServiceAccount } from '../../functions/services/report-service/port.ts';
import { powerBi } from '../../functions/services/report-service/powerbi.ts';
import { azure } from '../../tests/support/adapter-scene.ts';
import { writeBookmark } from './page/bookmark.ts';
import { nothingChosen } from './page/filters.ts';
import { type ReportService, startReportService } from './server.ts';
import { client, type Registered } from './test-client.ts';

let service: ReportService;
let api: ReturnType<typeof client>;
let provider: ReportProvider;
let who: Registered;
let account: ServiceAccount;
beforeAll(async () => {
  service = await startReportService({ port: 0 });
  api = client(service.url);
  provider = powerBi({ authority: service.url, api: service.url, management: service.url });
  who = await api.register();
  account = { directoryId: who.directoryId, appId: who.appId, secret: who.secret, profileId: null };
});
afterAll(() => service.close());

const forward = (advanceMs: number) => api.post('/__sim/clock', { advanceMs });
const wanted = (more: Partial<ExportRequest> = {}): ExportRequest => ({
  ...{ workspaceId: who.workspaceId, reportId: who.plain.reportId, datasetId: who.plain.datasetId, identity: null, reportType: 'report' },
  ...{ format: 'PDF', includeHiddenPages: false, locale: 'pt-BR' },
  ...more,
});
const guarded = (username: string, more: Partial<ExportRequest> = {}) =>
  wanted({ reportId: who.guarded.reportId, datasetId: who.guarded.datasetId, identity: { username, roles: ['Regional'] }, ...more });

async function made(request: ExportRequest): Promise<{ bytes: Uint8Array; extension: string | null }> {
  const { exportId } = await provider.startExport(account, request);
  await forward(20_000);
  const job = await provider.readExport(account, request.workspaceId, request.reportId, exportId);
  expect(job).toMatchObject({ state: 'succeeded', percent: 100, busy: false });
  const file = await provider.openExport(account, { workspaceId: request.workspaceId, reportId: request.reportId, exportId });
  return { bytes: new Uint8Array(await file.arrayBuffer()), extension: job.extension };
}
/** A CSV of the same rows says what a picture shows. */
const slideText = (bytes: Uint8Array) => Object.entries(unzipSync(bytes));

describe('an export', () => {
  test('goes from not started to running to succeeded, with a Retry-After', async () => {
    const { exportId } = await provider.startExport(account, wanted());
    const read = () => provider.readExport(account, who.workspaceId, who.plain.reportId, exportId);
    expect(await read()).toMatchObject({ state: 'notStarted', retryAfterMs: 1_000, resourceLocation: null });
    await forward(1_200);
    const running = await read();
    expect(running.state).toBe('running');
    expect(running.percent).toBeGreaterThan(10);
    await expect(
      provider.openExport(account, { workspaceId: who.workspaceId, reportId: who.plain.reportId, exportId }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await forward(2_000);
    expect(await read()).toMatchObject({ state: 'succeeded', extension: '.pdf', retryAfterMs: null });
  });

  test('to PDF has one page for each visible page, or for those asked for', async () => {
    const whole = await made(wanted());
    expect((await PDFDocument.load(whole.bytes)).getPageCount()).toBe(4);
    const some = await made(wanted({ pages: ['ReportSection81ab07'] }));
    expect((await PDFDocument.load(some.bytes)).getPageCount()).toBe(1);
  });

  test('to PNG is a picture, and an archive of several', async () => {
    const one = await made(wanted({ format: 'PNG', pages: ['ReportSection'] }));
    expect(one.extension).toBe('.png');
    expect(decode(one.bytes)).toMatchObject({ width: 1280, height: 720 });
    const all = await made(wanted({ format: 'PNG' }));
    expect(all.extension).toBe('.zip');
    expect(Object.keys(unzipSync(all.bytes))).toHaveLength(4);
  });

  test('to PPTX holds a slide with a picture for each page', async () => {
    const { bytes, extension } = await made(wanted({ format: 'PPTX', pages: ['ReportSection', 'ReportSectionc3d940'] }));
    expect(extension).toBe('.pptx');
    const names = slideText(bytes).map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['[Content_Types].xml', 'ppt/presentation.xml', 'ppt/slides/slide2.xml', 'ppt/media/image2.png']),
    );
    expect(names).not.toContain('ppt/slides/slide3.xml');
  });

  test('holds the rows of its identity only, and changes with filters and with a saved view', async () => {
    const picture = async (request: ExportRequest) =>
      Buffer.from((await made({ ...request, format: 'PNG', pages: ['ReportSection'] })).bytes).toString('base64');
    const south = await picture(guarded('Sul'));
    expect(await picture(guarded('Norte'))).not.toBe(south);
    expect(await picture(guarded('Sul'))).toBe(south);
    const plain = await picture(wanted());
    expect(await picture(wanted({ reportLevelFilters: ["Vendas/Canal eq 'Atacado'"] }))).not.toBe(plain);
    const bookmarkState = writeBookmark({
      page: 'ReportSection',
      filters: [],
      pageFilters: {},
      chosen: { ...nothingChosen(), channel: ['Atacado'] },
    });
    expect(await picture(wanted({ bookmarkState }))).not.toBe(plain);
  });

  test('is refused without an identity where the model demands one, and with one where it does not', async () => {
    await expect(provider.startExport(account, guarded('Sul', { identity: null }))).rejects.toMatchObject({ code: 'identity_required' });
    await expect(provider.startExport(account, wanted({ identity: { username: 'Sul', roles: ['Regional'] } }))).rejects.toMatchObject({
      code: 'identity_not_allowed',
    });
  });

  test('is refused for invalid pages, filters, states and formats', async () => {
    for (const wrong of [
      { pages: ['Nowhere'] },
      { reportLevelFilters: ['all of it'] },
      { bookmarkState: '!' },
      { format: 'XLSX' as const },
    ])
      await expect(provider.startExport(account, wanted(wrong))).rejects.toMatchObject({ code: 'bad_request' });
    await expect(provider.startExport(account, wanted({ reportId: who.workspaceId }))).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of another principal is not found', async () => {
    const { exportId } = await provider.startExport(account, wanted());
    const other = await api.register();
    const strange = { directoryId: other.directoryId, appId: other.appId, secret: other.secret, profileId: null };
    await expect(provider.readExport(strange, who.workspaceId, who.plain.reportId, exportId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an export that fails', () => {
  const ended = async (request: ExportRequest) => {
    const { exportId } = await provider.startExport(account, request);
    await forward(20_000);
    return provider.readExport(account, request.workspaceId, request.reportId, exportId);
  };
  test.each([
    ['export_busy', { state: 'failed', busy: true, retryAfterMs: 1_000 }],
    [
      'export_failed',
      { state: 'failed', busy: false, retryAfterMs: null, error: 'The report could not be exported: a visual did not load' },
    ],
    ['export_stuck', { state: 'running', percent: 70, busy: false }],
  ])('with the preset %s reports it', async (preset, told) => {
    await api.post('/__sim/faults', { preset, principal: who.appId, times: 1 });
    expect(await ended(wanted())).toMatchObject(told);
    expect((await ended(wanted())).state).toBe('succeeded');
  });

  test('because its capacity was paused says so', async () => {
    const [own] = await provider.listAzureCapacities(account, { subscriptionId: azure(who).subscriptionId });
    const { exportId } = await provider.startExport(account, wanted());
    await provider.changeAzureCapacity(account, own?.id ?? '', { to: 'paused' });
    await forward(3_100);
    const read = () => provider.readExport(account, who.workspaceId, who.plain.reportId, exportId);
    expect(await read()).toMatchObject({ state: 'failed', busy: false, isPaused: true });
    await provider.changeAzureCapacity(account, own?.id ?? '', { to: 'running' });
    await forward(3_100);
  });

  test('is selected by the report’s name for manual tests; a busy one succeeds the second time', async () => {
    const named = async (name: string) => wanted({ reportId: (await provider.clone(account, { ...wanted(), name })).id });
    expect(await ended(await named('export-fails'))).toMatchObject({ state: 'failed', busy: false });
    expect(await ended(await named('export-stuck'))).toMatchObject({ state: 'running' });
    const busy = await named('Vendas export-busy');
    expect((await ended(busy)).busy).toBe(true);
    expect((await ended(busy)).state).toBe('succeeded');
  });
});

test('a paginated report is exported to tables and texts', async () => {
  const body = new TextEncoder().encode('<Report/>');
  const { importId } = await provider.importFile(account, {
    workspaceId: who.workspaceId,
    name: 'Boleto.rdl',
    conflict: 'abort',
    body,
    bytes: body.byteLength,
  });
  await forward(2_000);
  const [report] = (await provider.readImport(account, who.workspaceId, importId)).reports;
  const request = wanted({ reportId: report?.id ?? '', datasetId: null, reportType: 'paginated' });
  expect(Object.keys(unzipSync((await made({ ...request, format: 'XLSX' })).bytes))).toContain('xl/worksheets/sheet1.xml');
  expect(Object.keys(unzipSync((await made({ ...request, format: 'DOCX' })).bytes))).toContain('word/document.xml');
  expect(new TextDecoder().decode((await made({ ...request, format: 'CSV' })).bytes)).toContain('","');
});
