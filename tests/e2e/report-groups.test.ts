import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, orderSaved, phone, signIn, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();

async function add(page: Page, host: string, name: string): Promise<void> {
  await page.goto(getUrl(host, '/reports?new=1'));
  await page.getByLabel('Nome').first().fill(name);
  await page.keyboard.press('Control+s');
  await toast(page, 'Grupo criado');
}

test('an administrator adds a group, sees a taken name at the field, and is asked before unsaved input is discarded', async () => {
  const page = await newPage({ expected: ['409'] });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/reports?new=1'));
  await page.getByRole('button', { name: 'Criar grupo' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  await page.getByLabel('Nome').first().fill('comercial');
  await page.getByRole('button', { name: 'Criar grupo' }).click();
  await page
    .getByText(/já está em uso/i)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Descartar as alterações?').waitFor();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect.poll(() => page.url()).not.toContain('new=1');
  expect(complaints).toEqual([]);
});

test('reordering by keyboard is announced, saved and visible at the next visit; a deletion needs the typed name and can be undone', async () => {
  const page = await newPage();
  await signIn(page, 'numera', 'partner@numera.test');
  const name = `Ao Sul ${Date.now() % 10_000}`;
  await add(page, 'numera', name);
  await page.goto(getUrl('numera', '/reports'));
  await row(page, name)
    .getByRole('button', { name: `Ações de ${name}` })
    .click();
  const saved = orderSaved(page);
  await page.getByRole('menuitem', { name: /Mover para cima/ }).click();
  await page
    .getByText(new RegExp(`${name} agora é o número`))
    .first()
    .waitFor({ state: 'attached' });
  await saved;
  await page.reload();
  await row(page, name).waitFor();
  const names = await page.getByRole('rowheader').allInnerTexts();
  expect(names.findIndex((text) => text.includes(name))).toBe(names.length - 2);

  await row(page, name)
    .getByRole('button', { name: `Ações de ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await page.getByLabel(/para confirmar/).fill(name.toUpperCase().replaceAll(' ', '_'));
  await confirm.click();
  await toast(page, 'Grupo excluído');
  await page.getByRole('button', { name: 'Desfazer' }).first().click();
  await toast(page, 'Grupo restaurado');
  await row(page, name).waitFor();
  expect(complaints).toEqual([]);
});

test('a row of one page of many is moved by a single call, which arrives even if the page is left', async () => {
  const page = await newPage();
  await signIn(page, 'numera', 'partner@numera.test');
  const name = `Ao Norte ${Date.now() % 10_000}`;
  await add(page, 'numera', name);
  // The demo's unit has one page; this says that there is a second one.
  await page.route('**/api/auth/groups?*', async (route) => {
    const asked = new URL(route.request().url());
    // Node doesn't resolve the host's name.
    const url = asked.href.replace(asked.hostname, '127.0.0.1');
    const answer = await route.fetch({ url, headers: { ...route.request().headers(), host: asked.host } });
    await route.fulfill({ response: answer, json: { ...(await answer.json()), pages: 2 } });
  });
  await page.goto(getUrl('numera', '/reports'));
  await row(page, name)
    .getByRole('button', { name: `Ações de ${name}` })
    .click();
  const moved = page.waitForRequest((request) => request.url().endsWith('/api/auth/groups/order'));
  await page.getByRole('menuitem', { name: /Mover para cima/ }).click();
  expect((await moved).postDataJSON()).toMatchObject({ partial: true });
  // Without the page, whose own calls end with it.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto(getUrl('numera', '/reports'));
  await row(page, name).waitFor();
  const names = await page.getByRole('rowheader').allInnerTexts();
  expect(names.findIndex((text) => text.includes(name))).toBe(names.length - 2);
  expect(complaints).toEqual([]);
});

test('a concurrent change is reported and typed input is kept', async () => {
  const page = await newPage({ expected: ['409'] });
  await signIn(page, 'vertice', 'admin@vertice.test');
  const name = `Encontro ${Date.now() % 10_000}`;
  await add(page, 'vertice', name);
  await page.goto(getUrl('vertice', `/reports?search=${encodeURIComponent(name)}`));
  await row(page, name)
    .getByRole('button', { name: `Ações de ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const description = page.getByLabel('Descrição').first();
  await description.fill('O que eu digitei');
  const other = await newPage();
  await signIn(other, 'vertice', 'admin@vertice.test');
  await other.goto(page.url());
  await other.getByLabel('Descrição').first().fill('De outra pessoa');
  await other.keyboard.press('Control+s');
  await toast(other, 'Grupo salvo');
  await page.keyboard.press('Control+s');
  await page.getByText('Outra pessoa mudou isto', { exact: false }).first().waitFor();
  expect(await description.inputValue()).toBe('O que eu digitei');
  expect(complaints).toEqual([]);
});

test('the exported file has the filtered rows, and the list works at 390 px without sideways scrolling', async () => {
  const page = await newPage({ viewport: phone, acceptDownloads: true });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/reports?search=comercial'));
  await page.getByText('Comercial').first().waitFor();
  for (const [item, name] of [
    ['Arquivo CSV', 'grupos.csv'],
    ['Arquivo do Excel (XLSX)', 'grupos.xlsx'],
  ] as const) {
    await page.getByRole('button', { name: 'Exportar' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
    expect(file.suggestedFilename()).toBe(name);
  }
  const headings = async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Arquivo CSV' }).click()]);
    return readFileSync(await file.path(), 'utf8').split('\r\n')[0];
  };
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByText('As colunas ocultas ficam de fora: Descrição, Criado em.').waitFor();
  await page.getByRole('menuitemcheckbox', { name: 'Incluir colunas ocultas' }).click();
  expect(await headings()).toContain('Descrição');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Incluir colunas ocultas' }).click();
  expect(await headings()).not.toContain('Descrição');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  expect(complaints).toEqual([]);
});
