import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { budgetMs } from '../../functions/services/report-service/http.ts';
import { adapterScene, adapterTo, azure, pbix } from '../../tests/support/adapter-scene.ts';

const { who, account, provider, fault, heal, getExport } = await adapterScene();

describe('when the service fails', () => {
  const calls: [string, () => Promise<unknown>][] = [
    ['listWorkspaces', () => provider.listWorkspaces(account, { top: 5, skip: 0 })],
    ['createWorkspace', () => provider.createWorkspace(account, randomUUID())],
    ['listReports', () => provider.listReports(account, who.workspaceId)],
    ['listPages', () => provider.listPages(account, who.workspaceId, who.plain.reportId)],
    ['datasetFlags', () => provider.datasetFlags(account, who.workspaceId, who.plain.datasetId)],
    [
      'importFile',
      () =>
        provider.importFile(account, {
          workspaceId: who.workspaceId,
          name: `${randomUUID()}.pbix`,
          conflict: 'abort',
          body: pbix(),
          bytes: pbix().byteLength,
        }),
    ],
    ['readImport', () => provider.readImport(account, who.workspaceId, randomUUID())],
    ['temporaryUpload', () => provider.temporaryUpload(account, who.workspaceId)],
    ['clone', () => provider.clone(account, { workspaceId: who.workspaceId, reportId: who.plain.reportId, name: 'x' })],
    ['rebind', () => provider.rebind(account, who.workspaceId, who.plain.reportId, who.plain.datasetId)],
    ['startExport', () => provider.startExport(account, getExport(who.plain))],
    ['readExport', () => provider.readExport(account, who.workspaceId, who.plain.reportId, randomUUID())],
    [
      'openExport',
      () => provider.openExport(account, { workspaceId: who.workspaceId, reportId: who.plain.reportId, exportId: randomUUID() }),
    ],
    ['startRefresh', () => provider.startRefresh(account, who.workspaceId, who.guarded.datasetId)],
    ['listProfiles', () => provider.listProfiles(account)],
    ['createProfile', () => provider.createProfile(account, randomUUID())],
    ['listCapacities', () => provider.listCapacities(account)],
  ];

  test.each(calls)('%s distinguishes an HTML page, an error and too many calls', async (_, call) => {
    for (const [preset, code] of [
      ['html', 'unavailable'],
      ['server_error', 'unavailable'],
      ['not_found', 'not_found'],
      ['unauthorized', 'unauthorized'],
    ]) {
      await fault({ preset, scope: 'pbi', times: 2 });
      await expect(call()).rejects.toMatchObject({ code });
      await heal();
    }
    await fault({ preset: 'throttled', scope: 'pbi', retryAfter: 60 });
    await expect(call()).rejects.toMatchObject({ code: 'throttled', retryAfterMs: 60_000, serviceCode: 'TooManyRequests' });
  });

  test('a truncated answer is an error, and a Retry-After is honored only where a retry is safe', async () => {
    await fault({ preset: 'cut', scope: 'pbi', times: 1 });
    await expect(provider.listReports(account, who.workspaceId)).rejects.toMatchObject({ code: 'unavailable' });
    await fault({ preset: 'throttled', scope: 'pbi', retryAfter: 0, times: 1 });
    expect((await provider.listReports(account, who.workspaceId)).length).toBeGreaterThan(0);
    await fault({ preset: 'throttled', scope: 'pbi', retryAfter: 0, times: 1 });
    await expect(provider.startExport(account, getExport(who.plain))).rejects.toMatchObject({ code: 'throttled' });
  });

  test('a paused capacity is recognized by its words too, as a failed query reports it', async () => {
    const code = 'DatasetExecuteQueriesError';
    const detail = { type: 1, value: 'Capacity operation failed with error code CapacityNotActive' };
    const error = { code, 'pbi.error': { code, details: [{ code: 'DetailsMessage', detail }] } };
    await fault({ scope: 'pbi', status: 400, body: { error } });
    await expect(provider.listReports(account, who.workspaceId)).rejects.toMatchObject({ code: 'capacity_paused' });
  });

  test('a failing Azure is reported as such', async () => {
    for (const [preset, code] of [
      ['arm_forbidden', 'forbidden'],
      ['html', 'unavailable'],
      ['cut', 'unavailable'],
    ]) {
      await fault({ preset, scope: 'arm' });
      await expect(provider.listAzureCapacities(account, azure(who))).rejects.toMatchObject({ code });
      await heal();
    }
  });

  test('a service that is down and one that never answers both end in an error', async () => {
    const down = adapterTo('http://127.0.0.1:9');
    await expect(down.listReports({ ...account, appId: randomUUID() }, who.workspaceId)).rejects.toMatchObject({ code: 'unavailable' });
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo; // because a TCP server has an address with a port
    // Fake timers don't reach AbortSignal.timeout: the deadline is recorded and passes a hundred times faster.
    const { timeout } = AbortSignal;
    const deadlines = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, Math.ceil(ms / 100)));
    await expect(adapterTo(`http://127.0.0.1:${port}`).listReports(account, who.workspaceId)).rejects.toMatchObject({ code: 'timeout' });
    expect(deadlines.mock.calls.every(([ms]) => ms > budgetMs - 500 && ms <= budgetMs)).toBe(true);
    expect(deadlines).toHaveBeenCalledOnce();
    silent.closeAllConnections();
    silent.close();
  });
});
