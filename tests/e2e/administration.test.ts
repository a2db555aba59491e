import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoTenant } from '../../dev/demo/catalog.ts';
import { root } from '../../dev/folders.ts';
import { getUrl, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeOnCatalog } from '../support/make-catalog.ts';

const { newPage, complaints } = useBrowser();

test('the palette and the settings search find people, pages, rows, cards, tabs and their synonyms', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/all/reports'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Typed at once, while the palette's code is still loading.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('wagner');
  const field = page.getByRole('combobox', { name: 'Buscar relatórios, pessoas, páginas e configurações' });
  const option = (name: RegExp | string) => page.getByRole('option', { name }).first().waitFor();
  await expect.poll(() => field.inputValue()).toBe('wagner');
  await page
    .getByRole('group', { name: 'Pessoas' })
    .getByRole('option', { name: /Wagner Teles/ })
    .waitFor();
  await field.fill('2FA');
  await option(/Verificação em duas etapas Segurança/);
  await field.fill('histórico');
  await option(/Permissões|Entradas/);
  await field.fill('endereços permitidos');
  await option(/Endereços permitidos/);
  await field.fill('televisão');
  await option(/Telas Apresentações/);
  await field.fill('modelos');
  await option(/Modelos Notificações/);
  await field.fill('SCIM');
  await page
    .getByRole('group', { name: 'Configurações e abas' })
    .getByRole('option', { name: /Provisionamento \(SCIM\)/ })
    .click();
  await page.waitForURL(/azure\/saml\?area=scim/);

  // The unit's change history is listed under Portal, and job titles by their own name.
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await menu.getByRole('link', { name: 'Histórico de alterações' }).click();
  await page.getByRole('heading', { level: 1, name: 'Histórico de alterações' }).waitFor();
  await page.getByRole('navigation', { name: /Áreas/ }).getByRole('link', { name: 'Cargos' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cargos' }).waitFor();

  await page.goto(getUrl('vertice', '/setting'));
  const search = page.getByRole('search').getByRole('textbox');
  const nav = page.getByRole('navigation', { name: /Áreas/ });
  await search.fill('MFA');
  await nav
    .getByRole('link', { name: /Verificação em duas etapas/ })
    .first()
    .waitFor();
  await search.fill('wagner');
  await nav.getByRole('link', { name: /Wagner Teles/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Wagner Teles' }).waitFor();
  expect(complaints).toEqual([]);
});

test('the palette finds a report of the catalog, which leads to the request for it', async () => {
  const { id: unit } = demoTenant('vertice');
  const { title } = await makeOnCatalog({ id: unit }, { title: `Fretes por rota ${Date.now() % 100_000}` });
  const page = await newPage();
  await signIn(page, 'vertice', 'regional@vertice.test');
  await page.goto(getUrl('vertice', '/all/reports'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('fretes por');
  const found = page.getByRole('group', { name: 'No catálogo' }).getByRole('option', { name: title });
  await found.getByText('pedir acesso').waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/palette-catalog.png` });
  await found.click();
  await page.getByRole('dialog', { name: 'Pedir acesso' }).getByText(title).first().waitFor();
  expect(complaints).toEqual([]);
});

test('Enter before the palette has found anything opens what was typed, not what is still listed', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'english@vertice.test');
  await page.goto(getUrl('vertice', '/all/reports'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/search?**', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('mix');
  await expect.poll(() => page.getByRole('combobox').last().inputValue()).toBe('mix');
  await page.keyboard.press('Enter');
  answer();
  await page.waitForURL(/\/reports\/view/);
  await page.getByRole('heading', { level: 1, name: 'Product mix' }).waitFor();
  expect(complaints).toEqual([]);
});

/** The built script that contains a word; the build joins small ones under the name of any of them. */
async function fileWith(word: string): Promise<string> {
  const folder = join(root, 'dist/assets');
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.js')))
    if ((await readFile(join(folder, name), 'utf8')).includes(word)) return `**/assets/${name}`;
  throw new Error(`No script contains ${word}.`);
}

test('Enter typed ahead of the palette’s code opens the first result of what was typed, once it is there', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'english@vertice.test');
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let asked = 0;
  // From the start, because the page may load the palette's code while it has nothing else to do.
  await page.route(await fileWith('palette-head'), async (route) => {
    asked += 1;
    await late;
    await route.continue();
  });
  await page.goto(getUrl('vertice', '/all/reports'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('mix');
  await page.keyboard.press('Enter');
  // The palette's code is requested when it opens.
  await expect.poll(() => asked).toBeGreaterThan(0);
  // Still the page that was open: Enter pressed nothing on it.
  expect(new URL(page.url()).pathname).toBe('/all/reports');
  arrive();
  await page.waitForURL(/\/reports\/view/);
  await page.getByRole('heading', { level: 1, name: 'Product mix' }).waitFor();
  expect(complaints).toEqual([]);
});

test('before two-step verification is required it shows who uses it; those who don’t are a filter and a column away', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/setting?area=security'));
  const card = page
    .locator('section, .card')
    .filter({ has: page.getByRole('heading', { name: 'Verificação em duas etapas' }) })
    .last();
  // The affected users can be seen and chosen before it is switched on.
  await card
    .getByRole('radio', { name: 'Administradores' })
    .or(card.getByText('Administradores', { exact: true }))
    .first()
    .waitFor();
  const asks = card.getByRole('switch', { name: 'Exigir a segunda etapa' });
  if (!(await asks.isChecked())) await asks.check({ force: true });
  await card.getByText(/\d+\s?% (das suas pessoas|dos administradores) usam\./).waitFor();
  await card.getByText(/serão convidadas a configurar no próximo acesso|será convidada/).waitFor();
  // It concerns everyone, or the administrators alone.
  const see = card.getByRole('link', { name: 'Ver quem não usa' });
  await expect.poll(() => see.getAttribute('href')).toBe('/user?factor=without');
  await card.getByText('Administradores', { exact: true }).click();
  await card.getByText(/dos administradores usam\./).waitFor();
  await see.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
  await page.waitForURL(/\/user\?factor=without&profile=admin$/);
  await page.getByText('Perfil: Administrador').waitFor();
  await page.getByText('Verificação em duas etapas: Não usa').waitFor();
  await page.goto(getUrl('vertice', '/user?factor=with'));
  await page.getByText('Verificação em duas etapas: Usa').waitFor();
  await page.getByRole('rowheader').filter({ hasText: 'Wagner Teles' }).waitFor();
  // Without the filter, the column says who uses it.
  await page.goto(getUrl('vertice', '/user?search=wagner'));
  await page.getByRole('button', { name: 'Colunas' }).click();
  await page.getByRole('checkbox', { name: 'Verificação em duas etapas' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Verificação em duas etapas' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Wagner Teles' }).getByText('Usa', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('reason and bin of an import stay in sight at 1440 px, under review and in its result', async () => {
  const vertice = demoTenant('vertice').id;
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, 'vertice', 'admin@vertice.test');
  const inSight = async (selector: string) => {
    const boxes = await page.locator(selector).evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    expect(boxes.length).toBeGreaterThan(0);
    for (const right of boxes) expect(right).toBeLessThanOrEqual(1440);
  };
  await page.goto(getUrl('vertice', '/user?import=1'));
  const text = [
    'Nome;E-mail;Telefone;Cargo;Departamento;Perfil;Idioma;Grupos;Matrícula;Usuário da RLS',
    ...[1, 2, 3].map(
      (n) =>
        `Pessoa de Nome Bem Comprido ${n};pessoa.com.endereco.comprido${n}@vertice${n === 2 ? '' : '.test'};(11) ` +
        `98765-432${n};Diretor;Departamento de Operações Logísticas;Usuário;Português;Gestores;VA-39${n}1;regional-sul-${n}`,
    ),
  ].join('\r\n');
  await page.setInputFiles('input[type=file]', { name: 'largo.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.waitForURL(/import=2/);
  await page.getByRole('button', { name: 'Revisar dados' }).last().click();
  await page.waitForURL(/import=3/);
  await page.locator('.import-rows tbody tr').first().waitFor();
  await inSight('.import-rows .import-result');
  await inSight('.import-rows .import-act');
  const [done] = await query("select id from user_imports where tenant_id = $1 and name = 'contratacoes.csv'", [vertice]);
  await page.goto(getUrl('vertice', `/user?import=4&id=${done?.id}`));
  await page.locator('.import-rows tbody tr').first().waitFor();
  await inSight('.import-rows .import-result');
  expect(complaints).toEqual([]);
});

test('maintenance previews its text, audience and times, and the banner names the day', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/management/report?tab=maintenance'));
  await page.getByRole('button', { name: 'Exportar' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Arquivo CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('manutencao.csv');
  await page
    .getByRole('button', { name: /Nova|Agendar|Planejar|manutenção/i })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  // Enter takes the only suggestion, also before it has loaded, and a second Enter doesn't remove it.
  const reports = drawer.getByRole('combobox', { name: 'Relatórios' });
  await reports.fill('ruptura no ponto');
  await page.keyboard.press('Enter');
  await drawer.locator('.mantine-MultiSelect-pill', { hasText: 'Ruptura no ponto de venda' }).waitFor();
  await page.keyboard.press('Enter');
  expect(await drawer.locator('.mantine-MultiSelect-pill').count()).toBe(1);
  await drawer
    .getByText('Agendar', { exact: true })
    .or(drawer.getByText('Depois', { exact: true }))
    .first()
    .click();
  const preview = drawer.getByRole('region', { name: 'O que as pessoas vão ler' });
  await drawer.getByLabel('Título').fill('Troca do servidor');
  await preview.getByText(/Manutenção de .*\d\d:\d\d até .*: Troca do servidor/).waitFor();
  await drawer.getByText('Unidade inteira', { exact: true }).click();
  // A new window starts in a day or a little more, and is announced a day before: the day and the time are named.
  await preview.getByText(/^\d+ pessoas serão avisadas (hoje|amanhã), \d\d:\d\d\.$/).waitFor();
  await drawer.getByRole('combobox', { name: 'Avisar as pessoas' }).click();
  await page.getByRole('option', { name: 'Agora', exact: true }).click();
  await preview.getByText(/\d+ pessoas serão avisadas agora\./).waitFor();
  // A new start keeps the length, and an end before it is refused as it is typed.
  const toTime = (name: string) => drawer.getByRole('group', { name }).getByLabel('Hora');
  await toTime('Início').fill('10:00');
  await expect.poll(() => toTime('Fim').inputValue()).toBe('12:00');
  await toTime('Fim').fill('09:00');
  await drawer.getByRole('alert').filter({ hasText: 'O fim vem depois do início.' }).waitFor();
  await toTime('Fim').fill('12:30');
  await drawer.getByRole('alert').filter({ hasText: 'O fim vem depois do início.' }).waitFor({ state: 'detached' });
  // A viewer with the report open sees the day beside the time.
  const vertice = demoTenant('vertice').id;
  const [report] = await query("select id from reports where tenant_id = $1 and title = 'Vendas diárias'", [vertice]);
  const [made] = await query(
    `insert into maintenance (tenant_id, id, target, target_id, title, starts_at, ends_at, blocks, except_admin, announce_hours)
     values ($1, gen_random_uuid(), 'report', $2, 'Troca', now() + interval '24 hours', now() + interval '25 hours', true, true, 48) returning id`,
    [vertice, report?.id],
  );
  try {
    await page.goto(getUrl('vertice', `/${report?.id}/reports/view`));
    await page.getByText(/Manutenção de amanhã, \d\d:\d\d até .*: Troca/).waitFor();
  } finally {
    await query('delete from maintenance where id = $1', [made?.id]);
  }
  expect(complaints).toEqual([]);
});
