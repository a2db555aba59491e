import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deletionName } from '../../domain/text/deletion-name.ts';
import { getUrl, phone, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { messageText } from '../support/make-message.ts';
import { makeTask } from '../support/make-task.ts';

const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Notices lie over the menus of the first rows. */
async function closeNotices(page: Page): Promise<void> {
  for (const close of await page.locator('.toast .icon-button').all()) await close.click({ timeout: 2_000 }).catch(() => undefined);
}

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await closeNotices(page);
  await row(page, name)
    .getByRole('button', { name: `Ações de ${name}` })
    .click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** A refresh of a report's data with its usual times and one more, as an administrator makes it. */
async function makeRefresh(page: Page, name: string): Promise<void> {
  await page.goto(getUrl('vertice', '/auto_actions'));
  await page.getByRole('button', { name: 'Nova ação' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Nova ação' });
  await drawer.getByRole('combobox', { name: 'Relatório' }).fill('Vendas diárias');
  await page.getByRole('option', { name: 'Vendas diárias' }).first().click();
  await drawer.getByRole('textbox', { name: 'Nome' }).fill(name);
  await drawer.getByRole('button', { name: 'Adicionar horário', exact: true }).click();
  await expect.poll(() => drawer.getByRole('region', { name: 'Próximas cinco execuções' }).getByRole('listitem').count()).toBe(5);
  await drawer.getByRole('button', { name: 'Criar ação' }).click();
  await toast(page, 'Ação criada');
}

test('a refresh of two times on weekdays takes less than a minute, and its row pauses, is copied and deleted', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  const name = `Carga ${Date.now() % 100_000}`;
  const begun = Date.now();
  await makeRefresh(page, name);
  expect(Date.now() - begun).toBeLessThan(60_000);
  await row(page, name).getByText('Dias úteis, 06:00 · 13:00').waitFor();
  await choose(page, name, 'Pausar');
  await toast(page, 'Ação pausada');
  await row(page, name).getByText('Pausada', { exact: true }).waitFor();
  await choose(page, name, 'Retomar');
  await row(page, name).getByText('Ativa', { exact: true }).waitFor();
  await choose(page, name, 'Testar');
  await page.getByRole('tab', { name: 'Teste', selected: true }).waitFor();
  await page.getByText('O responsável pode fazer isto').waitFor();
  await page.getByRole('tab', { name: 'Histórico' }).click();
  await page.getByText(/retomou$/).waitFor();
  await page.keyboard.press('Escape');
  await choose(page, name, 'Excluir');
  const question = page.getByRole('dialog', { name: /^Excluir/ });
  await question.getByRole('textbox').fill(deletionName(name));
  await question.getByRole('button', { name: 'Excluir' }).click();
  await toast(page, 'Ação excluída');
  await expect.poll(() => row(page, name).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('Back asks before it drops what was entered for an action', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/auto_actions'));
  await page.getByRole('button', { name: 'Nova ação' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Nova ação' });
  await drawer.getByRole('textbox', { name: 'Nome' }).fill('Carga da manhã');
  await page.goBack();
  await page.getByRole('button', { name: 'Continuar editando' }).click();
  expect(await drawer.getByRole('textbox', { name: 'Nome' }).inputValue()).toBe('Carga da manhã');
  await page.goBack();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await drawer.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

test('a run by hand stands among the runs with who started it', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  const name = `Agora ${Date.now() % 100_000}`;
  await makeRefresh(page, name);
  await choose(page, name, 'Executar agora');
  await page.getByRole('dialog').getByRole('button', { name: 'Executar agora' }).click();
  await toast(page, 'Execução iniciada');
  await choose(page, name, 'Execuções desta ação');
  await page.waitForURL(/tab=runs&task=/);
  await row(page, name)
    .getByText(/Iniciada por Marcos Teixeira/)
    .waitFor();
  await page.getByRole('link', { name }).click();
  await page.getByRole('dialog', { name }).waitFor();
  expect(complaints).toEqual([]);
});

test('the test of a message sends it to the person who tests it', async () => {
  const [tenant] = await query("select tenant_id as id from domains where host like 'vertice.%' limit 1");
  const [owner] = await query("select id from users where tenant_id = $1 and email = 'admin@vertice.test'", [String(tenant?.id)]);
  const message = { audience: { type: 'all' }, texts: { 'pt-BR': { subject: 'Fechamento', body: messageText('Na sexta.') } } };
  const { id, name } = await makeTask(
    { id: String(tenant?.id) },
    {
      ...{ name: `Aviso ${Date.now() % 100_000}`, type: 'notification', action: 'send', owner: { id: String(owner?.id) } },
      options: { message: { ...message, mail: true, names: [] } },
    },
  );
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/auto_actions'));
  await choose(page, name, 'Testar');
  await page.getByRole('button', { name: 'Enviar para mim' }).click();
  await toast(page, 'Enviado para admin@vertice.test');
  expect(await query('select 1 from task_runs where task_id = $1', [id])).toEqual([]);
  await query('delete from tasks where id = $1', [id]);
  expect(complaints).toEqual([]);
});

test('a shift is made, copied to Saturday and deleted; a phone lists its days', async () => {
  const page = await newPage({ viewport: { ...phone, width: 320 } });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/auto_actions?tab=shifts&purpose=on_duty'));
  await page.getByRole('button', { name: 'Novo turno' }).click();
  const name = `Plantão ${Date.now() % 100_000}`;
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Nome' }).fill(name);
  await drawer.getByRole('button', { name: 'Criar turno' }).click();
  await toast(page, 'Turno criado');
  await expect.poll(() => page.getByRole('button', { name }).count()).toBe(5);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('button', { name: 'Copiar para outros dias' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'sábado' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copiar', exact: true }).click();
  await toast(page, 'Turno copiado');
  await expect.poll(() => page.getByRole('button', { name }).count()).toBe(6);
  await page.setViewportSize({ width: 1440, height: 900 });
  const blocks = page.getByRole('button', { name: `${name}, segunda-feira, 8h às 20h` });
  await blocks.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  const question = page.getByRole('dialog', { name: /^Excluir/ });
  await question.getByRole('textbox').fill(deletionName(name));
  await question.getByRole('button', { name: 'Excluir' }).click();
  await toast(page, 'Turno excluído');
  await blocks.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

test('holidays are taken from a country and from pasted lines', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/auto_actions?tab=shifts&holidays=1'));
  const dialog = page.getByRole('dialog', { name: 'Feriados da unidade de negócio' });
  await dialog.getByRole('button', { name: 'Adicionar feriados nacionais' }).click();
  await page.getByRole('menuitem', { name: /^Brasil/ }).click();
  await dialog.getByText('Finados').first().waitFor();
  await dialog.getByRole('button', { name: 'Colar uma lista' }).click();
  await dialog.getByRole('textbox', { name: 'Um feriado por linha' }).fill('24/01 Aniversário da unidade\nsem data');
  await dialog.getByRole('button', { name: 'Adicionar à lista' }).click();
  await dialog.getByText('Aniversário da unidade').waitFor();
  await dialog.getByText('Estas linhas estão sem data ou sem nome.').waitFor();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await toast(page, 'Feriados salvos');
  await page.goto(getUrl('vertice', '/auto_actions?tab=shifts&holidays=1'));
  await dialog.getByText('Aniversário da unidade').waitFor();
  expect(complaints).toEqual([]);
});

test('on a phone a run without a cause shows no dash', async () => {
  const page = await newPage({ viewport: phone });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/auto_actions?tab=runs'));
  const runs = page.getByRole('list', { name: 'Execuções' }).getByRole('listitem');
  await runs.filter({ hasText: 'Concluída' }).first().waitFor();
  expect((await runs.allInnerTexts()).filter((text) => /^–$/m.test(text))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('on a phone in Spanish each kind of action is as wide as its word', async () => {
  const page = await newPage({ viewport: phone, locale: 'es-ES' });
  await signIn(page, 'sierra', 'admin@sierra.test');
  await page.goto(getUrl('sierra', '/auto_actions'));
  await page.getByRole('button', { name: 'Nueva acción' }).first().click();
  const kinds = page.getByRole('dialog', { name: 'Nueva acción' }).getByRole('group', { name: 'Tipo' });
  await kinds.getByRole('button', { name: 'Mantenimiento' }).waitFor();
  expect(await kinds.getByRole('button').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  expect(complaints).toEqual([]);
});

test('a new time zone asks what automatic actions keep; one that keeps its moment says so, until it takes the unit’s clock', async () => {
  const [unit] = await query(
    "select tenant_id as id, t.zone from domains d join tenants t on t.id = d.tenant_id where host like 'sierra.%'",
  );
  const { id, name } = await makeTask({ id: String(unit?.id) }, { name: `Cierre ${Date.now() % 100_000}`, action: 'end' });
  const page = await newPage();
  try {
    await query("update tenants set zone = 'America/Santiago' where id = $1", [String(unit?.id)]);
    await query(`update settings set "values" = "values" - 'timezone' where tenant_id = $1`, [String(unit?.id)]);
    await signIn(page, 'sierra', 'admin@sierra.test');
    await page.goto(getUrl('sierra', '/setting?area=general'));
    const asked = page.getByRole('group', { name: 'Acciones automáticas' });
    await page.getByRole('combobox', { name: 'Zona horaria' }).fill('Lisbon');
    expect(await asked.count()).toBe(0);
    await page.getByRole('option', { name: /Lisbon/ }).click();
    await asked.getByRole('button', { name: 'Misma hora', pressed: true }).waitFor();
    await asked.getByRole('button', { name: 'Mismo momento' }).click();
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await toast(page, 'Configuración guardada');
    await expect.poll(() => asked.count()).toBe(0);
    await page.goto(getUrl('sierra', '/auto_actions'));
    await row(page, name).getByText('06:00 (hora de Santiago)').waitFor();
    await page.getByRole('link', { name }).click();
    const drawer = page.getByRole('dialog', { name });
    await drawer.getByRole('button', { name: 'Hora de Lisboa' }).click();
    await drawer.getByRole('region', { name: 'Próximas cinco ejecuciones' }).getByText('hora de Lisboa').waitFor();
    await drawer.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect.poll(() => row(page, name).getByText('hora de Santiago').count()).toBe(0);
    expect(await query('select zone from tasks where id = $1', [id])).toEqual([{ zone: null }]);
    expect(complaints).toEqual([]);
  } finally {
    await query('delete from tasks where id = $1', [id]);
    await query('update tenants set zone = $2 where id = $1', [String(unit?.id), String(unit?.zone)]);
    await query(`update settings set "values" = "values" - 'timezone' where tenant_id = $1`, [String(unit?.id)]);
  }
});
