import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoTenant } from '../../dev/demo/catalog.ts';
import { getUrl, phone, settled, signIn, signInByForm, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeOwnUnit } from '../support/own-unit.ts';
import { passTime, withTimeMachine } from '../support/time-machine.ts';

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};
const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const shown = (page: Page) => page.locator('.player-layer[data-on] iframe');
/** A minute of the page's own clock: the promised time for a display to react. */
const aMinute = (page: Page) => passTime(page, 60_000, () => page.waitForLoadState());
const shownTitle = (page: Page) => page.locator('.player-title').innerText();

async function compose(page: Page, name: string, reports: string[]): Promise<void> {
  await page.goto(getUrl('vertice', '/playlists?new=1'));
  await page.getByLabel('Nome').first().fill(name);
  for (const report of reports) {
    await page.getByRole('button', { name: 'Adicionar relatório' }).click();
    await page.getByPlaceholder('Buscar relatório').fill(report);
    // Enter takes the only suggestion, also before it has loaded.
    await page.keyboard.press('Enter');
    await page.locator('.playlist-item').filter({ hasText: report }).first().waitFor();
    await page.keyboard.press('Escape');
  }
}

test('a slideshow is composed, ordered by keyboard, saved, and plays with its next report preloaded', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  const name = `Parede ${Date.now() % 100_000}`;
  await compose(page, name, ['Vendas diárias', 'OEE por linha']);
  await page.getByRole('button', { name: 'Mover para cima: OEE por linha' }).click();
  await page.getByText('Cada relatório fica de 10 a 3.600 segundos.').waitFor();
  for (const seconds of await page.getByLabel(/^Segundos de/).all()) await seconds.fill('10');
  await query("update reports set data_at = now() - interval '3 days' where tenant_id = $1 and title = 'OEE por linha'", [
    demoTenant('vertice').id,
  ]);
  await page.getByRole('button', { name: 'Criar apresentação' }).click();
  await toast(page, 'Apresentação criada');
  await page.getByRole('button', { name: 'Conectar tela' }).waitFor();
  // The notice appeared when the drawer closed, and covers nothing of the list beneath.
  const covered = () => {
    const toast = document.querySelector('.toast')?.getBoundingClientRect();
    const hits = (rect: DOMRect) =>
      toast && rect.right > toast.left && rect.top < toast.bottom && rect.bottom > toast.top && rect.width > 0;
    return [...document.querySelectorAll('main button, main a')].filter((each) => hits(each.getBoundingClientRect())).length;
  };
  await expect.poll(() => page.evaluate(covered)).toBe(0);
  await page.getByRole('link', { name }).click();
  await page.waitForURL(/playlist\/view/);
  await shown(page).waitFor();
  await expect.poll(() => shownTitle(page)).toBe('OEE por linha');
  // Data of another day are not those of the time alone.
  await page.getByText(/^Dados de \d\d\/\d\d\/\d{4}, \d\d:\d\d$/).waitFor();
  await expect.poll(() => shownTitle(page)).toBe('Vendas diárias');
  await expect.poll(() => page.locator('.player-layer iframe').count()).toBe(2);
  await page.keyboard.press(' ');
  await page.getByText(/Em pausa até/).waitFor();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => shownTitle(page)).toBe('OEE por linha');
  await page.locator('.player-controls').waitFor({ state: 'hidden', timeout: 30_000 });
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/playlists$/);
  expect(complaints).toEqual([]);
});

test('Back asks before it drops what was entered for a slideshow or a display', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  for (const [list, add] of [
    ['/playlists', 'Nova apresentação'],
    ['/playlists?tab=devices', 'Conectar tela'],
  ] as const) {
    await page.goto(getUrl('vertice', list));
    await page.getByRole('button', { name: add }).click();
    const drawer = page.getByRole('dialog', { name: add });
    await drawer.getByLabel('Nome').fill('Recepção');
    await page.goBack();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    expect(await drawer.getByLabel('Nome').inputValue()).toBe('Recepção');
    await page.goBack();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await drawer.waitFor({ state: 'hidden' });
    expect(page.url()).toBe(getUrl('vertice', list));
  }
  expect(complaints).toEqual([]);
});

test('a screen without a keyboard shows a code; approved it plays, revoked it says so within a minute', async () => {
  const [screen, admin] = [await newPage({ expected: ['401'] }), await newPage()];
  await withTimeMachine(screen);
  await screen.goto(getUrl('vertice', '/tv'));
  const code = (
    await screen
      .locator('.pairing-code')
      .filter({ hasText: /\w{3} \w{3}/ })
      .innerText()
  ).trim();
  await signInByForm(admin, 'vertice', 'admin@vertice.test');
  await admin
    .getByRole('radio', { name: 'Administrar' })
    .or(admin.getByText('Administrar', { exact: true }))
    .first()
    .click();
  await admin.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Apresentações' }).click();
  await admin.getByRole('tab', { name: 'Apresentações', selected: true }).waitFor();
  const name = `TV ${Date.now() % 100_000}`;
  const list = `Doca ${Date.now() % 100_000}`;
  await compose(admin, list, ['OEE por linha']);
  await admin.getByRole('button', { name: 'Criar apresentação' }).click();
  await toast(admin, 'Apresentação criada');
  await admin.goto(getUrl('vertice', '/playlists?tab=devices&new=1'));
  await admin.getByLabel('Código na tela').fill(code);
  await admin.getByLabel('Nome').first().fill(name);
  await admin.getByRole('combobox', { name: 'Apresentação' }).click();
  await admin.getByRole('option', { name: list }).click();
  await admin.getByRole('button', { name: 'Aprovar tela' }).click();
  await toast(admin, `${name} está conectada`);
  await screen.waitForURL(/playlist\/view\?display=1/, { timeout: 30_000 });
  await shown(screen).waitFor();
  // It resumes after a power cut.
  await screen.reload();
  await shown(screen).waitFor();
  const row = admin.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: `Ações de ${name}` }).click();
  await admin.getByRole('menuitem', { name: 'Revogar' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
  await admin.getByRole('dialog').waitFor({ state: 'detached' });
  await aMinute(screen);
  await screen.getByText('Esta tela foi desconectada').waitFor();
  expect(complaints).toEqual([]);
}, 120_000);

test('a display needs the role of its reports, warns before they are shown on a screen, and its list names skipped items', async () => {
  const admin = await newPage();
  await signIn(admin, 'vertice', 'admin@vertice.test');
  const [list, name] = [`Vendas ${Date.now() % 100_000}`, `TV ${Date.now() % 100_000}`];
  await compose(admin, list, ['OEE por linha', 'Carteira de clientes']);
  await admin.getByRole('button', { name: 'Criar apresentação' }).click();
  await toast(admin, 'Apresentação criada');
  await admin.goto(getUrl('vertice', '/playlists?tab=devices&new=1'));
  const drawer = admin.getByRole('dialog');
  await drawer.getByText('Por link', { exact: true }).click();
  await drawer.getByLabel('Nome').first().fill(name);
  await drawer.getByRole('combobox', { name: 'Apresentação' }).click();
  await admin.getByRole('option', { name: list }).click();
  await drawer.getByText('O modelo exige ao menos um papel.', { exact: false }).waitFor();
  await drawer.getByLabel('Valor da identidade').fill('Sul');
  await admin.keyboard.press('Tab');
  const pill = drawer.locator('.mantine-TagsInput-pill').first();
  await pill.waitFor();
  await drawer.getByLabel('Papéis do modelo').first().focus();
  await admin.keyboard.press('Backspace');
  await admin.keyboard.press('Control+s');
  await drawer.getByText('O modelo do relatório exige um papel.', { exact: false }).waitFor();
  await shot(admin, 'display-form');
  await drawer.getByLabel('Papéis do modelo').first().fill('Lojas');
  await admin.keyboard.press('Enter');
  await admin.keyboard.press('Control+s');
  const wall = admin.getByRole('dialog').filter({ hasText: 'Quem passar vê estas linhas' });
  await wall.getByText('Carteira de clientes', { exact: false }).waitFor();
  await shot(admin, 'display-wall');
  await wall.getByRole('button', { name: 'Mostrar nesta tela' }).click();
  // The service is asked before anything is saved: its model has no role of this name.
  const check = admin.getByRole('dialog').filter({ hasText: 'O serviço de relatórios recusa esta identidade' });
  await check.getByText(/Carteira de clientes: /).waitFor();
  await shot(admin, 'display-identity-refused');
  await check.getByRole('button', { name: 'Corrigir' }).click();
  await check.waitFor({ state: 'detached' });
  expect(await query('select from playlist_devices where name = $1', [name])).toHaveLength(0);
  await admin.keyboard.press('Control+s');
  await wall.getByRole('button', { name: 'Mostrar nesta tela' }).click();
  await check.getByRole('button', { name: 'Salvar assim mesmo' }).click();
  const address = await admin.locator('.playlist-link').innerText();
  await admin.keyboard.press('Escape');
  const screen = await newPage();
  await withTimeMachine(screen);
  await screen.goto(address.trim());
  await shown(screen).waitFor();
  await aMinute(screen);
  await expect
    .poll(
      async () => {
        await admin.goto(getUrl('vertice', '/playlists?tab=devices'));
        return admin.getByRole('row').filter({ hasText: name }).innerText();
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toContain('Exibindo 1 de 2. Pulados: 1 (Carteira de clientes (identidade recusada pelo serviço de relatórios))');
  await shot(admin, 'display-list');
  // The overview counts it and leads to the displays that skip something.
  await admin.goto(getUrl('vertice', '/?area=manage'));
  const waits = admin.getByRole('listitem').filter({ hasText: /telas? pulam? algo/ });
  await waits.waitFor();
  await shot(admin, 'overview-needs');
  await waits.getByRole('link', { name: 'Ver telas' }).click();
  await admin.getByRole('row').filter({ hasText: name }).waitFor();
  expect(new URL(admin.url()).search).toBe('?tab=devices&state=skipping');
  // The queue that delivers notifications has notified the administrators.
  await expect
    .poll(
      async () => {
        await admin.goto(getUrl('vertice', '/notifications'));
        await settled(admin);
        return admin.getByText(`${list} está pulando Carteira de clientes`).count();
      },
      // The local queue makes messages wait while one before them is tried again.
      { timeout: 150_000, interval: 1_000 },
    )
    .toBeGreaterThan(0);
  expect(complaints.filter((said) => !said.includes('502'))).toEqual([]);
}, 300_000);

test('an empty slideshow says so, and the list works at 390 px without sideways scrolling', async () => {
  const page = await newPage({ viewport: phone });
  await signIn(page, 'vertice', 'admin@vertice.test');
  const name = `Vazia ${Date.now() % 100_000}`;
  await compose(page, name, []);
  await page.getByRole('button', { name: 'Criar apresentação' }).click();
  await toast(page, 'Apresentação criada');
  for (const path of ['/playlists', '/playlists?tab=devices', '/playlists?new=1', '/playlists?tab=devices&new=1']) {
    await page.goto(getUrl('vertice', path));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBeLessThanOrEqual(phone.width);
  }
  await page.goto(getUrl('vertice', '/playlists'));
  await page.getByRole('link', { name }).click();
  await page.getByText('Nenhum relatório na apresentação').waitFor();
  expect(complaints).toEqual([]);
});

test('a display past the hundredth opens, and one of more than a hundred slideshows is found by its name', async () => {
  const unit = await makeOwnUnit();
  const [boss] = await query('select tenant_id, id from users where email = $1', [unit.admin]);
  const rows = [String(boss?.tenant_id), String(boss?.id)];
  await query(
    `insert into playlists (tenant_id, id, name, sort_key, owner_id)
      select $1::uuid, gen_random_uuid(), 'Parede ' || lpad(n::text, 3, '0'), 'parede ' || lpad(n::text, 3, '0'), $2::uuid
      from generate_series(1, 105) n`,
    rows,
  );
  await query(
    `insert into playlist_devices (tenant_id, id, playlist_id, name, sort_key, approved_by_id, approved_at, expires_at)
      select p.tenant_id, gen_random_uuid(), p.id, 'TV ' || right(p.name, 3), 'tv ' || right(p.name, 3), $2::uuid, now(),
        now() + interval '1 year'
      from playlists p where p.tenant_id = $1::uuid`,
    rows,
  );
  const [last] = await query("select id from playlist_devices where tenant_id = $1 and name = 'TV 105'", [rows[0] ?? '']);
  const page = await newPage();
  await signInByForm(page, unit.host, unit.admin);
  await page.goto(getUrl(unit.host, `/playlists?tab=devices&id=${last?.id}`));
  const drawer = page.getByRole('dialog');
  await expect.poll(() => drawer.getByLabel('Nome').inputValue()).toBe('TV 105');
  const playlist = drawer.getByRole('combobox', { name: 'Apresentação' });
  await expect.poll(() => playlist.inputValue()).toBe('Parede 105');
  await playlist.fill('parede 104');
  await page.getByRole('option', { name: 'Parede 104' }).click();
  await drawer.getByRole('button', { name: 'Salvar', exact: true }).click();
  await toast(page, 'TV 105');
  expect(await query('select p.name from playlist_devices d join playlists p on p.id = d.playlist_id where d.id = $1', [last?.id])).toEqual(
    [{ name: 'Parede 104' }],
  );
  expect(complaints).toEqual([]);
});
