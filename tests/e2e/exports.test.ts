import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, phone, signIn, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();

async function openReport(page: Page): Promise<void> {
  await page.goto(getUrl('vertice', '/all/reports?search=vendas%20diarias'));
  await page.getByRole('link', { name: 'Vendas diárias' }).first().click();
  await page.waitForURL(/reports\/view/);
  await page.frameLocator('iframe').locator('table tbody tr').first().waitFor();
}
const shot = async (page: Page, name: string) => {
  if (!process.env.SHOTS) return;
  mkdirSync(process.env.SHOTS, { recursive: true });
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

test('a user exports the current view, watches its progress, saves the file, and finds it again', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'regional@vertice.test');
  await openReport(page);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: /Exportar Vendas diárias/ });
  await dialog.getByRole('radio', { name: /Esta página/ }).check();
  await dialog.getByText('com os filtros atuais').waitFor();
  await shot(page, 'export-dialog');
  await dialog.getByRole('button', { name: 'Exportar PDF' }).click();
  await page.waitForURL(/exports=1/);
  const drawer = page.getByRole('dialog', { name: 'Exportações' });
  await drawer.getByRole('progressbar').first().waitFor();
  await shot(page, 'export-running');
  await drawer
    .getByRole('button', { name: /Baixar Vendas diárias/ })
    .first()
    .waitFor();
  await drawer
    .getByText(/Baixe até/)
    .first()
    .waitFor();
  await shot(page, 'export-ready');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer
      .getByRole('button', { name: /Baixar Vendas diárias/ })
      .first()
      .click(),
  ]);
  expect(file.suggestedFilename()).toBe('Vendas diárias.pdf');
  await drawer.getByRole('button', { name: 'Fechar' }).last().click();
  await page.goto(getUrl('vertice', '/?exports=1'));
  await page.getByRole('dialog', { name: 'Exportações' }).getByText('Vendas diárias').first().waitFor();
  await shot(page, 'export-home');
  expect(complaints).toEqual([]);
});

test('a comment keeps the current view, mentions a user by keyboard, and is answered', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await openReport(page);
  await page.getByRole('button', { name: /^Comentários/ }).click();
  const panel = page.getByRole('complementary', { name: 'Comentários' });
  const field = panel.getByRole('textbox', { name: 'Comente este relatório' });
  await field.click();
  await field.pressSequentially('Veja o Sul @');
  await panel.getByRole('option').first().waitFor();
  await shot(page, 'comments-mention');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await field.pressSequentially('<b>hoje</b>');
  await page.keyboard.press('Control+Enter');
  // Sent, not only typed: React keeps a textarea's value as its text too.
  await panel.locator('.comment-text', { hasText: '<b>hoje</b>' }).first().waitFor();
  expect(await panel.locator('mark').count()).toBeGreaterThan(0);
  await panel
    .getByRole('button', { name: /^Responder a/ })
    .first()
    .click();
  await panel.getByRole('textbox', { name: /^Responder a/ }).fill('Foi a chuva.');
  await page.keyboard.press('Control+Enter');
  await panel.locator('.comment-text', { hasText: 'Foi a chuva.' }).first().waitFor();
  await panel
    .getByRole('button', { name: /^Abrir a visão/ })
    .first()
    .click();
  await page.getByText('O relatório está como estava').waitFor();
  await shot(page, 'comments-panel');
  expect(complaints).toEqual([]);
});

test('on a phone both are sheets, without sideways scrolling', async () => {
  const page = await newPage({ viewport: phone });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await openReport(page);
  const address = page.url();
  await page.goto(`${address}${address.includes('?') ? '&' : '?'}comments=1`);
  await page.getByRole('dialog', { name: 'Comentários' }).getByRole('textbox').first().waitFor();
  await shot(page, 'comments-phone');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.goto(getUrl('vertice', '/?exports=1'));
  await page.getByRole('dialog', { name: 'Exportações' }).waitFor();
  await shot(page, 'exports-phone');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
});
