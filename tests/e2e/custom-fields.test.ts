import { expect, test } from 'vitest';
import { demoTenant } from '../../dev/demo/catalog.ts';
import { getUrl, signIn, signInByForm, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeCustomField } from '../support/make-custom-field.ts';

const { newPage, complaints } = useBrowser();
const mark = String(Date.now() % 100_000);

test('an administrator makes a list from pasted options, which a report is given and found by; markup in a label stays text', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/setting?area=custom-fields&of=report'));
  await page.getByRole('button', { name: 'Novo campo' }).first().click();
  const drawer = page.getByRole('dialog');
  const label = `<b onclick=x>Área</b> ${mark}`;
  await drawer.getByLabel('Nome do campo').fill(label);
  await drawer.getByText(`cf_b_onclick_x_area_${mark}`).waitFor();
  await drawer.getByText('De 1 a 500.').waitFor();
  await drawer.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Lista', exact: true }).click();
  await drawer.getByRole('button', { name: 'Criar campo' }).click();
  await drawer.getByText('Adicione ao menos uma opção.').waitFor();
  await drawer.getByRole('button', { name: 'Colar uma lista' }).click();
  await drawer.getByLabel('Uma opção por linha').fill('Frota\nPátio\nfrota');
  await drawer.getByRole('button', { name: 'Adicionar as linhas' }).click();
  await drawer.getByRole('group', { name: 'Pátio' }).getByRole('button', { name: 'Subir Pátio' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => drawer.locator('.custom-option-name').allInnerTexts()).toEqual(['Pátio', 'Frota']);
  await drawer.getByText('Pesquisável', { exact: true }).waitFor();
  await drawer.getByRole('switch', { name: 'Pesquisável' }).check({ force: true });
  await page.keyboard.press('Control+s');
  await page.getByRole('status').filter({ hasText: 'Campo criado' }).first().waitFor();
  await page.getByRole('row').filter({ hasText: label }).first().waitFor();

  await page.goto(getUrl('vertice', '/management/report?search=absente'));
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.waitForURL(/management\/view/);
  await page.goto(`${page.url().split('?')[0]}?tab=data`);
  // An account that the service refused is mended where it is registered.
  expect(await page.locator('.manage-facts').getByRole('link').first().getAttribute('href')).toMatch(/^\/powerbi\?id=[\w-]{36}$/);
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: 'Pátio' }).click();
  await page
    .getByRole('button', { name: /Salvar/ })
    .last()
    .click();
  await page.getByRole('status').filter({ hasText: 'Relatório salvo' }).first().waitFor();

  await page.goto(getUrl('vertice', '/management/report'));
  await page.getByRole('button', { name: 'Campo personalizado' }).click();
  await page.getByRole('combobox', { name: 'Campo', exact: true }).click();
  await page.getByRole('option', { name: label }).click();
  await page.getByRole('checkbox', { name: 'Pátio' }).check();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText(`${label}: Pátio`).waitFor();
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('a user reads and completes their own details', async () => {
  const page = await newPage({ expected: [] });
  await signIn(page, 'vertice', 'regional@vertice.test');
  await page.goto(getUrl('vertice', '/?account=profile'));
  const drawer = page.getByRole('dialog');
  await expect.poll(() => drawer.getByLabel('Regional').isDisabled()).toBe(true);
  const badge = drawer.getByRole('textbox', { name: 'Matrícula' });
  await badge.fill('12');
  await drawer.getByText('Matrícula deve ter o formato VA-9999.').waitFor();
  await badge.fill('VA-4321');
  await page.keyboard.press('Control+s');
  await page.getByRole('status').filter({ hasText: 'Seus dados foram salvos' }).first().waitFor();
  expect(complaints).toEqual([]);
});

test('a field required later blocks the next save of its own tab alone, takes the focus, and is named on home', async () => {
  const unit = demoTenant('cerrado').id;
  const [person] = await query("select id from users where tenant_id = $1 and email = 'user@cerrado.test'", [unit]);
  const own = { userEditable: true, required: false };
  await makeCustomField({ id: unit }, { ...own, key: 'cf_plate', label: 'Matrícula', required: true });
  await makeCustomField({ id: unit }, { ...own, key: 'cf_desk', label: 'Mesa', position: 1 });
  try {
    const page = await newPage();
    await signIn(page, 'cerrado', 'admin@cerrado.test');
    await page.goto(getUrl('cerrado', `/user?id=${person?.id}`));
    const save = () => page.getByRole('button', { name: 'Salvar alterações' }).click();
    await page.getByRole('combobox', { name: 'Departamento' }).fill(`Tecelagem ${Date.now() % 100_000}`);
    await save();
    // The form's bar reports unsaved changes with the same role.
    await page.getByRole('status').filter({ hasText: 'Usuário salvo' }).first().waitFor();
    await page.getByRole('tab', { name: 'Campos personalizados' }).click();
    await page.getByLabel('Mesa').fill('12');
    await page.getByRole('tab', { name: 'Dados', exact: true }).click();
    await save();
    await page.getByText('Matrícula: campo obrigatório!').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.mantine-InputWrapper-root')?.textContent))
      .toContain('Matrícula');

    const reader = await newPage();
    await signInByForm(reader, 'cerrado', 'user@cerrado.test');
    await reader.getByText('Falta no seu perfil: Matrícula.').waitFor();
  } finally {
    await query("delete from custom_fields where tenant_id = $1 and key in ('cf_plate', 'cf_desk')", [unit]);
  }
  expect(complaints).toEqual([]);
});
