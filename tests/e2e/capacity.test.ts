import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { demoTenant } from '../../dev/demo/catalog.ts';
import { deletionName } from '../../domain/text/deletion-name.ts';
import { getUrl, phone, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const name = 'fabricspare';

/** Opens the capacity of the list that the unit's account reaches; takes control of it unless an earlier test has. */
async function openCapacity(page: Page): Promise<void> {
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/powerbi/resources'));
  const row = page.getByRole('row').filter({ hasText: name });
  const take = row.getByRole('button', { name: 'Assumir o controle' });
  const own = row.getByRole('link', { name: 'Controlada aqui' });
  await take.or(own).waitFor();
  if (await own.isVisible()) return own.click();
  await take.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Microsoft.Fabric/capacities/resume/action').waitFor();
  await dialog.getByRole('button', { name: 'Assumir o controle' }).click();
  await toast(page, 'controle assumido');
}

test('control is taken in the list, and the page says why the capacity is as it is', async () => {
  const page = await newPage();
  await openCapacity(page);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await page.locator('#capacity-why').innerText()).toMatch(/\.$/);
  await page.getByRole('heading', { name: 'Por que está assim' }).waitFor();
  await page.getByText('O controle mudou').first().waitFor();
  await page.getByRole('table', { name: /Horas ligadas por dia/ }).waitFor({ state: 'attached' });
  expect(await page.getByRole('link', { name: 'Turnos desta capacidade' }).getAttribute('href')).toContain(
    '/auto_actions?tab=shifts&capacity=',
  );
  expect(complaints).toEqual([]);
});

test('what stands below the money and the log keeps its place when they arrive', async () => {
  const page = await newPage();
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/api\/auth\/resources\/[\w-]+\/(ledger|log)/, async (route) => {
    await held;
    await route.continue();
  });
  await openCapacity(page);
  const edit = page.getByRole('button', { name: 'Editar' });
  const getTop = async () => (await edit.boundingBox())?.y ?? Number.NaN;
  await edit.waitFor();
  const before = await getTop();
  arrive();
  await page.getByRole('table', { name: /Horas ligadas por dia/ }).waitFor({ state: 'attached' });
  // A button that moves between press and release isn't clicked.
  expect(Math.abs((await getTop()) - before)).toBeLessThanOrEqual(4);
  expect(complaints).toEqual([]);
});

test('the first shift that pauses it when unused asks for its typed name', async () => {
  const page = await newPage();
  await openCapacity(page);
  await page.getByRole('link', { name: 'Turnos desta capacidade' }).click();
  await page.getByRole('button', { name: 'Novo turno' }).click();
  const drawer = page.getByRole('dialog', { name: 'Novo turno' });
  const shift = `Dia ${Date.now() % 100_000}`;
  await drawer.getByRole('textbox', { name: 'Nome' }).fill(shift);
  await drawer.getByRole('switch', { name: 'Ligar automaticamente' }).uncheck({ force: true });
  await drawer.getByRole('button', { name: 'Criar turno' }).click();
  const confirm = page.getByRole('dialog', { name: 'Pausar esta capacidade quando ninguém usar?' });
  await confirm.getByLabel(/para confirmar/).fill(deletionName(name));
  await confirm.getByRole('button', { name: 'Ativar pausas' }).click();
  await toast(page, 'Turno criado');
  await page.getByRole('button', { name: new RegExp(`^${shift}, segunda-feira`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  const question = page.getByRole('dialog', { name: /^Excluir/ });
  await question.getByRole('textbox').fill(deletionName(shift));
  await question.getByRole('button', { name: 'Excluir' }).click();
  await toast(page, 'Turno excluído');
  expect(complaints).toEqual([]);
});

test('rules are tried before they are saved, and pauses are turned on by the typed name', async () => {
  const page = await newPage();
  await openCapacity(page);
  await page.getByRole('button', { name: 'Editar' }).click();
  await page.getByLabel('F2 por hora').fill('3,10');
  await page.getByRole('button', { name: 'Simular estas regras' }).click();
  const result = page.getByText(/^Com estas regras|^Ainda não há uso registrado/);
  await result.waitFor();
  // The result is found without scrolling: its title stands above the buttons of the drawer.
  const foot = await page.getByRole('button', { name: 'Salvar', exact: true }).boundingBox();
  await expect.poll(async () => ((await result.boundingBox())?.y ?? Number.NaN) < (foot?.y ?? 0)).toBe(true);
  await page.getByText('Informe de 5 a 720 minutos. Um turno pode ter os seus.').waitFor();
  await page.getByLabel('Minutos sem uso').fill('2');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await page.getByText('Informe de 5 a 720 minutos.', { exact: true }).waitFor();
  await page.getByLabel('Minutos sem uso').fill('30');
  await page.getByRole('switch', { name: 'Pausar sem uso' }).check({ force: true });
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Pausar esta capacidade quando ninguém usar?' });
  await confirm.getByLabel(/para confirmar/).fill(name.toUpperCase());
  await confirm.getByRole('button', { name: 'Ativar pausas' }).click();
  await toast(page, 'Regras salvas');
  await page.getByText('30 minutos').waitFor();
  await page.getByText('Gasto até agora').waitFor();
  expect(complaints).toEqual([]);
});

/** For one test a shift all day long that names a size: where none does, a size that was asked for is over once the capacity has it. */
async function addSizedShift(): Promise<void> {
  const [shift] = await query(
    `insert into shifts (tenant_id, id, name, sort_key, purpose, capacity_id, days, starts, ends, auto_activate, auto_pause, size)
      select $1, gen_random_uuid(), 'Tamanho', 'tamanho', 'capacity', c.id, '{1,2,3,4,5,6,7}', '00:00', '00:00', false, false, 'F2'
      from capacities c where c.name = $2 returning id`,
    [demoTenant('vertice').id, name],
  );
  onTestFinished(async () => void (await query('delete from shifts where id = $1', [shift?.id])));
}

test('a size that was asked for alone says until when it holds, and that the rules still decide when it is on', async () => {
  const page = await newPage();
  await openCapacity(page);
  await addSizedShift();
  await page.getByRole('button', { name: 'Mudar tamanho' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^F4/ }).check();
  await dialog.getByRole('button', { name: 'Mudar tamanho' }).click();
  await toast(page, 'Mudando para F4');
  await page.getByText('O tamanho F4 foi pedido.').waitFor();
  await page.getByRole('button', { name: 'Mudar o fim' }).click();
  await dialog.getByText('Até lá, ela tem o tamanho F4. As regras e os turnos continuam decidindo quando fica ligada.').waitFor();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await toast(page, 'Fim mudado');
  await page.getByRole('button', { name: 'Encerrar esta mudança' }).click();
  await toast(page, 'As regras decidem de novo');
  expect(complaints).toEqual([]);
});

test('it is started by hand, the change is ended, and nothing scrolls sideways on a phone', async () => {
  const page = await newPage({ viewport: phone });
  await openCapacityOnPhone(page);
  await page.getByRole('button', { name: 'Ligar agora' }).click();
  await toast(page, 'Ligando a capacidade');
  await page.getByRole('button', { name: 'Encerrar esta mudança' }).press('Enter');
  await toast(page, 'As regras decidem de novo');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('capacity-why');
  for (const width of [phone.width, 320]) {
    await page.setViewportSize({ width, height: phone.height });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  expect(complaints).toEqual([]);
});

/** On a phone a row is a block, and its name leads to the capacity that an earlier test has registered. */
async function openCapacityOnPhone(page: Page): Promise<void> {
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/powerbi/resources'));
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

test('the list is exported as it is shown, with who controls each capacity', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', `/powerbi/resources?search=${name}`));
  await page.getByRole('link', { name: 'Controlada aqui' }).waitFor();
  await page.getByRole('button', { name: 'Exportar' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Arquivo CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('capacidade.csv');
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines[0]).toContain('Grupo de recursos');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(new RegExp(`^${name} · .*;Controlada aqui;`));
  expect(complaints).toEqual([]);
});

test('the operator finds where control of a capacity can be moved', async () => {
  const page = await newPage();
  await signIn(page, 'mirante', 'operator@mirante.test');
  await page.goto(getUrl('mirante', '/powerbi/resources'));
  await page.getByRole('link', { name }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: 'Mover o controle' }).click();
  await page.getByRole('dialog').getByText('Nenhuma outra unidade de negócio cadastrou esta capacidade.').waitFor();
  expect(complaints).toEqual([]);
});

test('control is released by the typed name', async () => {
  const page = await newPage();
  await openCapacity(page);
  await page.getByRole('button', { name: 'Deixar de controlar' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Deixar de controlar' });
  await dialog.getByText('Turnos desta capacidade').waitFor();
  await dialog.getByText('Ações automáticas desta capacidade').waitFor();
  await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel(/para confirmar/).fill(name.toUpperCase());
  await submit.click();
  await toast(page, 'controle encerrado');
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Assumir o controle' }).waitFor();
  expect(complaints).toEqual([]);
});
