import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { type ReportService, startReportService } from '../../dev/powerbi/server.ts';
import { client, type Registered } from '../../dev/powerbi/test-client.ts';
import { useBrowser } from '../support/browser.ts';

// The stand-in's own page under the unpatched SDK: for the browser it has the real service's address.
const { newPage, complaints } = useBrowser();
const address = 'https://app.powerbi.com';
let service: ReportService;
let api: ReturnType<typeof client>;
let who: Registered;
beforeAll(async () => {
  service = await startReportService({ port: 0, embedOrigin: address });
  api = client(service.url);
  who = await api.register();
});
afterAll(() => service.close());

type Method = 'addPage' | 'isSaved' | 'save' | 'saveAs' | 'switchMode';
type Detail = { saveAs?: boolean; reportObjectId?: string; reportName?: string };
/** What these tests use of the SDK, which is a script of their page and has no types there. */
type Host = {
  powerbi: { embed(place: HTMLElement | null, config: object): { on(name: string, handler: (event: CustomEvent) => void): void } };
  report: Record<Method, (...args: unknown[]) => Promise<boolean | { displayName?: string } | undefined>>;
  events: { name: string; detail: Detail | string }[];
};

async function open(edit: boolean, sim = ''): Promise<Page> {
  const page = await newPage({ expected: ['403', 'Failed to load resource'] });
  const sdk = await readFile(join(root, 'node_modules/powerbi-client/dist/powerbi.min.js'), 'utf8');
  const html =
    '<!doctype html><html lang="en"><title>Host</title><body style="margin:0"><div id="place" style="height:100vh"></div><script src="/sdk.js"></script>';
  await page.route('http://host.localhost/**', (route) =>
    route.request().url().endsWith('/sdk.js')
      ? route.fulfill({ contentType: 'text/javascript', body: sdk })
      : route.fulfill({ contentType: 'text/html', body: html }),
  );
  await page.route(`${address}/**`, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const { authorization } = request.headers();
    const answer = await fetch(`${service.url}${pathname}${search}`, {
      method: request.method(),
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(request.method() === 'POST' && { body: request.postData() ?? '' }),
    });
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
  await page.goto('http://host.localhost/');
  const { token } = await api.mint(who, who.plain, undefined, { reports: [{ id: who.plain.reportId, allowEdit: edit }] });
  await page.evaluate(
    ({ embedUrl, id, accessToken }) => {
      const { powerbi } = window as unknown as Host; // because its script has been loaded
      const events: unknown[] = [];
      const config = { type: 'report', tokenType: 1, embedUrl, id, accessToken, permissions: 7, viewMode: 0, settings: {} };
      const report = powerbi.embed(document.getElementById('place'), config);
      for (const name of ['loaded', 'rendered', 'saved', 'pageChanged', 'error'])
        report.on(name, ({ detail }: CustomEvent) =>
          events.push({ name, detail: name === 'pageChanged' ? detail.newPage.displayName : detail }),
        );
      Object.assign(window, { report, events });
    },
    { embedUrl: `${address}/reportEmbed?reportId=${who.plain.reportId}&language=pt-BR${sim}`, id: who.plain.reportId, accessToken: token },
  );
  await page.frameLocator('iframe').locator('main.content h1').waitFor();
  return page;
}

/** Calls a method of the embedded report and returns the result. */
const ask = (page: Page, method: Method, ...given: unknown[]) =>
  page.evaluate(
    async ({ method, given }) => {
      const { report } = window as unknown as Host; // because open put it there
      try {
        const result = await report[method](...given);
        return { ok: true, result: typeof result === 'boolean' ? result : (result?.displayName ?? null) };
      } catch (error) {
        return { ok: false, result: (error as { message?: string }).message ?? null };
      }
    },
    { method, given },
  );
const events = (page: Page) => page.evaluate(() => (window as unknown as Host).events); // because open put them there

test('a report is changed in its frame, saved in place and as a copy', async () => {
  const page = await open(true);
  const frame = page.frameLocator('iframe');
  expect(await ask(page, 'isSaved')).toEqual({ ok: true, result: true });
  await ask(page, 'switchMode', 'edit');
  await frame.getByRole('toolbar').waitFor();
  expect(await ask(page, 'addPage', 'Página do Sul')).toEqual({ ok: true, result: 'Página do Sul' });
  await frame.getByRole('textbox', { name: 'Nome da página' }).fill('Sul em foco');
  await frame.getByRole('textbox', { name: 'Nome da página' }).press('Enter');
  await frame.getByRole('button', { name: 'Sul em foco' }).waitFor();
  expect(await ask(page, 'isSaved')).toEqual({ ok: true, result: false });
  await frame.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect
    .poll(async () => (await events(page)).find(({ name }) => name === 'saved')?.detail)
    .toMatchObject({ saveAs: false, reportObjectId: who.plain.reportId });
  expect(await ask(page, 'isSaved')).toEqual({ ok: true, result: true });
  const pages = (await (await api.rest(who, `/groups/${who.workspaceId}/reports/${who.plain.reportId}/pages`)).json()) as {
    value: { displayName: string }[];
  }; // because the route answers so
  expect(pages.value.map(({ displayName }) => displayName)).toContain('Sul em foco');

  await ask(page, 'saveAs', { name: 'Cópia para o conselho' });
  await expect
    .poll(async () => (await events(page)).findLast(({ name }) => name === 'saved')?.detail)
    .toMatchObject({ saveAs: true, reportName: 'Cópia para o conselho' });
  const listed = (await (await api.rest(who, `/groups/${who.workspaceId}/reports`)).json()) as { value: { name: string }[] }; // because the route answers so
  expect(listed.value.map(({ name }) => name)).toContain('Cópia para o conselho');

  await frame.getByRole('button', { name: 'Excluir página' }).click();
  await expect.poll(async () => await frame.getByRole('button', { name: 'Sul em foco' }).count()).toBe(0);
  await ask(page, 'switchMode', 'view');
  await expect.poll(async () => await frame.getByRole('toolbar').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('without edit permission in its token a report stays unchanged', async () => {
  const page = await open(false);
  expect(await ask(page, 'switchMode', 'edit')).toMatchObject({ ok: false, result: 'PowerBINotAuthorizedException' });
  expect(await ask(page, 'save')).toMatchObject({ ok: false });
  expect(await page.frameLocator('iframe').getByRole('toolbar').count()).toBe(0);
});

test('a hostile frame has another origin, which the host recognizes', async () => {
  const page = await newPage({ expected: ['403', 'Failed to load resource'] });
  // A real loopback host: the browser does not let a remote page frame one.
  const host = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Host</title><iframe id="f"></iframe>'),
  );
  await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = host.address() as AddressInfo; // because a TCP server has an address with a port
  await page.goto(`http://127.0.0.1:${port}/`);
  const { token } = await api.mint(who, who.plain);
  const origins = await page.evaluate(
    ({ url, id, accessToken }) =>
      new Promise<string[]>((resolve) => {
        const heard: string[] = [];
        const frame = document.getElementById('f') as HTMLIFrameElement; // because the page was written above
        window.addEventListener('message', ({ data, origin }) => {
          if (!origin.includes(new URL(url).host)) heard.push(`${origin} ${data.url}`);
          if (data.url?.startsWith('/ready/'))
            frame.contentWindow?.postMessage(
              { method: 'POST', url: '/report/load', headers: { id: '1', uid: 'u' }, body: { id, accessToken, settings: {} } },
              '*',
            );
          if (heard.length === 2) resolve(heard);
        });
        frame.src = `${url}/reportEmbed?uid=u&sim=wrong_origin`;
      }),
    { url: service.url, id: who.plain.reportId, accessToken: token },
  );
  host.closeAllConnections();
  host.close();
  expect(origins.every((line) => line.startsWith('http://localhost:'))).toBe(true);
  expect(origins.map((line) => line.split('/').at(-1))).toEqual(['error', 'rendered']);
});
