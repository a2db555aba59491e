import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, settled, signInByForm, useBrowser } from '../support/browser.ts';

const { newPage } = useBrowser();
const expected = ['404', 'Failed to fetch dynamically imported module', 'Unable to preload'];

/** Counts the documents that the page loads, and answers as after a deployment that replaced some files. */
async function replaceFiles(page: Page, isGone: (path: string, method: string) => boolean) {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(new URL(request.url()).pathname);
  });
  await page.route('**/assets/**', (route) => {
    const gone = isGone(new URL(route.request().url()).pathname, route.request().method());
    return gone ? route.fulfill({ status: 404, headers: { 'cache-control': 'no-store' }, body: 'not found' }) : route.continue();
  });
  return documents;
}

// The texts of overlays: a file of their own, which home has not loaded.
const isOver = (path: string) => /part-manage/.test(path);

/** Opens an overlay whose files are missing: the page reports it, stays and, unless reloaded before, checks if its deployment is gone. */
async function openOver(page: Page, { asks = true } = {}) {
  const answered = asks && page.waitForResponse((answer) => answer.request().method() === 'HEAD');
  await page.evaluate(() => history.pushState({}, '', '?account=profile'));
  await page.getByText('Não foi possível carregar a página.').first().waitFor();
  await answered;
}

const titles = { '/': /^(Bom dia|Boa tarde|Boa noite)/, '/all/reports': 'Todos os relatórios' };
/** A reload would have begun by the time the next page is drawn. */
const turn = async (page: Page, to: keyof typeof titles) => {
  await page.evaluate((path) => history.pushState({}, '', path), to);
  await page.getByRole('heading', { level: 1, name: titles[to] }).waitFor();
  await settled(page);
};

test('a tab whose files a deployment replaced is reloaded at the next navigation, once', async () => {
  const page = await newPage({ expected });
  await signInByForm(page, 'vertice', 'admin@vertice.test');
  await settled(page);
  const [entry = ''] = await page.$$eval('script[type=module][src]', (scripts) =>
    scripts.map((script) => script.getAttribute('src') ?? ''),
  );
  const documents = await replaceFiles(page, (path, method) => isOver(path) || (method === 'HEAD' && path === entry));
  await openOver(page);
  expect(documents).toEqual([]);
  await turn(page, '/all/reports');
  await expect.poll(() => documents).toEqual(['/all/reports']);
  await settled(page);
  // Still missing: reported again, without a reload loop.
  await openOver(page, { asks: false });
  await turn(page, '/');
  expect(documents).toEqual(['/all/reports']);
});

test('a tab whose deployment still exists keeps its page', async () => {
  const page = await newPage({ expected });
  await page.goto(getUrl('vertice', '/signin'));
  await signInByForm(page, 'vertice', 'admin@vertice.test');
  await settled(page);
  const documents = await replaceFiles(page, isOver);
  await openOver(page);
  await turn(page, '/all/reports');
  expect(documents).toEqual([]);
});

test('a signed-in user sees the tenant’s name, at home a greeting, until the first page is drawn', async () => {
  const page = await newPage();
  const frame = page.locator('#first-frame');
  await signInByForm(page, 'vertice', 'admin@vertice.test');
  await settled(page);
  const title = page.locator('.greeting h1');
  const greeting = (await title.innerText()).trim();
  const place = await title.evaluate((words) => words.getBoundingClientRect().top);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Neither code nor style sheets are needed for it.
  await page.route('**/assets/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(getUrl('vertice', '/all/reports'), { waitUntil: 'commit' });
  await frame.getByText('Vértice').waitFor();
  await page.goto(getUrl('vertice', '/'), { waitUntil: 'commit' });
  await frame.getByText(greeting, { exact: true }).waitFor();
  expect(await frame.locator('b').evaluate((words) => words.getBoundingClientRect().top)).toBe(place);
  release();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await frame.count()).toBe(0);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').first().fill('sair');
  await page.getByRole('option', { name: 'Sair', exact: true }).click();
  await page.waitForURL('**/signin');
  expect(await page.evaluate(() => localStorage.getItem('bi:config')?.includes('greeting') ?? false)).toBe(false);
  await page.goto(getUrl('vertice', '/all/reports'));
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
  expect(await frame.count()).toBe(0);
});
