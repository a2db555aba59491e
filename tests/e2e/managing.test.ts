import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, phone, signIn, turnTo, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

const { newPage, complaints } = useBrowser();

async function asAdministrator(path: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', path));
  return page;
}

// Back as the browser's button does it; Playwright's own would wait for a page that is never left.
const goBack = (page: Page) => page.evaluate(() => history.back());

test.each([
  ['/playlists', 'Nova apresentação', 'Nome'],
  ['/management/report?tab=maintenance', 'Nova manutenção', 'Título'],
  ['/management/report', 'Novo relatório', 'Título'],
])('Back from a changed drawer over %s asks before the input is lost', async (list, button, field) => {
  const page = await asAdministrator(list);
  await page.getByRole('button', { name: button }).first().click();
  const form = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Cancelar' }) });
  if (list === '/management/report') await page.getByRole('dialog').getByRole('button', { name: 'Link externo' }).click();
  const input = form.getByLabel(field, { exact: true }).first();
  await input.fill('Fechamento do mês');
  const there = page.url();
  await goBack(page);
  const question = page.getByRole('dialog', { name: /Descartar/ });
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  expect(await input.inputValue()).toBe('Fechamento do mês');
  expect(page.url()).toBe(there);
  await goBack(page);
  await question.getByRole('button', { name: 'Descartar' }).click();
  await input.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toBe(getUrl('vertice', list));
  expect(complaints).toEqual([]);
});

test('Back from a changed grant asks too, and closing it asks once', async () => {
  const [report] = await query(
    "select r.id from reports r join domains d on d.tenant_id = r.tenant_id where d.host like 'vertice.%' and r.title = 'Curva ABC'",
  );
  const page = await asAdministrator(`/${report?.id}/management/view?tab=access`);
  await page.getByRole('button', { name: 'Dar acesso' }).first().click();
  const form = page.getByRole('dialog', { name: 'Dar acesso' });
  await form.getByLabel('Para quem').fill('Helena');
  await page.getByRole('option', { name: /Helena Prado/ }).click();
  await goBack(page);
  const question = page.getByRole('dialog', { name: /Descartar/ });
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await form.getByText('Helena Prado').first().waitFor();
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await question.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a row that was acted on alone leaves the selection, so that no action for several includes it', async () => {
  const page = await asAdministrator('/management/report?search=Campanha');
  const row = page.getByRole('row').filter({ hasText: 'Campanha de incentivo' });
  await row.getByRole('checkbox').check();
  await page.getByText('1 selecionado').waitFor();
  await row.getByRole('button', { name: /^Ações de/ }).click();
  await page.getByRole('menuitem', { name: 'Ocultar' }).click();
  await row.getByText('Oculto').waitFor();
  await expect.poll(() => row.getByRole('checkbox').isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Desfazer' }).first().click();
  await row.getByText('Visível').waitFor();
  expect(complaints).toEqual([]);
});

test('the history of a user shows exact times, is filtered by author and exported as filtered', async () => {
  const page = await asAdministrator('/user?search=Roberta+Sales', { acceptDownloads: true });
  await page.getByRole('link', { name: 'Roberta Sales' }).click();
  await page.getByRole('combobox', { name: 'Departamento' }).fill(`Exportação ${Date.now() % 10_000}`);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.getByRole('status').filter({ hasText: 'Usuário salvo' }).first().waitFor();
  // A second author, whose entry the filter has to leave out.
  await query(
    `insert into audit (tenant_id, at, user_id, actor_id, home_id, what, row_id, change)
      select tenant_id, now(), null, null, null, 'user.edit', id, '{"before": {"position": "Analista"}, "after": {"position": "Gerente"}}'
      from users where email = 'roberta.sales@vertice.test'`,
  );
  await page.getByRole('tab', { name: 'Histórico' }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByText(/Gerente/).waitFor();
  const times = panel.locator('time');
  for (const time of await times.allInnerTexts()) expect(time).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  await panel.getByRole('combobox', { name: 'Alterado por' }).click();
  await page.getByRole('option', { name: 'Marcos Teixeira' }).click();
  await expect.poll(() => panel.getByText(/Gerente/).count()).toBe(0);
  await expect.poll(() => page.url()).toMatch(/[?&]by=[0-9a-f-]{36}/);
  await panel
    .getByText(/Exportação/)
    .first()
    .waitFor();
  await panel.getByRole('button', { name: 'Exportar' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Arquivo CSV' }).click()]);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain('Marcos Teixeira');
  expect(csv).toMatch(/\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4}/);
  expect(csv).not.toContain('Gerente');
  // The filter is in the address.
  await page.reload();
  await panel
    .getByText(/Exportação/)
    .first()
    .waitFor();
  expect(await panel.getByText(/Gerente/).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('the menu of a row stays in sight on a narrow screen, and a phone says of what a number is', async () => {
  const page = await asAdministrator('/user', { viewport: { width: 800, height: 900 } });
  const menu = page.getByRole('button', { name: /^Ações de/ }).first();
  await menu.waitFor();
  const box = await menu.boundingBox();
  expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(800);
  await page.setViewportSize(phone);
  await page.goto(getUrl('vertice', '/group_users'));
  await page
    .getByText(/^Membros: \d+$/)
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

test('a managed address turns the switch and says so in the breadcrumb, wherever the user was before', async () => {
  const page = await asAdministrator('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const trail = page.getByRole('navigation', { name: 'Você está em' });
  for (const [path, last] of [
    ['/catalogs?tab=requests', 'Catálogos'],
    ['/azure/saml?tab=scim', 'SSO e provisionamento'],
    ['/remote/authorization', 'Acesso remoto'],
  ] as const) {
    await page.goto(getUrl('vertice', path));
    await expect.poll(() => trail.innerText()).toMatch(new RegExp(`^Administrar\\s*${last}$`));
    await turnTo(page, '/');
  }
  await page.goto(getUrl('vertice', '/azure/saml?tab=scim'));
  await page.getByRole('tab', { name: 'Provisionamento (SCIM)', selected: true }).waitFor();
  expect(complaints).toEqual([]);
});
