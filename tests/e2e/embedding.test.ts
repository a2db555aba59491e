import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { wallClock } from '../../domain/format/date.ts';
import { partOfDay } from '../../web/features/reports/home/greeting.ts';
import { everyLook } from '../support/axe.ts';
import { getUrl, settled, signIn, useBrowser } from '../support/browser.ts';
import { embedToken } from '../support/make-embedding.ts';
import { portal } from '../support/world.ts';

const { newPage, complaints } = useBrowser();
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});
const patience = { timeout: 30_000 };
const frame = (page: Page) => page.frameLocator('iframe').first();
const said = (page: Page) => page.getByRole('log');
const heard = (page: Page, ...lines: string[]) =>
  expect.poll(async () => (await said(page).innerText()).trim().split('\n'), patience).toEqual(lines.map((line) => `mirante:${line}`));

/** A site of another origin that shows the current `html` and answers token requests with none. */
async function site(html: () => string): Promise<string> {
  const server = createServer(({ url }, answer) =>
    url === '/' ? void answer.setHeader('content-type', 'text/html').end(html()) : void answer.writeHead(204).end(),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return `http://outro.localhost:${(server.address() as AddressInfo).port}`; // because it listens on a port
}

/** A browser that blocks storage in cross-site frames. */
const closeStorage = () => {
  if (window.parent === window) return;
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
};

test('a report is embedded in another origin’s site, without storage and configuration, and a new token does not reload it', async () => {
  const page = await newPage({ isNew: true });
  await page.addInitScript(closeStorage);
  await page.clock.install();
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(new URL(request.url()).pathname));
  await page.goto(`${portal().site}/?show=person`);
  await frame(page)
    .getByRole('heading', { level: 1, name: 'Vendas diárias' })
    .waitFor({ state: 'attached', ...patience });
  await frame(page).frameLocator('iframe').locator('table').first().waitFor(patience);
  await heard(page, 'ready');
  await frame(page)
    .locator('iframe')
    .evaluate((report) => report.setAttribute('data-first', ''));
  await page.clock.fastForward('07:55:30');
  await heard(page, 'ready', 'token-wanted', 'ready');
  expect(await frame(page).locator('iframe[data-first]').count()).toBe(1);
  await expect.poll(() => calls.filter((path) => path.endsWith('/report/view')).length, patience).toBeGreaterThan(1);
  expect(calls).not.toContain('/api/auth/config');

  // The site provides no token: after eight hours the page says that the session ended.
  await page.goto(`${portal().site}/?show=nobody&deaf`);
  await heard(page, 'ready');
  await page.clock.fastForward('07:55:30');
  await heard(page, 'ready', 'token-wanted');
  await page.clock.fastForward('00:05:00');
  await page.clock.fastForward('00:00:11');
  await frame(page).getByRole('heading', { name: 'A sessão terminou' }).waitFor(patience);
  await heard(page, 'ready', 'token-wanted', 'token-wanted', 'over');

  // The whole portal, its pages and the way back from them.
  await page.goto(`${portal().site}/?show=portal`);
  await frame(page).getByRole('link', { name: 'Comercial' }).first().click(patience);
  await frame(page).getByRole('heading', { level: 1, name: 'Comercial' }).waitFor(patience);
  await frame(page).getByRole('navigation', { name: 'You are here' }).getByRole('link').first().click();
  await frame(page)
    .getByRole('heading', { level: 1, name: /Daniel/ })
    .waitFor(patience);
  expect(await frame(page).locator('.side').count()).toBe(0);
  expect(calls).not.toContain('/api/auth/config');
  expect(complaints).toEqual([]);
}, 120_000);

test('a key is made, opens in allowed sites only, and ends its sessions when revoked', async () => {
  const admin = await newPage();
  await signIn(admin, 'vertice', 'admin@vertice.test');
  let shown = '';
  const listening =
    '<pre role="log"></pre><script>addEventListener("message", ({ data }) => document.querySelector("pre").append(data.type + "\\n"))</script>';
  const html = () => `<h1>Outro site</h1>${listening}<iframe src="${shown}" title="Mirante"></iframe>`;
  const [allowed, other] = [await site(html), await site(html)];
  await admin.goto(getUrl('vertice', '/setting?area=embedding'));
  await settled(admin);
  const sites = admin.getByRole('textbox', { name: 'Sites permitidos' });
  await sites.fill(`${await sites.inputValue()}\n${allowed}`);
  await admin.keyboard.press('Control+s');
  await admin.getByRole('status').filter({ hasText: 'Configurações salvas' }).first().waitFor(patience);
  await admin.getByRole('button', { name: 'Criar chave' }).click();
  const dialog = admin.getByRole('dialog');
  const name = `Site ${crypto.randomUUID().slice(0, 8)}`;
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByRole('button', { name: 'Criar chave' }).click();
  await dialog.getByText('Guarde este segredo agora').waitFor(patience);
  await dialog.getByRole('button', { name: 'Já guardei' }).click();
  // The next key takes its name at once; the five-line sample names this host and this key.
  await admin.getByRole('button', { name: `Trocar ${name}` }).click(patience);
  await dialog.getByRole('button', { name: 'Trocar', exact: true }).click(patience);
  await dialog.getByRole('button', { name: 'Copiar exemplo' }).waitFor(patience);
  const [id = '', secret = ''] = await dialog.locator('.embed-secret dd').allInnerTexts();
  await expect.poll(() => dialog.locator('.embed-example').innerText()).toContain(id);
  await dialog.getByRole('button', { name: 'Já guardei' }).click();
  await admin.getByRole('button', { name: `Revogar ${name} (Trocada)` }).waitFor(patience);
  const mint = () => {
    const now = Math.floor(Date.now() / 1000);
    return embedToken(
      { id, secret },
      { aud: 'vertice.localhost', iat: now, exp: now + 300, jti: crypto.randomUUID(), sub: 'admin@vertice.test' },
    );
  };

  const page = await newPage({ isNew: true, expected: ['frame-ancestors', 'ERR_BLOCKED', '401'] });
  await page.clock.install();
  shown = getUrl('vertice', `/embedded/${mint()}`);
  await page.goto(other);
  await expect.poll(() => page.frames().at(-1)?.url(), patience).toMatch(/^chrome-error/);
  await page.goto(allowed);
  await heard(page, 'ready');
  await frame(page)
    .getByRole('heading', { level: 1, name: /Marcos/ })
    .waitFor(patience);

  const row = admin.getByRole('listitem').filter({ hasText: name, hasNotText: 'Trocada' });
  await row.getByRole('button', { name: `Revogar ${name}`, exact: true }).click();
  await dialog.getByLabel(/para confirmar/).fill(name.toUpperCase().replace(' ', '_'));
  await dialog.getByRole('button', { name: 'Revogar' }).click();
  await row.getByText('Revogada').waitFor(patience);
  await frame(page).getByRole('link', { name: 'Comercial' }).first().click();
  await page.clock.fastForward('00:01:00');
  await frame(page).getByRole('heading', { name: 'A sessão terminou' }).waitFor(patience);
  await heard(page, 'ready', 'token-wanted', 'over');

  // Refusals are shown in full; the administrator's test runs in the page of the keys.
  const refused = await newPage({ expected: ['401'] });
  await refused.goto(getUrl('vertice', '/embedded/garbage'));
  await refused.getByRole('heading', { name: 'Não foi possível abrir esta página' }).waitFor(patience);
  await refused.getByText('enviou um token que foi recusado: não é um token válido.').waitFor();
  expect(await everyLook(refused, 'refused')).toEqual([]);
  await admin.getByRole('button', { name: 'Criar token e abrir' }).click();
  await frame(admin)
    .getByRole('heading', { level: 1, name: /Marcos/ })
    .waitFor(patience);
  expect(complaints).toEqual([]);
}, 120_000);

test('an embedded portal shows times by the unit’s clock, whatever the reader’s time zone', async () => {
  // Half a day from São Paulo: a greeting never fits both.
  const page = await newPage({ timezoneId: 'Asia/Tokyo' });
  await page.goto(`${portal().site}/?show=portal`);
  const heading = frame(page).getByRole('heading', { level: 1, name: /^Good / });
  await heading.waitFor(patience);
  const hereAndNow = partOfDay(wallClock(new Date(), 'America/Sao_Paulo').hours);
  await expect.poll(() => heading.innerText()).toContain(`Good ${hereAndNow}`);
  expect(complaints).toEqual([]);
});
