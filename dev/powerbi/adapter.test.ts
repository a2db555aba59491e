import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ServiceAccount } from '../../functions/services/report-service/port.ts';
import { adapterScene, azure, pbix } from '../../tests/support/adapter-scene.ts';

const { api, who, account, provider, fault, forward, getEmbed } = await adapterScene();

describe('testing an account', () => {
  test('passes every step', async () => {
    const { steps } = await provider.verify(account, { workspaceId: who.workspaceId, capacity: azure(who) });
    expect(steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual(['token ok', 'api ok', 'workspace ok', 'capacity ok']);
  });

  test('skips the steps that are not requested', async () => {
    const { steps } = await provider.verify(account, {});
    expect(steps.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'skipped', 'skipped']);
  });

  test.each([
    ['a wrong secret', {}, { secret: 'the id of the secret' }, 'token', 'unauthorized', 'AADSTS7000215'],
    ['an expired secret', { preset: 'secret_expired' }, {}, 'token', 'unauthorized', 'AADSTS7000222'],
    ['an unknown app', {}, { appId: randomUUID() }, 'token', 'unauthorized', 'AADSTS700016'],
    ['an unknown directory', {}, { directoryId: randomUUID() }, 'token', 'unauthorized', 'AADSTS90002'],
    ['no right to the API', { preset: 'not_member' }, {}, 'api', 'forbidden', 'PowerBINotAuthorizedException'],
    ['a page instead of an answer', { preset: 'html', scope: 'pbi' }, {}, 'api', 'unavailable', undefined],
    ['no right to the workspace', { preset: 'not_member', path: 'groups/' }, {}, 'workspace', 'forbidden', 'PowerBINotAuthorizedException'],
    ['no right to the capacity', { preset: 'arm_forbidden' }, {}, 'capacity', 'forbidden', 'AuthorizationFailed'],
  ])('stops with %s at its step, in the service’s own words', async (_, preset, wrong, step, code, serviceCode) => {
    if (Object.keys(preset).length > 0) await fault(preset);
    const { steps } = await provider.verify({ ...account, ...wrong }, { workspaceId: who.workspaceId, capacity: azure(who) });
    const failed = steps.find(({ outcome }) => outcome === 'failed');
    expect(failed).toMatchObject({ step, code, serviceCode });
    expect(steps.slice(steps.findIndex(({ outcome }) => outcome === 'failed') + 1).every(({ outcome }) => outcome === 'skipped')).toBe(
      true,
    );
    expect(JSON.stringify(steps)).not.toMatch(/<html|Bearer/);
    if (serviceCode?.startsWith('AADSTS')) expect(failed?.message).toContain(serviceCode);
  });

  test('a secret that the service repeats is not shown, and its message is shortened', async () => {
    await fault({
      scope: 'entra',
      status: 401,
      body: { error: 'invalid_client', error_description: `AADSTS7000215: ${account.secret} ${'x'.repeat(900)}`, error_codes: [7000215] },
    });
    const [token] = (await provider.verify(account, {})).steps;
    expect(token?.message).not.toContain(account.secret);
    expect(token?.message?.length).toBeLessThanOrEqual(500);
  });

  test('a foreign workspace and an empty resource group are distinguished', async () => {
    const strange = await provider.verify(account, { workspaceId: randomUUID() });
    expect(strange.steps[2]).toMatchObject({ outcome: 'failed', code: 'not_found' });
    const elsewhere = await provider.verify(account, { capacity: { ...azure(who), resourceGroup: 'rg-none' } });
    expect(elsewhere.steps[3]).toMatchObject({ outcome: 'failed', code: 'not_found', serviceCode: 'ResourceGroupNotFound' });
  });
});

describe('listing', () => {
  test('workspaces are made, found by a part of their name, and paged', async () => {
    const made = await provider.createWorkspace(account, "Vendas d'Oeste");
    expect(made).toMatchObject({ name: "Vendas d'Oeste", capacityId: null, isOnDedicatedCapacity: false });
    expect((await provider.listWorkspaces(account, { search: "d'oeste", top: 5, skip: 0 })).items).toEqual([made]);
    expect(await provider.listWorkspaces(account, { top: 1, skip: 0 })).toMatchObject({
      more: true,
      items: [{ id: who.workspaceId, isOnDedicatedCapacity: true }],
    });
    await expect(provider.createWorkspace(account, "Vendas d'Oeste")).rejects.toMatchObject({ code: 'conflict' });
  });

  test('reports are listed with their pages and the requirements of their models', async () => {
    const reports = await provider.listReports(account, who.workspaceId);
    expect(reports.map(({ id }) => id)).toEqual(expect.arrayContaining([who.plain.reportId, who.guarded.reportId]));
    expect(await provider.getReport(account, who.workspaceId, who.plain.reportId)).toMatchObject({
      type: 'report',
      datasetId: who.plain.datasetId,
    });
    const pages = await provider.listPages(account, who.workspaceId, who.plain.reportId);
    expect(pages.map(({ order }) => order)).toEqual([0, 1, 2, 3, 4]);
    expect(await provider.datasetFlags(account, who.workspaceId, who.guarded.datasetId)).toEqual({ needsIdentity: true, needsRoles: true });
    expect(await provider.datasetFlags(account, who.workspaceId, who.plain.datasetId)).toEqual({ needsIdentity: false, needsRoles: false });
  });

  test('a started refresh appears in the history, and a second one waits', async () => {
    await provider.startRefresh(account, who.workspaceId, who.plain.datasetId);
    expect((await provider.refreshes(account, who.workspaceId, who.plain.datasetId, 1))[0]).toMatchObject({
      outcome: 'running',
      endedAt: null,
    });
    await expect(provider.startRefresh(account, who.workspaceId, who.plain.datasetId)).rejects.toMatchObject({ code: 'bad_request' });
    await forward(4_100);
    expect((await provider.refreshes(account, who.workspaceId, who.plain.datasetId, 1))[0]?.outcome).toBe('completed');
  });
});

describe('report files', () => {
  const published = async (
    name: string,
    conflict: 'abort' | 'overwrite' | 'create' = 'abort',
    body: Uint8Array | Blob = pbix(),
    bytes = pbix().byteLength,
  ) => {
    const { importId } = await provider.importFile(account, { workspaceId: who.workspaceId, name, conflict, body, bytes });
    expect((await provider.readImport(account, who.workspaceId, importId)).state).toBe('publishing');
    await forward(1_600);
    return provider.readImport(account, who.workspaceId, importId);
  };

  test('are published, listed, and then really show figures', async () => {
    const { state, reports, datasets } = await published('Vendas 2027.pbix');
    expect([state, reports[0]?.name]).toEqual(['succeeded', 'Vendas 2027']);
    const [reportId, datasetId] = [reports[0]?.id ?? '', datasets[0]?.id ?? ''];
    const { token } = await provider.embed(account, getEmbed({ reportId, datasetId }));
    expect((await api.query(reportId, token)).reply.answer.total.now[0]).toBeGreaterThan(0);
  });

  test('with a taken name are refused, replace the report, or are added beside it', async () => {
    const first = await published('Estoque.pbix', 'abort', new Blob([pbix()]));
    await expect(published('Estoque.pbix')).rejects.toMatchObject({ code: 'conflict', serviceCode: 'DuplicatePackageFoundError' });
    expect((await published('Estoque.pbix', 'overwrite')).reports[0]?.id).toBe(first.reports[0]?.id);
    expect((await published('Estoque.pbix', 'create')).reports[0]?.id).not.toBe(first.reports[0]?.id);
    await expect(published('Estoque.pbix', 'overwrite')).rejects.toMatchObject({ serviceCode: 'MoreThanOneDuplicatePackageFoundError' });
  });

  test('that are paginated keep their kind, and are replaced only where there is one', async () => {
    const rdl = new TextEncoder().encode('<?xml version="1.0"?><Report/>');
    const first = await published('Nota fiscal.rdl', 'overwrite', rdl, rdl.byteLength);
    const again = await published('Nota fiscal.rdl', 'overwrite', rdl, rdl.byteLength);
    expect(again.reports[0]?.id).toBe(first.reports[0]?.id);
    expect(await provider.getReport(account, who.workspaceId, first.reports[0]?.id ?? '')).toMatchObject({
      type: 'paginated',
      datasetId: null,
    });
    const reportId = first.reports[0]?.id ?? '';
    const { token } = await provider.embed(account, { ...getEmbed({ reportId, datasetId: '' }), datasetIds: [], reportType: 'paginated' });
    expect((await api.query(reportId, token)).status).toBe(200);
  });

  test('that are not reports fail with the service’s message', async () => {
    const nothing = new TextEncoder().encode('hello');
    expect(await published('Ruim.pbix', 'abort', nothing, nothing.byteLength)).toMatchObject({
      state: 'failed',
      reports: [],
      error: 'The file is encrypted or corrupted',
    });
    expect((await published('import-fails.pbix')).state).toBe('failed');
    expect((await published('import-stuck.pbix')).state).toBe('publishing');
    await fault({ preset: 'import_failed', times: 1 });
    expect((await published('Outra.pbix')).state).toBe('failed');
  });

  test('that are large are sent in parts to a temporary upload, in any order, and joined', async () => {
    const upload = await provider.temporaryUpload(account, who.workspaceId);
    const part = (index: number, body: Uint8Array) => provider.uploadPart(upload, { index, body, bytes: body.byteLength });
    await Promise.all([part(0, pbix()), part(1, new Uint8Array(100_000))]);
    await provider.joinParts(upload, 2);
    const { importId } = await provider.importFromUrl(account, {
      workspaceId: who.workspaceId,
      name: 'Grande.pbix',
      conflict: 'abort',
      url: upload.url,
    });
    await forward(1_600);
    expect((await provider.readImport(account, who.workspaceId, importId)).state).toBe('succeeded');
    await expect(provider.joinParts(upload, 3)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(
      provider.uploadPart({ ...upload, url: upload.url.replace(/sig=.*/, 'sig=x') }, { index: 0, body: pbix(), bytes: pbix().byteLength }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('and reports are copied, bound to other data, and deleted', async () => {
    const { workspaceId } = who;
    const copy = await provider.clone(account, { workspaceId, reportId: who.plain.reportId, name: 'Cópia' });
    expect(copy).toMatchObject({ name: 'Cópia', datasetId: who.plain.datasetId });
    await provider.rebind(account, workspaceId, copy.id, who.guarded.datasetId);
    expect((await provider.getReport(account, workspaceId, copy.id)).datasetId).toBe(who.guarded.datasetId);
    await provider.deleteReport(account, workspaceId, copy.id);
    await expect(provider.getReport(account, workspaceId, copy.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      provider.clone(account, { workspaceId, reportId: who.plain.reportId, name: 'x', targetWorkspaceId: randomUUID() }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('profiles', () => {
  test('see only their own workspaces until they get access to more', async () => {
    const profile = await provider.createProfile(account, 'Cliente A');
    const other = await provider.createProfile(account, 'Cliente B');
    await expect(provider.createProfile(account, 'Cliente A')).rejects.toMatchObject({ code: 'conflict' });
    const as = { ...account, profileId: profile.id };
    const made = await provider.createWorkspace(as, 'Só do cliente A');
    const ids = async (of: ServiceAccount) => (await provider.listWorkspaces(of, { top: 50, skip: 0 })).items.map(({ id }) => id);
    expect(await ids(as)).toEqual([made.id]);
    expect(await ids(account)).not.toContain(made.id);
    expect(await ids({ ...account, profileId: other.id })).toEqual([]);
    await expect(provider.embed(as, getEmbed(who.plain))).rejects.toMatchObject({ code: 'forbidden' });
    await provider.grantProfile(account, who.workspaceId, profile.id, 'Admin');
    expect(await ids(as)).toContain(who.workspaceId);
    expect((await provider.embed(as, getEmbed(who.plain))).token).toBeTruthy();
    await expect(provider.grantProfile({ ...account, objectId: null }, who.workspaceId, profile.id, 'Admin')).rejects.toMatchObject({
      serviceCode: 'ObjectIdMissing',
    });
    // Only the principal itself manages profiles, also for an account that acts as one of them.
    expect((await provider.listProfiles(as)).map(({ name }) => name)).toEqual(['Cliente A', 'Cliente B']);
    await provider.deleteProfile(as, other.id);
    expect(await provider.listProfiles(account)).toEqual([profile]);
  });
});
