import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, signIn, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();
const unique = () => `${Date.now() % 100_000}`;

async function asAdministrator(path: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', path));
  return page;
}

async function add(page: Page, name: string): Promise<void> {
  await page.goto(getUrl('vertice', '/user?new=1'));
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await page.getByLabel('E-mail', { exact: true }).fill(`${name.toLowerCase().replaceAll(' ', '.')}@novo.test`);
  // This unit requires everyone's number: required fields are on the first tab.
  await page.getByLabel(/Matrícula/).fill(`VA-${1000 + (Date.now() % 9000)}`);
  await page.getByRole('button', { name: 'Adicionar usuário' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

test('a user’s page whose code can’t be loaded says so, and opens once it is loaded again', async () => {
  const page = await asAdministrator('/user?search=Roberta+Sales', {
    expected: ['Failed to load', 'Unable to preload', 'dynamically imported'],
  });
  const link = page.getByRole('link', { name: 'Roberta Sales' });
  await link.waitFor();
  await page.route('**/assets/**', (route) => route.abort());
  await link.click();
  const again = page.getByRole('button', { name: 'Recarregar página' });
  await again.waitFor();
  await page.unroute('**/assets/**');
  await again.click();
  await page.getByRole('combobox', { name: 'Departamento' }).waitFor();
});

test('the first tab of a new user’s form has required and common fields, and invites unless switched off', async () => {
  const page = await asAdministrator('/user?new=1', { viewport: { width: 1440, height: 1000 } });
  await page.getByRole('heading', { name: 'Obrigatório aqui' }).waitFor();
  await expect.poll(() => page.getByRole('switch', { name: 'Enviar o convite agora' }).isChecked()).toBe(true);
  const name = `Nova Pessoa ${unique()}`;
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await page.getByLabel('E-mail', { exact: true }).fill(`${name.toLowerCase().replaceAll(' ', '.')}@novo.test`);
  await page.getByRole('checkbox', { name: 'Criar apresentações' }).check();
  await page.getByRole('button', { name: 'Adicionar usuário' }).click();
  // The required field is empty, and it is here.
  await expect.poll(() => page.getByLabel(/Matrícula/).getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('tab', { name: 'Dados', selected: true }).waitFor();
  await page.getByLabel(/Matrícula/).fill(`VA-${1000 + (Date.now() % 9000)}`);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/user-new.png` });
  await page.getByRole('button', { name: 'Adicionar usuário' }).click();
  await page.getByRole('status').filter({ hasText: 'novo.test' }).first().waitFor();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('tab', { name: /^Acesso/ }).click();
  await expect.poll(() => page.getByRole('switch', { name: 'Criar apresentações' }).isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});

test('an administrator adds a user, edits on several tabs under one bar, blocks with a reason and deletes by the typed name', async () => {
  const page = await asAdministrator('/user');
  const name = `Zilda Prado ${unique()}`;
  await page.getByRole('button', { name: 'Novo usuário' }).click();
  await page.getByRole('button', { name: 'Adicionar usuário' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  await add(page, name);

  await page.getByRole('combobox', { name: /Departamento/ }).fill('Qualidade');
  await page.getByRole('tab', { name: 'Acesso' }).click();
  await page.getByRole('button', { name: 'Adicionar horário' }).click();
  await page.getByText('2 alterações não salvas').waitFor();
  await page.getByRole('link', { name: 'Relatórios' }).first().click();
  await page.getByText('Descartar as alterações?').waitFor();
  await page.getByRole('button', { name: 'Continuar editando' }).click();
  await page.keyboard.press('Control+s');
  await toast(page, 'Usuário salvo');

  await page.getByRole('tab', { name: 'Segurança' }).click();
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/Motivo/)
    .fill('Crachá perdido');
  await page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click();
  await toast(page, 'Usuário bloqueado');
  await page.getByText('Motivo: Crachá perdido').first().waitFor();
  await page.getByRole('tab', { name: 'Histórico' }).click();
  await page
    .getByText(/bloqueou|mudou a situação/)
    .first()
    .waitFor();

  await page.goto(getUrl('vertice', `/user?search=${encodeURIComponent(name)}`));
  await row(page, name).getByText('Bloqueado').waitFor();
  await row(page, name)
    .getByRole('button', { name: `Ações de ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true });
  await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('dialog').getByRole('button', { name: 'Desativar em vez de excluir' }).waitFor();
  await page.getByLabel(/para confirmar/).fill(name.toUpperCase().replaceAll(' ', '_'));
  await confirm.click();
  await toast(page, 'Usuário excluído');
  await page.getByText('Nenhum registro encontrado!').waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await row(page, name).waitFor();
  expect(complaints).toEqual([]);
});

test('rows chosen for a user bring their role, which is marked where reports require one, and stay after saving', async () => {
  const page = await asAdministrator('/user', { viewport: { width: 1440, height: 1000 } });
  const name = `Lia Campos ${unique()}`;
  await add(page, name);
  await page.getByRole('tab', { name: /^Grupos/ }).click();
  await page.getByRole('radio', { name: 'Só as linhas de um valor' }).check();
  await page.getByText('Há relatórios que exigem ao menos um papel.', { exact: false }).waitFor();
  const value = page.getByRole('combobox', { name: 'Valor da identidade' });
  await value.fill('Sud');
  await page.getByRole('option', { name: 'Sudeste' }).click();
  const pill = page.locator('.mantine-TagsInput-pill', { hasText: 'Regional' });
  await pill.waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/user-rows.png` });
  // A role is not required of everyone: the identity is saved without it too.
  await page.getByLabel('Papéis do modelo').first().focus();
  await page.keyboard.press('Backspace');
  await expect.poll(() => pill.count()).toBe(0);
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await toast(page, 'Usuário salvo');
  await value.fill('Sudest');
  await page.getByRole('option', { name: 'Sudeste' }).click();
  await pill.waitFor();
  await page.getByText('alteração não salva', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.getByText('alteração não salva', { exact: false }).waitFor({ state: 'hidden' });
  await page.reload();
  await pill.waitFor();
  await expect.poll(() => value.inputValue()).toBe('Sudeste');
  expect(complaints).toEqual([]);
});

test('who has no identity is found from the overview and opened where it is set', async () => {
  const page = await asAdministrator('/user?unidentified=1');
  await page.locator('tbody tr').first().waitFor();
  const mark = page.getByRole('link', { name: 'Definir a identidade RLS' }).first();
  await mark.click();
  await page.getByRole('radio', { name: 'Só as linhas de um valor' }).waitFor();
  await page.goBack();
  await page.locator('tbody tr').first().getByRole('link').first().click();
  await page.getByRole('radio', { name: 'Só as linhas de um valor' }).waitFor();
  expect(complaints).toEqual([]);
});

/** Holds calls of a method; the result lets the next one go, which may not have arrived yet. */
async function holdCalls(page: Page, url: string | RegExp, method: string, then: 'continue' | 'abort') {
  const held: (() => void)[] = [];
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.continue();
    await new Promise<void>((resolve) => held.push(resolve));
    await route[then]();
  });
  return async () => {
    await expect.poll(() => held.length).toBe(1);
    held.shift()?.();
  };
}

test('input typed while a save runs stays and is counted; a drawer accepts none during the save', async () => {
  const page = await asAdministrator('/user');
  const name = `Vera Antunes ${unique()}`;
  await add(page, name);
  const letEditGo = await holdCalls(page, /\/api\/auth\/users\/[^/]+$/, 'PUT', 'continue');
  await page.getByRole('combobox', { name: /Departamento/ }).fill('Qualidade');
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await asked;
  await page.getByLabel(/Telefone/).fill('(11) 98765-4321');
  await letEditGo();
  await toast(page, 'Usuário salvo');
  expect(await page.getByLabel(/Telefone/).inputValue()).toBe('(11) 98765-4321');
  await page.getByText('1 alteração não salva').waitFor();
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await letEditGo();
  // It was saved over the version that the first save made: no conflict.
  await page.getByText('1 alteração não salva').waitFor({ state: 'hidden' });
  expect(await page.getByRole('combobox', { name: /Departamento/ }).inputValue()).toBe('Qualidade');

  // The form of a new user closes when saved: it accepts no input during the save, and accepts it again after a refusal.
  const letAddFail = await holdCalls(page, '**/api/auth/users', 'POST', 'abort');
  await page.goto(getUrl('vertice', '/user?new=1'));
  await page.getByLabel('Nome', { exact: true }).fill(`Ivo Lacerda ${unique()}`);
  await page.getByLabel('E-mail', { exact: true }).fill(`ivo.${unique()}@novo.test`);
  await page.getByLabel(/Matrícula/).fill(`VA-${1000 + (Date.now() % 9000)}`);
  const phone = page.getByLabel(/Telefone/);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/auth/users'));
  await page.getByRole('button', { name: 'Adicionar usuário' }).click();
  await sent;
  expect(await phone.evaluate((input) => input.closest('[inert]') !== null)).toBe(true);
  await letAddFail();
  await expect.poll(() => phone.evaluate((input) => input.closest('[inert]') === null)).toBe(true);

  const letGroupFail = await holdCalls(page, '**/api/auth/user-groups', 'POST', 'abort');
  await page.goto(getUrl('vertice', '/group_users?new=1'));
  const field = page.getByRole('dialog').getByLabel('Nome', { exact: true });
  await field.fill(`Grupo ${unique()}`);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.form-drawer-body').evaluate((body) => (body as HTMLElement).inert)).toBe(true);
  await letGroupFail();
  // The save failed: the field is back, with its focus.
  await expect.poll(() => field.evaluate((input) => document.activeElement === input)).toBe(true);
});

test('users are selected by filter and deactivated and reactivated; a view is saved, opened, renamed and deleted; the list is exported', async () => {
  const page = await asAdministrator('/user', { acceptDownloads: true });
  const family = `Lote${unique()}`;
  for (const first of ['Ana', 'Bia']) await add(page, `${first} ${family}`);
  await page.goto(getUrl('vertice', `/user?search=${family}`));
  await row(page, `Bia ${family}`).waitFor();
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check();
  await page.getByText('2 selecionados').waitFor();
  await page.getByRole('button', { name: 'Desativar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click();
  await toast(page, '2 usuários desativados');
  await row(page, `Ana ${family}`).getByText('Desativado').waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).first().click();
  await toast(page, '2 usuários ativados');

  await page.getByRole('button', { name: 'Salvar visão' }).click();
  await page.getByLabel('Nome da visão').fill(`Visão ${family}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await toast(page, `Visão salva: Visão ${family}`);
  await page.goto(getUrl('vertice', '/user'));
  await page.getByRole('link', { name: `Visão ${family}` }).click();
  await row(page, `Ana ${family}`).waitFor();
  expect(page.url()).toContain(`search=${family}`);
  for (const [item, name] of [
    ['Arquivo CSV', /\.csv$/],
    ['Arquivo do Excel (XLSX)', /\.xlsx$/],
  ] as const) {
    await page.getByRole('button', { name: 'Exportar' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
    expect(file.suggestedFilename()).toMatch(name);
  }
  await page.getByRole('button', { name: `Ações de Visão ${family}` }).click();
  await page.getByRole('menuitem', { name: 'Excluir visão' }).click();
  await page.getByLabel(/para confirmar/).fill(`VISÃO_${family.toUpperCase()}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir visão' }).click();
  await toast(page, 'Visão excluída');
  expect(complaints).toEqual([]);
});
