import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { getUrl, phone, signIn, useBrowser } from '../support/browser.ts';
import { makeOwnUnit, type OwnUnit, tick } from '../support/own-unit.ts';
import { fillAccount, publish } from '../support/publish.ts';
import { passTime, withTimeMachine } from '../support/time-machine.ts';
import { portal } from '../support/world.ts';

// The path of a new administrator, from an empty unit to users with their reports. Each test continues where the previous one ended.

const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();

let unit: OwnUnit;
const at = (path: string) => getUrl(unit.host, path);
beforeAll(async () => {
  unit = await makeOwnUnit();
});

async function act(page: Page, name: string, item: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Ações de ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('an account is registered: the failing step is named, with the right secret all four succeed', async () => {
  const page = await newPage();
  await signIn(page, unit.host, unit.admin);
  await page.goto(at('/powerbi'));
  await page.getByText('Ainda não há contas').waitFor();
  await page.getByRole('button', { name: 'Nova conta' }).first().click();
  await fillAccount(page, { ...unit.principal, secret: 'ipe~a-wrong-secret' });
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Testar a conexão' }).click();
  await drawer.getByText('falhou').first().waitFor();
  await drawer.getByText('Nas palavras do serviço').waitFor();
  expect(await drawer.getByText('funcionou').count()).toBe(0);
  await page.getByLabel('Valor do segredo').fill(unit.principal.secret);
  await drawer.getByRole('button', { name: /Testar/ }).click();
  await expect.poll(() => drawer.getByText('funcionou').count()).toBe(4);
  await drawer.getByRole('button', { name: 'Cadastrar conta' }).click();
  await toast(page, 'Conta cadastrada');
  expect(complaints).toEqual([]);
});

test('ten reports of two workspaces are published in two groups, and the viewer finds those granted to everyone', async () => {
  const page = await newPage();
  await signIn(page, unit.host, unit.admin);
  for (const group of ['Comercial', 'Gestão']) {
    await page.goto(at('/reports?new=1'));
    await page.getByLabel('Nome').first().fill(group);
    await page.getByRole('button', { name: 'Criar grupo' }).click();
    await toast(page, 'Grupo criado');
  }
  await page.goto(at('/management/report'));
  const [comercial, gestao] = unit.workspaces;
  if (!comercial || !gestao) throw new Error('The unit has two workspaces');
  await publish(page, comercial, 'Comercial', 'Ninguém ainda');
  await page.goto(at('/management/report'));
  await publish(page, gestao, 'Gestão', 'Todos');
  await page.goto(at('/management/report'));
  for (const title of [...comercial.reports, ...gestao.reports]) await row(page, title).waitFor();

  const viewer = await newPage();
  await signIn(viewer, unit.host, unit.viewer);
  await viewer.goto(at('/all/reports'));
  for (const title of gestao.reports) await viewer.getByRole('link', { name: title }).first().waitFor();
  for (const title of comercial.reports) expect(await viewer.getByRole('link', { name: title }).count(), title).toBe(0);
  await viewer.getByRole('link', { name: 'Fluxo de caixa' }).first().click();
  await viewer.frameLocator('iframe').locator('table tbody tr').first().waitFor();
  expect(complaints).toEqual([]);
});

test('a catalog report is requested, granted with a role, and shows the rows of that role alone', async () => {
  const admin = await newPage();
  await signIn(admin, unit.host, unit.admin);
  await admin.goto(at('/management/report'));
  await act(admin, 'Vendas por loja', 'Pôr no catálogo');
  await toast(admin, 'Relatório no catálogo');

  const viewer = await newPage();
  await signIn(viewer, unit.host, unit.viewer);
  await viewer.goto(at('/catalogs'));
  await viewer.getByRole('button', { name: /Pedir acesso/ }).click();
  await viewer.getByLabel('Para que você precisa deste relatório?').fill('Acompanho as lojas do Sul toda semana.');
  await viewer.getByRole('button', { name: 'Enviar pedido' }).click();
  await toast(viewer, 'Pedido enviado');

  await admin.goto(at('/notifications'));
  // The menu counts the request too.
  await admin
    .getByRole('main')
    .getByRole('link', { name: /Decidir|pedido/i })
    .first()
    .click();
  await admin.waitForURL(/catalogs/);
  const drawer = admin.getByRole('dialog');
  await drawer.getByText('Acompanho as lojas do Sul toda semana.').waitFor();
  // The model's roles are read when the decision opens; the only filtered one comes with the value.
  await drawer.getByText('Estes são os papéis do modelo').waitFor();
  await drawer.getByLabel('Valor da identidade').fill('Sul');
  await drawer.locator('.mantine-TagsInput-pill', { hasText: 'Regional' }).waitFor();
  await drawer.getByRole('button', { name: 'Conceder acesso' }).click();
  await toast(admin, 'Acesso concedido');

  await viewer.goto(at('/catalogs?tab=mine'));
  await viewer.getByText('Concedido').first().waitFor();
  await viewer.goto(at('/all/reports?search=vendas'));
  await viewer.getByRole('link', { name: 'Vendas por loja' }).first().click();
  await viewer.frameLocator('iframe').locator('table tbody tr').first().waitFor();
  await viewer.getByRole('tab', { name: 'Por regional' }).click();
  const body = viewer.frameLocator('iframe').locator('body');
  await expect.poll(() => body.innerText()).toMatch(/^Sul$/m);
  const text = await body.innerText();
  for (const other of ['Sudeste', 'Nordeste', 'Centro-Oeste']) expect(text).not.toContain(other);
  expect(complaints).toEqual([]);
});

test('a window opens, a phone shows its text and asks to be notified, and is notified when it ends', async () => {
  const admin = await newPage();
  await signIn(admin, unit.host, unit.admin);
  await admin.goto(at('/management/report?tab=maintenance'));
  await admin.getByRole('button', { name: 'Nova manutenção' }).first().click();
  const drawer = admin.getByRole('dialog');
  await drawer
    .getByRole('combobox', { name: 'Relatórios' })
    .or(drawer.getByRole('textbox', { name: 'Relatórios' }))
    .first()
    .fill('Fluxo');
  await admin.getByRole('option', { name: /Fluxo de caixa/ }).click();
  await drawer.getByRole('textbox', { name: 'Título' }).fill('Fechamento do mês');
  await drawer.getByRole('textbox', { name: /^Texto/ }).fill('Os saldos de outubro estão sendo conferidos.');
  await drawer.getByRole('button', { name: 'Iniciar manutenção' }).click();
  await toast(admin, 'Manutenção iniciada');

  const viewer = await newPage({ viewport: phone });
  await signIn(viewer, unit.host, unit.viewer);
  await viewer.goto(at('/all/reports?search=fluxo'));
  await viewer.getByRole('link', { name: 'Fluxo de caixa' }).first().click();
  await viewer.getByText('Fechamento do mês').first().waitFor();
  await viewer.getByText('Os saldos de outubro estão sendo conferidos.').waitFor();
  expect(await viewer.locator('iframe').count()).toBe(0);
  await expect.poll(() => viewer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  await viewer.getByRole('button', { name: 'Avise-me quando voltar' }).click();
  await toast(viewer, 'Você será avisado');

  await act(admin, 'Fechamento do mês', 'Encerrar agora');
  await admin.getByRole('dialog').getByRole('button', { name: 'Encerrar agora' }).click();
  await toast(admin, 'Manutenção encerrada');
  await tick();
  await viewer.goto(at('/notifications'));
  await viewer
    .getByText(/Fechamento do mês/)
    .first()
    .waitFor();
  await viewer.goto(at('/all/reports?search=fluxo'));
  await viewer.getByRole('link', { name: 'Fluxo de caixa' }).first().click();
  await viewer.frameLocator('iframe').locator('table, svg').first().waitFor();
  expect(complaints).toEqual([]);
});

test('an export is e-mailed to its requester', async () => {
  const page = await newPage();
  await signIn(page, unit.host, unit.viewer);
  await page.goto(at('/all/reports?search=vendas'));
  await page.getByRole('link', { name: 'Vendas por loja' }).first().click();
  await page.frameLocator('iframe').locator('table tbody tr').first().waitFor();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: /Exportar Vendas por loja/ });
  await dialog.getByRole('radio', { name: /Esta página/ }).check();
  await dialog.getByRole('switch', { name: /Enviar também ao meu e-mail/ }).press('Space');
  await dialog.getByRole('button', { name: 'Exportar PDF' }).click();
  await page
    .getByRole('button', { name: /Baixar Vendas por loja/ })
    .first()
    .waitFor();
  type Mail = { to: string[]; subject: string; raw: string };
  const mine = async (): Promise<Mail[]> => {
    const mails: Mail[] = await (await fetch(`${portal().mail}/api/messages`)).json();
    return mails.filter(({ to, subject }) => to.includes(unit.viewer) && /Vendas por loja/.test(subject));
  };
  await expect.poll(async () => (await mine()).length, { timeout: 30_000, interval: 500 }).toBe(1);
  const [mail] = await mine();
  expect(mail?.raw).toMatch(/application\/pdf/);
  expect(complaints).toEqual([]);
});

test('a display is paired by the code on its screen, plays, and stops when it is revoked', async () => {
  const [screen, admin] = [await newPage({ expected: ['401'] }), await newPage()];
  await withTimeMachine(screen);
  await screen.goto(at('/auth/playlist/pair'));
  const code = screen.locator('.pairing-code').filter({ hasText: /\w{3} \w{3}/ });
  await signIn(admin, unit.host, unit.admin);
  await admin.goto(at('/playlists?new=1'));
  await admin.getByLabel('Nome').first().fill('Sala de reunião');
  for (const report of ['Resultado mensal', 'Inadimplência']) {
    await admin.getByRole('button', { name: 'Adicionar relatório' }).click();
    await admin.getByPlaceholder('Buscar relatório').fill(report);
    await admin.getByRole('option', { name: report }).first().click();
    await admin.keyboard.press('Escape');
    await admin.locator('.playlist-item').filter({ hasText: report }).first().waitFor();
  }
  await admin.getByRole('button', { name: 'Criar apresentação' }).click();
  await toast(admin, 'Apresentação criada');
  await admin.goto(at('/playlists?tab=devices&new=1'));
  await admin.getByLabel('Código na tela').fill((await code.innerText()).trim());
  await admin.getByLabel('Nome').first().fill('TV da reunião');
  await admin.getByRole('combobox', { name: 'Apresentação' }).click();
  await admin.getByRole('option', { name: 'Sala de reunião' }).click();
  await admin.getByRole('button', { name: 'Aprovar tela' }).click();
  await toast(admin, 'TV da reunião está conectada');
  await screen.waitForURL(/playlist\/view/, { timeout: 30_000 });
  await screen.locator('.player-layer[data-on] iframe').waitFor();
  await expect.poll(() => screen.locator('.player-title').innerText()).toMatch(/Resultado mensal|Inadimplência/);
  await act(admin, 'TV da reunião', 'Revogar');
  await admin.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
  await admin.getByRole('dialog').waitFor({ state: 'detached' });
  // Within a minute, by the screen's own clock.
  await passTime(screen, 60_000, () => screen.waitForLoadState());
  await screen.getByText('Esta tela foi desconectada').waitFor();
  expect(complaints).toEqual([]);
}, 120_000);
