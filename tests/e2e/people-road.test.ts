import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { getUrl, signIn, useBrowser } from '../support/browser.ts';
import { makeOwnUnit, type OwnUnit } from '../support/own-unit.ts';
import { linkTo } from '../support/portal-mail.ts';
import { fillAccount, publish } from '../support/publish.ts';

// The path of a new administrator of an empty unit: five thousand users in groups, who see what their group is given; why one of them does
// not see more; and a remote view of another user, with consent. Each test continues where the previous one ended.

const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const count = 5000;
const directors = 40;
const pictures = 'test-results/people-road';
const getEmail = (n: number) => `pessoa${n}@ipe-malhas.test`;
const password = 'nove-cafés-azuis';

let unit: OwnUnit;
const at = (path: string) => getUrl(unit.host, path);
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  unit = await makeOwnUnit();
});

test('reports of a workspace are published, granted to no one yet', async () => {
  const page = await newPage();
  await signIn(page, unit.host, unit.admin);
  await page.goto(at('/powerbi?new=1'));
  await fillAccount(page, unit.principal);
  await page.getByRole('dialog').getByRole('button', { name: 'Cadastrar conta' }).click();
  await toast(page, 'Conta cadastrada');
  await page.goto(at('/reports?new=1'));
  await page.getByLabel('Nome').first().fill('Gestão');
  await page.getByRole('button', { name: 'Criar grupo' }).click();
  await toast(page, 'Grupo criado');
  await page.goto(at('/management/report'));
  const workspace = unit.workspaces[1];
  if (!workspace) throw new Error('The unit has two workspaces');
  await publish(page, workspace, 'Gestão', 'Ninguém ainda');
  expect(complaints).toEqual([]);
});

test('five thousand users are imported from one file, into the groups that it names', async () => {
  const page = await newPage();
  await signIn(page, unit.host, unit.admin);
  const lines = Array.from({ length: count }, (_, n) => `Pessoa ${n} da Ipê;${getEmail(n)};${n < directors ? 'Diretoria' : 'Lojas'}`);
  const buffer = Buffer.from(['Nome;E-mail;Grupos', ...lines].join('\r\n'));
  await page.goto(at('/user?import=1'));
  await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor();
  await page.locator('input[type="file"]').setInputFiles({ name: 'pessoas.csv', mimeType: 'text/csv', buffer });
  await expect.poll(() => page.url()).toContain('import=2');
  await page.getByRole('switch', { name: 'Criar os grupos que faltam' }).press('Space');
  await page.getByRole('switch', { name: 'Enviar o e-mail de boas-vindas' }).press('Space');
  await page.getByRole('button', { name: 'Revisar dados' }).last().click();
  await expect.poll(() => page.url()).toContain('import=3');
  await page.getByRole('button', { name: /^Validar 5\.?000 linhas$/ }).click();
  await page.getByRole('button', { name: /^Importar 5\.?000 usuários$/ }).click({ timeout: 60_000 });
  await page
    .getByText(/^Importando: [\d.]+ de 5\.?000/)
    .first()
    .waitFor({ timeout: 60_000 });
  await page.screenshot({ path: `${pictures}/importing.png` });
  await page.getByText(/5\.?000 usuários cadastrados/).waitFor({ timeout: 240_000 });
  await page.goto(at('/group_users'));
  await page
    .getByRole('row')
    .filter({ hasText: 'Lojas' })
    .getByText(/4\.?960/)
    .first()
    .waitFor();
  await page.getByRole('row').filter({ hasText: 'Diretoria' }).getByText('40').first().waitFor();
  expect(complaints).toEqual([]);
}, 420_000);

test('a group is given a report; one of its members is invited, chooses a password, and sees only that report', async () => {
  const page = await newPage();
  await signIn(page, unit.host, unit.admin);
  await page.goto(at('/group_users'));
  await page
    .getByRole('link', { name: 'Diretoria' })
    .or(page.getByRole('button', { name: 'Diretoria', exact: true }))
    .first()
    .click();
  await page.getByRole('tab', { name: /Relatórios/ }).click();
  await page.getByRole('combobox', { name: 'Dar relatórios' }).fill('Fluxo');
  await page.getByRole('option', { name: /Fluxo de caixa/ }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Dar ao grupo' }).click();
  await toast(page, '1 relatório dado ao grupo');

  await page.goto(at(`/user?search=${getEmail(1)}`));
  await page.getByRole('button', { name: 'Ações de Pessoa 1 da Ipê' }).click();
  await page.getByRole('menuitem', { name: 'Enviar convite' }).click();
  const invited = await newPage();
  await invited.goto(await linkTo(getEmail(1)));
  await invited.getByLabel('Nova senha', { exact: true }).fill(password);
  await invited.getByRole('button', { name: /senha/i }).last().click();
  await invited.waitForURL((url) => url.pathname === '/');
  await invited.goto(at('/all/reports'));
  await invited.getByRole('link', { name: 'Fluxo de caixa' }).first().waitFor();
  expect(await invited.getByRole('link', { name: 'Inadimplência' }).count()).toBe(0);
  await invited.getByRole('link', { name: 'Fluxo de caixa' }).first().click();
  await invited.frameLocator('iframe').locator('table tbody tr').first().waitFor();
  expect(complaints).toEqual([]);
}, 240_000);

test('the reason why a user of another group does not see it is explained, with the way to fix it', async () => {
  const page = await newPage();
  await signIn(page, unit.host, unit.admin);
  await page.goto(at(`/user?search=${getEmail(4000)}`));
  await page.getByRole('link', { name: 'Pessoa 4000 da Ipê' }).first().click();
  await page.getByRole('tab', { name: 'Grupos e relatórios' }).click();
  await page.getByRole('combobox', { name: 'Explicar um relatório' }).fill('Fluxo');
  await page.getByRole('option', { name: /Fluxo de caixa/ }).click();
  await page.getByText('Pessoa 4000 da Ipê não vê este relatório').waitFor();
  await page.getByRole('region', { name: 'Por quê' }).getByRole('button', { name: 'Dar acesso' }).waitFor();
  await page.screenshot({ path: `${pictures}/refusal.png`, fullPage: true });
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the administrator views the session of a user who consents, both screens recorded', async () => {
  const asker = await newPage({ expected: ['401'] });
  const person = await newPage();
  await signIn(asker, unit.host, unit.admin);
  await asker.goto(at('/setting?area=people'));
  const allowed = asker.getByRole('switch', { name: 'Permitir acesso remoto' });
  if (!(await allowed.isChecked())) {
    await allowed.press('Space');
    await asker.keyboard.press('Control+s');
    await toast(asker, 'Configurações salvas');
  }
  await signIn(person, unit.host, getEmail(1), password);
  await person.goto(at('/?account=access'));
  await person.getByRole('switch', { name: 'Permitir acesso remoto à minha conta' }).press('Space');
  await toast(person, 'Acesso remoto permitido');
  await person.goto(at('/'));
  await asker.goto(at('/remote/authorization?tab=history'));
  await asker.getByRole('button', { name: 'Pedir acesso' }).last().click();
  await asker.getByRole('combobox', { name: 'Conta de quem' }).fill('Pessoa 1 da');
  await asker.getByRole('option', { name: 'Pessoa 1 da Ipê' }).first().click();
  await asker.getByLabel('Motivo').fill('Conferir o que a diretoria vê');
  await asker.getByRole('button', { name: 'Pedir acesso' }).last().click();
  await asker.getByRole('heading', { name: /^Esperando/ }).waitFor();
  const dialog = person.getByRole('dialog', { name: /pede para entrar na sua conta/ });
  // The user's tab learns of it with the next heartbeat within a minute, or as soon as it is visible.
  await person.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await dialog.waitFor();
  await person.screenshot({ path: `${pictures}/asked-person.png` });
  await asker.screenshot({ path: `${pictures}/asked-asker.png` });
  await dialog.getByRole('button', { name: 'Permitir' }).click();
  await asker.getByRole('region', { name: 'Acesso remoto' }).waitFor();
  await person.getByRole('region', { name: 'Acesso remoto' }).waitFor();
  await asker.goto(at('/all/reports'));
  await asker.getByRole('link', { name: 'Fluxo de caixa' }).first().waitFor();
  expect(await asker.getByRole('link', { name: 'Inadimplência' }).count()).toBe(0);
  await person.screenshot({ path: `${pictures}/inside-person.png` });
  await asker.screenshot({ path: `${pictures}/inside-asker.png` });
  await asker
    .getByRole('region', { name: 'Acesso remoto' })
    .getByRole('button', { name: /Sair|Encerrar/ })
    .click();
  await person.getByRole('region', { name: 'Acesso remoto' }).waitFor({ state: 'detached', timeout: 30_000 });
  expect(complaints).toEqual([]);
}, 180_000);
