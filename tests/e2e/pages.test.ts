import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, phone, settled, signIn, turnTo, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();
const isList = (url: string) => new URL(url).pathname === '/api/auth/user-groups';
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Grupos de usuários' });
const rows = (page: Page) => page.getByRole('table').getByRole('link');

function countLists(page: Page): string[] {
  const lists: string[] = [];
  page.on('request', (request) => isList(request.url()) && lists.push(request.url()));
  return lists;
}

/** Holds what `is` names, until `release`. */
async function hold(page: Page, is: (url: string) => boolean) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const wait = async (route: Route) => {
    await held;
    await route.continue();
  };
  await page.route((url) => is(url.href), wait);
  return release;
}

test('a page requests its data once, while its code loads, and not for a link that is only pointed at', async () => {
  const page = await newPage();
  const lists = countLists(page);
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/user'));
  await rows(page).first().waitFor();
  await settled(page);
  const release = await hold(page, (url) => url.includes('/assets/'));
  const link = page.getByRole('link', { name: 'Grupos de usuários' });
  const code = page.waitForRequest((request) => request.url().includes('/assets/'));
  await link.hover();
  await code;
  expect(lists).toEqual([]);
  await link.click();
  await expect.poll(() => lists.length).toBe(1);
  expect(await title(page).count()).toBe(0);
  release();
  await rows(page).first().waitFor();
  await settled(page);
  expect(lists).toHaveLength(1);
  // By its address, and with what the address asks for.
  await page.goto(getUrl('vertice', '/group_users?view=empty&search=x'));
  await title(page).waitFor();
  await settled(page);
  expect(lists).toHaveLength(2);
  expect(lists[1]).toContain('view=empty');
  expect(complaints).toEqual([]);
});

test('the frame is first drawn with its page, and without it where the page’s code takes long', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.addInitScript(() => {
    const drawn: boolean[] = [];
    Object.assign(window, { drawn });
    const note = () => drawn.push(document.querySelector('#root main h1') !== null);
    document.addEventListener('DOMContentLoaded', () => {
      const root = document.getElementById('root');
      if (root) new MutationObserver(note).observe(root, { childList: true, subtree: true });
    });
  });
  const getFiles = async (path: string) => {
    await page.goto(getUrl('vertice', path));
    await settled(page);
    return page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  };
  const others = await getFiles('/');
  expect(await page.evaluate(() => (window as { drawn?: boolean[] }).drawn?.at(0))).toBe(true);
  const own = (await getFiles('/group_users')).filter((name) => name.endsWith('.js') && !others.includes(name));
  expect(own.length).toBeGreaterThan(0);
  const release = await hold(page, (url) => own.includes(url));
  await page.goto(getUrl('vertice', '/group_users'), { waitUntil: 'commit' });
  await page.getByRole('navigation').first().waitFor();
  expect(await title(page).count()).toBe(0);
  release();
  await title(page).waitFor();
  await settled(page);

  // A navigation after the router is made, and before anything is drawn.
  await page.addInitScript(() => {
    const leave = () => ('__TSR_ROUTER__' in window ? history.pushState({}, '', '/user') : void requestAnimationFrame(leave));
    leave();
  });
  const letGo = await hold(page, (url) => own.includes(url));
  await page.goto(getUrl('vertice', '/group_users'), { waitUntil: 'commit' });
  await page.waitForURL((url) => url.pathname === '/user');
  await page.getByRole('navigation').first().waitFor();
  letGo();
  await page.getByRole('heading', { level: 1, name: 'Usuários', exact: true }).waitFor();
  await settled(page);
  expect(complaints).toEqual([]);
});

test('rows stay while others load or a refresh fails, and what fails at first can be tried again', async () => {
  const page = await newPage({ expected: ['500', '404'] });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/group_users'));
  await rows(page).first().waitFor();
  const before = await rows(page).count();
  const release = await hold(page, (url) => isList(url) && url.includes('zzz'));
  await page.getByLabel('Buscar grupo').fill('zzz');
  await page.getByRole('table').and(page.locator('[aria-busy=true]')).waitFor();
  expect(await rows(page).count()).toBe(before);
  expect(await page.locator('main .skeleton').count()).toBe(0);
  release();
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await rows(page).first().waitFor();

  let isBroken = true;
  const body = JSON.stringify({ status: 'unexpected', message: 'broken' });
  await page.route(
    (url) => isList(url.href),
    (route) => (isBroken ? route.fulfill({ status: 500, contentType: 'application/json', body }) : route.continue()),
  );
  const refused = page.waitForResponse((response) => isList(response.url()) && response.status() === 500);
  await page.evaluate(() => history.pushState({}, '', '?sort=-name'));
  await refused;
  await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
  expect(await page.getByLabel('Buscar grupo').isEditable()).toBe(true);
  expect(await title(page).count()).toBe(1);
  isBroken = false;
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
  await rows(page).first().waitFor();

  // A refresh that fails leaves what is shown.
  isBroken = true;
  await rows(page).first().click();
  await page.getByLabel('Descrição').fill(`Sem pressa ${Date.now()}`);
  const again = page.waitForResponse((response) => isList(response.url()) && response.status() === 500);
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar', exact: true }).click();
  await again;
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await rows(page).count()).toBeGreaterThan(0);
  expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);

  await page.evaluate(() => history.pushState({}, '', '?id=00000000-0000-7000-8000-000000000000'));
  await page.getByRole('dialog').getByText('Não existe mais, ou nunca existiu aqui.').waitFor();
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('a failed search ends with the next one, where no address names it', async () => {
  const page = await newPage({ expected: ['500'] });
  await signIn(page, 'cerrado', 'admin@cerrado.test');
  const body = JSON.stringify({ status: 'unexpected', message: 'broken' });
  await page.route(
    (url) => url.pathname.endsWith('/workspaces') && url.search.includes('zzz'),
    (route) => route.fulfill({ status: 500, contentType: 'application/json', body }),
  );
  await page.goto(getUrl('cerrado', '/management/report?import=1'));
  const choice = page.getByRole('radio', { name: /Cerrado Comercial/ });
  await choice.waitFor();
  await page.getByLabel('Buscar workspace').fill('zzz');
  await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
  await page.getByLabel('Buscar workspace').fill('comercial');
  await choice.waitFor();
  expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a page of both sides names its side, and has a way back on a phone', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  const trail = page.getByRole('navigation', { name: 'Você está em' });
  for (const [path, words] of [
    ['/catalogs', ['Início', 'Catálogos']],
    ['/remote/authorization', ['Administrar', 'Acesso remoto']],
    ['/nothing-here', ['Administrar', 'Esta página não existe']],
  ] as const) {
    await page.goto(getUrl('vertice', path));
    await expect.poll(() => trail.locator('li:not([aria-hidden])').allInnerTexts()).toEqual(words);
  }
  await page.setViewportSize(phone);
  // Home turns to the viewing side, which stays for pages of both.
  await page.goto(getUrl('vertice', '/'));
  for (const path of ['/catalogs', '/playlists']) {
    await turnTo(page, path);
    await page.getByRole('link', { name: 'Voltar para Início' }).waitFor();
  }
  await page.getByRole('link', { name: 'Voltar para Início' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await page.getByRole('link', { name: /^Voltar/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a mail’s link to the own account opens it for a profile with another home', async () => {
  const page = await newPage();
  await signIn(page, 'mirante', 'operator@mirante.test');
  await page.goto(getUrl('mirante', '/?account=sessions'));
  await page.getByRole('dialog', { name: 'Minhas sessões' }).waitFor();
  expect(page.url()).toBe(getUrl('mirante', '/partners?account=sessions'));
  await page.keyboard.press('Escape');
  await page.waitForURL(getUrl('mirante', '/partners'));
  expect(complaints).toEqual([]);
});

test('the menu counts the requests that wait, and the tab of displays belongs to the side that administers', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/?area=manage'));
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await menu.getByRole('link', { name: /^Catálogos \d+ pedidos? aguardam?$/ }).waitFor();
  await page.goto(getUrl('vertice', '/'));
  await page.goto(getUrl('vertice', '/playlists?tab=devices'));
  await menu.getByRole('link', { name: 'Usuários', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('the address of the appearance opens it over any page, and closes to that page', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'regional@vertice.test');
  await page.goto(getUrl('vertice', '/all/reports?account=appearance'));
  const drawer = page.getByRole('dialog', { name: 'Aparência' });
  await drawer.getByRole('button', { name: 'Escuro' }).press('Space');
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  await page.keyboard.press('Escape');
  await page.waitForURL(getUrl('vertice', '/all/reports'));
  expect(complaints).toEqual([]);
});

test('a page that this user may not open requests nothing', async () => {
  const page = await newPage();
  const lists = countLists(page);
  await signIn(page, 'vertice', 'regional@vertice.test');
  await page.goto(getUrl('vertice', '/group_users'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  expect(lists).toEqual([]);
});
