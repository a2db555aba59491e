import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, phone, signIn, signInByForm, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();

/** The report inside the frame, as the report service's own page shows it. */
async function shownReport(page: Page): Promise<string> {
  const frame = page.frameLocator('iframe');
  await frame.locator('table tbody tr').first().waitFor();
  return frame.locator('body').innerText();
}
const openReport = async (page: Page, title: string) => {
  await page.getByRole('link', { name: title }).first().click();
  await page.waitForURL(/reports\/view/);
};

test('the regional user signs in on the tenant’s host and sees the figures of one region in an embedded report', async () => {
  const page = await newPage();
  await signInByForm(page, 'vertice', 'regional@vertice.test');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await openReport(page, 'Vendas diárias');
  await shownReport(page);
  await page
    .getByRole('tab', { name: 'Por regional' })
    .or(page.getByRole('button', { name: 'Por regional' }))
    .first()
    .click();
  const body = page.frameLocator('iframe').locator('body');
  await expect.poll(() => body.innerText()).toMatch(/^Sul$/m);
  const text = await body.innerText();
  for (const other of ['Sudeste', 'Nordeste', 'Centro-Oeste']) expect(text).not.toContain(other);
  expect(complaints).toEqual([]);
});

test('an administrator of the same unit sees every region in the same report', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/all/reports?search=vendas%20diarias'));
  await openReport(page, 'Vendas diárias');
  expect(await shownReport(page)).toContain('Sudeste');
  expect(complaints).toEqual([]);
});

test('a user without an RLS identity sees the reason, and no frame is shown', async () => {
  const page = await newPage({ expected: ['403'] });
  await signIn(page, 'vertice', 'agent@vertice.test');
  await page.goto(getUrl('vertice', '/all/reports?search=vendas%20diarias'));
  await openReport(page, 'Vendas diárias');
  await page.getByText('Avise o administrador').waitFor();
  expect(
    await page
      .frameLocator('iframe')
      .locator('table')
      .count()
      .catch(() => 0),
  ).toBe(0);
  expect(complaints).toEqual([]);
});

test('a blocked user sees that reason, and stays on the sign-in page', async () => {
  const page = await newPage({ expected: ['403'] });
  await page.goto(getUrl('vertice', '/signin'));
  await page.getByLabel('E-mail').fill('blocked@vertice.test');
  await page.locator('input[type="password"]').fill('Mirante!2026');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('alert').getByText('bloqueado', { exact: false }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/signin');
  expect(complaints).toEqual([]);
});

test('another tenant’s user sees that tenant’s own colors and language, and nothing of the first', async () => {
  const page = await newPage();
  await signInByForm(page, 'aurora', 'user@aurora.test');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('pt-PT');
  await expect.poll(() => page.title()).toContain('Aurora');
  const button = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--btn').trim());
  expect(button.toLowerCase()).toBe('#8a1f5c');
  expect(await page.locator('body').innerText()).not.toMatch(/Vértice|Mirante/);
  expect(complaints).toEqual([]);
});

test('an administrator’s additions and new order are visible to a viewer at the next visit', async () => {
  const admin = await newPage();
  await signIn(admin, 'vertice', 'admin@vertice.test');
  const name = `Exportação ${Date.now() % 100_000}`;
  await admin.goto(getUrl('vertice', '/reports?new=1'));
  await admin.getByLabel('Nome', { exact: false }).first().fill(name);
  await admin.keyboard.press('Control+s');
  await admin.getByRole('status').getByText(name, { exact: false }).first().waitFor();
  const viewer = await newPage();
  await signInByForm(viewer, 'vertice', 'regional@vertice.test');
  await viewer.getByRole('navigation').getByText(name).first().waitFor();
  expect(complaints).toEqual([]);
});

test('the whole path works in Spanish on a phone: sign in, find, view, change the page', async () => {
  const page = await newPage({ viewport: phone, locale: 'es-ES', hasTouch: true, isMobile: true });
  await signInByForm(page, 'sierra', 'admin@sierra.test');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');
  await page.goto(getUrl('sierra', '/all/reports'));
  await page.locator('a[href*="/reports/view"]').first().click();
  await shownReport(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(phone.width);
  expect(complaints).toEqual([]);
});

test('the platform’s operator lands on the partners and opens a report of the platform', async () => {
  const page = await newPage();
  await signInByForm(page, 'mirante', 'operator@mirante.test');
  expect(new URL(page.url()).pathname).toBe('/partners');
  await page.getByText('Numera BI').first().waitFor();
  await page.goto(getUrl('mirante', '/report/a2m'));
  await page.locator('a[href*="/management/view"]').first().click();
  await shownReport(page);
  expect(complaints).toEqual([]);
});
