import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, phone, signIn, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();
const guid = '5ab5c41b-0000-4000-8000-00000000000a';

test('an account is tested before it is saved, shows the error, is registered, disabled and deleted by its typed name', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/powerbi'));
  await row(page, 'Power BI da Vértice').waitFor();
  await page.getByRole('button', { name: 'Nova conta' }).click();
  await page.getByRole('button', { name: 'Cadastrar conta' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  const name = `Reserva ${Date.now() % 10_000}`;
  await page.getByLabel('Nome').first().fill(name);
  await page.getByLabel('ID do diretório').fill(guid);
  await page.getByLabel('ID do aplicativo').fill(guid);
  await page.getByLabel('Valor do segredo').fill(guid);
  await page.getByText('Isto parece o ID do segredo').waitFor();
  await page.getByLabel('Valor do segredo').fill('vtc~another-secret');
  await page.getByLabel('Segredo termina em').fill('31/12/2030');
  await page.getByRole('button', { name: 'Testar a conexão' }).click();
  await page.getByText('Não há diretório com este ID').waitFor();
  await page.getByRole('button', { name: 'Cadastrar conta' }).click();
  await toast(page, 'Conta cadastrada');

  const menu = async (item: string) => {
    await row(page, name)
      .getByRole('button', { name: `Ações de ${name}` })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Desativar');
  await toast(page, 'desativada');
  await row(page, name).getByText('Desativada').waitFor();
  await menu('Editar');
  await page.getByText('Definido em').waitFor();
  await page.keyboard.press('Escape');
  await menu('Excluir');
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await page.getByLabel(/para confirmar/).fill(name.toUpperCase().replaceAll(' ', '_'));
  await confirm.click();
  await toast(page, 'Conta excluída');
  expect(complaints).toEqual([]);
});

test('the stored account passes its test, and a workspace is created at the service, renamed and removed', async () => {
  const page = await newPage();
  await signIn(page, 'sierra', 'admin@sierra.test');
  await page.goto(getUrl('sierra', '/powerbi'));
  await page.getByRole('link', { name: 'Power BI de Sierra Norte' }).click();
  await page.getByRole('tab', { name: 'Conexión' }).click();
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await expect.poll(() => page.getByText('funcionó').count()).toBe(4);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Áreas de trabajo' }).click();
  await row(page, 'Sierra Operación').waitFor();
  await page.getByRole('button', { name: 'Añadir áreas de trabajo' }).click();
  await page.getByText('Añadida', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Crear área de trabajo' }).first().click();
  const name = `Planta ${Date.now() % 10_000}`;
  await page.getByRole('textbox', { name: 'Nombre' }).fill(name);
  await page.keyboard.press('Control+s');
  await toast(page, 'Área de trabajo creada');
  await page.getByRole('link', { name }).click();
  await page.getByRole('textbox', { name: 'Nombre' }).fill(`${name} norte`);
  await page.keyboard.press('Control+s');
  await toast(page, 'Nombre del área de trabajo cambiado');
  await row(page, `${name} norte`)
    .getByRole('button', { name: `Acciones de ${name} norte` })
    .click();
  await page.getByRole('menuitem', { name: 'Quitar del portal' }).click();
  await page.getByLabel(/para confirmar/).fill(`${name} norte`.toUpperCase().replaceAll(' ', '_'));
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar del portal' }).click();
  await toast(page, 'Área de trabajo quitada del portal');
  expect(complaints).toEqual([]);
});

test('capacity is listed from both sources, and nothing scrolls sideways on a phone', async () => {
  const page = await newPage({ viewport: phone });
  await signIn(page, 'vertice', 'admin@vertice.test');
  for (const [path, text] of [
    ['/powerbi/resources', 'fabricspare'],
    ['/powerbi', 'Power BI da Vértice'],
    ['/powerbi/workspace?new=1', 'Adicionado'],
    ['/powerbi?new=1', 'ID do diretório'],
  ] as const) {
    await page.goto(getUrl('vertice', path));
    await page.getByText(text).first().waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBeLessThanOrEqual(phone.width);
  }
  expect(complaints).toEqual([]);
});

test('an ordinary user has no menu entry for it and gets the no-permission card by a link', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'regional@vertice.test');
  await page.goto(getUrl('vertice', '/powerbi'));
  await page.getByText('Você não tem permissão para acessar esta página.').waitFor();
  expect(await page.getByRole('link', { name: 'Contas e workspaces' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
