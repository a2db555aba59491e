import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, measureOverflow, phone, signIn, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor();

test('a group is made, gets a member and a report, shows its effect, and is deleted and restored', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  const name = `Frota ${Date.now() % 10_000}`;
  await page.goto(getUrl('vertice', '/group_users?new=1'));
  await page.getByLabel('Nome').first().fill(name);
  await page.getByRole('button', { name: 'Criar grupo' }).click();
  await toast(page, 'Grupo criado');
  await expect.poll(() => page.url()).toContain('tab=members');

  await page.getByRole('combobox', { name: 'Pessoas' }).click();
  await page.getByRole('option').first().click();
  // The suggestions of a field cover what is below until the field is left.
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Adicionar 1 pessoa' }).click();
  await toast(page, '1 pessoa entrou no grupo');
  await page.getByRole('switch').first().waitFor();

  await page.getByRole('tab', { name: /Relatórios/ }).click();
  await page.getByRole('combobox', { name: 'Dar relatórios' }).click();
  // By keyboard: on a busy machine a click on the last of this long list chose nothing.
  await page.getByRole('option').last().waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Dar ao grupo' }).click();
  const release = page.getByRole('button', { name: 'Dar sem filtros' });
  await page
    .getByRole('status')
    .filter({ hasText: /dados? ao grupo/ })
    .or(release)
    .first()
    .waitFor();
  if (await release.isVisible()) await release.click();
  await page.getByRole('switch').first().waitFor();
  await page.getByRole('tab', { name: 'Histórico' }).click();
  await page.getByText(/deu 1 relatório/).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Ações de ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByLabel(/para confirmar/).fill(name.toUpperCase().replaceAll(' ', '_'));
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click();
  await toast(page, 'Grupo excluído');
  await page.getByRole('button', { name: 'Desfazer' }).first().click();
  await toast(page, 'Grupo restaurado');
  expect(complaints).toEqual([]);
});

test('nothing scrolls sideways on a phone', async () => {
  const page = await newPage({ viewport: phone });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/group_users'));
  await page.getByRole('heading', { name: 'Grupos de usuários' }).waitFor();
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});
