import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, orderSaved, phone, settled, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

const { newPage, complaints } = useBrowser();
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();

async function addGroup(page: Page, name: string): Promise<void> {
  await page.goto(getUrl('cerrado', '/reports?new=1'));
  await page.getByLabel('Nome').first().fill(name);
  await page.keyboard.press('Control+s');
  await toast(page, 'Grupo criado');
}

async function importFrom(page: Page, workspace: string, group: string, count: number, chosen?: string): Promise<void> {
  await page.goto(getUrl('cerrado', '/management/report?import=1'));
  await page.getByText(workspace).first().click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Marcar todos' }).click();
  await page.getByText(`${count} marcados`).waitFor();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByLabel('Grupo', { exact: true }).first().click();
  await page.getByRole('option', { name: group }).click();
  if (chosen) {
    await page.getByRole('radio', { name: 'Pessoas e grupos escolhidos' }).check();
    const field = page.getByRole('combobox', { name: 'Pessoas e grupos escolhidos' });
    await field.fill(chosen);
    await page.getByRole('option', { name: chosen }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.mantine-MultiSelect-pill', { hasText: chosen }).waitFor();
    await page.keyboard.press('Tab');
  }
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByText(chosen ? `Visto por ${chosen}` : /pessoas passam a ver/).waitFor();
  await page.getByRole('button', { name: `Publicar ${count} relatórios` }).click();
  await page.getByText(`${count} relatórios publicados`).waitFor();
}

test('an empty unit with an account becomes one with reports in groups, and users without an identity are listed before', async () => {
  const page = await newPage();
  await signIn(page, 'cerrado', 'admin@cerrado.test');
  await addGroup(page, 'Comercial');
  await addGroup(page, 'Fábrica');
  await importFrom(page, 'Cerrado Comercial', 'Comercial', 9);
  const [person] = await query("select u.name from users u where u.email = 'user@cerrado.test' and u.deleted_at is null limit 1");
  const chosen = String(person?.name);
  await importFrom(page, 'Cerrado Fábrica', 'Fábrica', 5, chosen);
  await page.getByText(`Acesso dado a ${chosen}.`).waitFor();
  await shot(page, 'import-finish');
  await page.getByRole('button', { name: /^Dar acesso a est/ }).click();
  await page.getByRole('dialog').getByLabel('Para quem').waitFor();
  await shot(page, 'import-give');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('link', { name: 'Ir para os relatórios' }).click();
  await row(page, 'Estoque de fios').waitFor();
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(5);
  await page.goto(getUrl('cerrado', '/management/report?import=1'));
  await page.getByText('Cerrado Fábrica').first().click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect.poll(() => page.getByText('Já publicado').count()).toBe(5);
  expect(complaints).toEqual([]);
});

test('access is given from the list, to a selection or from the menu of a row, and its row filter is asked for once', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/management/report?search=carteira'));
  await row(page, 'Carteira de clientes').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Dar acesso', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Para quem').fill('Helena Prado');
  await page.getByRole('option', { name: /Helena Prado/ }).waitFor();
  await page.keyboard.press('Enter');
  await drawer.locator('.mantine-MultiSelect-pill', { hasText: 'Helena Prado' }).waitFor();
  // By default, access to a single report is limited to the rows of one value.
  await expect.poll(() => drawer.getByRole('radio', { name: 'Só as linhas de um valor' }).isChecked()).toBe(true);
  await drawer.getByLabel('Valor da identidade').fill('Norte');
  await shot(page, 'bulk-give');
  await page.keyboard.press('Control+s');
  await toast(page, 'Acesso dado a 1 relatório');
  await row(page, 'Carteira de clientes').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Dar acesso' }).click();
  await drawer.getByRole('heading', { name: 'Dar acesso a este relatório' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a report is edited across its tabs, changes are counted, and leaving asks', async () => {
  const page = await newPage();
  await signIn(page, 'cerrado', 'admin@cerrado.test');
  await page.goto(getUrl('cerrado', '/management/report?search=inadimpl'));
  await row(page, 'Inadimplência').getByRole('link').first().click();
  await page.getByLabel('Título', { exact: true }).first().fill('Inadimplência por faixa');
  await page.getByRole('tab', { name: 'Aparência' }).click();
  await page.getByRole('button', { name: 'Dunas' }).click();
  await page.getByText('2 alterações').first().waitFor();
  await page.goBack();
  await page.getByText('Descartar as alterações?').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await toast(page, 'Relatório salvo');
  await page.getByRole('tab', { name: 'Histórico' }).click();
  await page.getByText(/Título: de “Inadimplência” para “Inadimplência por faixa”/).waitFor();
  expect(complaints).toEqual([]);
});

test('hiding is undone, the order is changed by keyboard, and deleting needs the typed name', async () => {
  const page = await newPage();
  await signIn(page, 'cerrado', 'admin@cerrado.test');
  await page.goto(getUrl('cerrado', '/management/report'));
  const answer = Promise.withResolvers<void>();
  await page.route(/\/management\/reports\?.*group=/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Grupo', exact: true }).first().click();
  await page.getByRole('option', { name: 'Fábrica' }).click();
  // The rows of before stay until those of the group are there, and can't be moved.
  await page
    .getByRole('button', { name: /^Ações de / })
    .first()
    .click();
  const down = page.getByRole('menuitem', { name: /Mover para baixo/ });
  await expect.poll(() => down.getAttribute('aria-disabled')).toBe('true');
  expect(await down.innerText()).toContain('Carregando');
  await page.keyboard.press('Escape');
  answer.resolve();
  await settled(page, 150);
  const name = 'Metros produzidos';
  const menu = (entry: string | RegExp) =>
    row(page, name)
      .getByRole('button', { name: `Ações de ${name}` })
      .click()
      .then(() => page.getByRole('menuitem', { name: entry }).click());
  const saved = orderSaved(page);
  await menu(/Mover para cima/);
  await page
    .getByText(new RegExp(`${name} agora é o número`))
    .first()
    .waitFor({ state: 'attached' });
  await saved;
  await page.reload();
  await row(page, name).waitFor();
  const names = await page.getByRole('rowheader').allInnerTexts();
  expect(names.findIndex((text) => text.includes(name))).toBe(1);
  await menu('Ocultar');
  await toast(page, 'Relatório oculto');
  await page.getByRole('button', { name: 'Desfazer' }).first().click();
  await toast(page, 'Relatório visível de novo');
  await menu('Excluir');
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await page.getByLabel(/para confirmar/).fill('METROS_PRODUZIDOS');
  await confirm.click();
  await toast(page, 'Relatório excluído');
  expect(complaints).toEqual([]);
});

test('an external link is added, and on a phone the tools take the report’s place', async () => {
  const page = await newPage({ viewport: phone, expected: ['422'] });
  await signIn(page, 'cerrado', 'admin@cerrado.test');
  await page.goto(getUrl('cerrado', '/management/report?new=1'));
  await page.getByRole('button', { name: 'Link externo' }).click();
  await page.getByLabel('Título').first().fill('Portal de frota');
  await page.getByLabel('Endereço').fill('https://10.0.0.1/x');
  await page.getByRole('button', { name: 'Adicionar link' }).click();
  await page.getByText(/endereço https público, sem porta/).waitFor();
  await page.getByLabel('Endereço').fill('https://frota.invalid.mirante.app/x');
  await page.getByRole('button', { name: 'Adicionar link' }).click();
  await page.getByRole('heading', { name: 'Portal de frota' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Fechar as ferramentas' }).click();
  await page.getByRole('button', { name: 'Gerenciar' }).waitFor();
  expect(complaints).toEqual([]);
});

test('the platform manages its own reports at /report/a2m and sees them at their management view', async () => {
  const page = await newPage();
  await signIn(page, 'mirante', 'operator@mirante.test');
  await page.goto(getUrl('mirante', '/report/a2m'));
  await page.getByRole('heading', { name: 'Relatórios da plataforma' }).waitFor();
  await page.getByRole('rowheader').first().getByRole('link').click();
  await page.getByRole('tab', { name: 'Dados' }).waitFor();
  await page.getByRole('button', { name: 'Fechar as ferramentas' }).click();
  await page.getByRole('button', { name: 'Gerenciar' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(complaints).toEqual([]);
});
