import { expect, test } from 'vitest';
import { signInByForm, urlOf, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();
const mark = String(Date.now() % 100_000);

test('an administrator makes a list of pasted options, which a report is given and found by; markup in a label stays text', async () => {
  const page = await newPage();
  await signInByForm(page, 'vertice', 'admin@vertice.test');
  await page.goto(urlOf('vertice', '/setting?area=custom-fields&of=report'));
  await page.getByRole('button', { name: 'Novo campo' }).first().click();
  const drawer = page.getByRole('dialog');
  const label = `<b onclick=x>Área</b> ${mark}`;
  await drawer.getByLabel('Nome do campo').fill(label);
  await drawer.getByText(`cf_b_onclick_x_area_${mark}`).waitFor();
  await drawer.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Lista', exact: true }).click();
  await drawer.getByRole('button', { name: 'Criar campo' }).click();
  await drawer.getByText('Adicione ao menos uma opção.').waitFor();
  await drawer.getByRole('button', { name: 'Colar uma lista' }).click();
  await drawer.getByLabel('Uma opção por linha').fill('Frota\nPátio\nfrota');
  await drawer.getByRole('button', { name: 'Adicionar as linhas' }).click();
  await drawer.getByRole('group', { name: 'Pátio' }).getByRole('button', { name: 'Subir Pátio' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  expect(await drawer.locator('.custom-option-name').allInnerTexts()).toEqual(['Pátio', 'Frota']);
  await drawer.getByText('Pesquisável', { exact: true }).waitFor();
  await drawer.getByRole('switch', { name: 'Pesquisável' }).check({ force: true });
  await page.keyboard.press('Control+s');
  await page.getByRole('status').filter({ hasText: 'Campo criado' }).first().waitFor();
  await page.getByRole('row').filter({ hasText: label }).first().waitFor();

  await page.goto(urlOf('vertice', '/management/report?search=absente'));
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.waitForURL(/management\/view/);
  await page.goto(`${page.url().split('?')[0]}?tab=data`);
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: 'Pátio' }).click();
  await page
    .getByRole('button', { name: /Salvar/ })
    .last()
    .click();
  await page.getByRole('status').filter({ hasText: 'salv' }).first().waitFor();

  await page.goto(urlOf('vertice', '/management/report'));
  await page.getByRole('button', { name: 'Campo personalizado' }).click();
  await page.getByRole('combobox', { name: 'Campo', exact: true }).click();
  await page.getByRole('option', { name: label }).click();
  await page.getByRole('checkbox', { name: 'Pátio' }).check();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText(`${label}: Pátio`).waitFor();
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('a person reads and completes the own details', async () => {
  const page = await newPage({ expected: [] });
  await signInByForm(page, 'vertice', 'regional@vertice.test');
  await page.goto(urlOf('vertice', '/?account=profile'));
  const drawer = page.getByRole('dialog');
  expect(await drawer.getByLabel('Regional').isDisabled()).toBe(true);
  const badge = drawer.getByRole('textbox', { name: 'Matrícula' });
  await badge.fill('12');
  await drawer.getByText('Matrícula deve ter o formato VA-9999.').waitFor();
  await badge.fill('VA-4321');
  await page.keyboard.press('Control+s');
  await page.getByRole('status').filter({ hasText: 'Seus dados foram salvos' }).first().waitFor();
  expect(complaints).toEqual([]);
});
