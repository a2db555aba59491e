import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { getUrl, phone, settled, signIn, still, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

const { newPage, complaints } = useBrowser();
const unit = "(select tenant_id from domains where host = 'vertice.localhost')";

type Frame = { method: string; url: string; body: { settings?: Settings; bookmark?: { state: string }; pageName?: string } };
type Settings = {
  layoutType: number;
  background: number;
  panes: { pageNavigation: { visible: boolean }; filters: { visible: boolean } };
  visualSettings: { visualHeaders: { settings: { visible: boolean } }[] };
  customLayout?: { displayOption: number };
};

let reportId = '';
const address = (search = '') => getUrl('vertice', `/${reportId}/reports/view${search}`);
const settings = (values: object) =>
  query(`update settings set "values" = "values" || $1::jsonb where tenant_id = ${unit}`, [JSON.stringify(values)]);
const options = (values: Record<string, string>) =>
  query(
    `update reports set ${Object.keys(values)
      .map((name, at) => `${name} = $${at + 2}`)
      .join(', ')} where id = $1`,
    [reportId, ...Object.values(values)],
  );

beforeAll(async () => {
  const [row] = await query(`select id from reports where title = 'DRE gerencial' and tenant_id = ${unit}`);
  reportId = String(row?.id);
});

/** Signs in with a log of every message that this page sends into the report's frame. */
async function viewer(more: Parameters<typeof newPage>[0] = {}, email = 'admin@vertice.test'): Promise<Page> {
  const page = await newPage(more);
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    Object.assign(window, { sent });
    addEventListener('message', ({ data }) => data?.method && sent.push(data));
  });
  await signIn(page, 'vertice', email);
  return page;
}
const figures = (page: Page) => page.frameLocator('.report-layer iframe').locator('body');
async function open(page: Page, search = ''): Promise<void> {
  await page.goto(address(search));
  await figures(page).locator('.visual, svg').first().waitFor();
  await page.getByRole('button', { name: 'Mais ações' }).waitFor();
}
/** The messages the report received: the frame's own document keeps them. */
async function told(page: Page, url: string): Promise<Frame[]> {
  const frame = page.frames().find((candidate) => candidate.url().includes('/reportEmbed'));
  // Because the script above made it.
  const sent = (await frame?.evaluate(() => JSON.stringify((window as unknown as { sent: unknown }).sent))) ?? '[]';
  return (JSON.parse(sent) as Frame[]).filter((message) => message.url === url); // because the SDK sends these
}
const lastLoad = async (page: Page) => (await told(page, '/report/load')).at(-1)?.body;

test('a view is saved, opens by its address, becomes the default and names what a re-publish removed', async () => {
  const page = await viewer();
  await open(page);
  await page.getByRole('tab').nth(1).click();
  await expect.poll(() => page.url()).toContain('page=');
  await settled(page);
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Salvar esta visão' }).click();
  await page.getByRole('button', { name: 'Salvar visão' }).click();
  await page.getByText('Dê um nome à visão.').waitFor();
  await page.getByLabel('Nome da visão').fill('Minha segunda página');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Salvar visão' }).click();
  await page.getByRole('button', { name: 'Minha segunda página' }).first().waitFor();
  // A view saved a moment ago is never marked as changed, though the frame still sends events for a while.
  for (let look = 0; look < 20; look += 1) {
    expect(await page.getByRole('button', { name: /Minha segunda página.*alterada/ }).count()).toBe(0);
    await page.waitForTimeout(100);
  }
  const link = new URL(page.url()).search;
  expect(link).toContain('view=');

  await open(page, link);
  await expect.poll(() => page.getByRole('tab').nth(1).getAttribute('aria-selected')).toBe('true');
  expect((await lastLoad(page))?.bookmark?.state).toBeTruthy();

  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Ações de Minha segunda página' }).click();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Abrir sempre com esta visão' }).click();
  await page.getByText('O relatório agora abre com Minha segunda página').waitFor();
  await open(page);
  await expect.poll(() => page.getByRole('tab').nth(1).getAttribute('aria-selected')).toBe('true');

  await query("update report_views set page = 'ReportSectionGone', page_title = 'Antiga' where name = 'Minha segunda página'");
  await open(page, link);
  await page.getByText('A página “Antiga” não está mais no relatório.', { exact: false }).waitFor();

  await page.keyboard.press('v');
  await page.getByText('A página “Antiga” não existe mais').waitFor();
  await page.getByRole('button', { name: 'Ações de Minha segunda página' }).click();
  await page.getByRole('button', { name: 'Excluir visão' }).click();
  const asking = page.getByRole('dialog', { name: 'Excluir a visão “Minha segunda página”?' });
  await asking.getByLabel(/para confirmar/).fill('MINHA_SEGUNDA_PÁGINA');
  await asking.getByRole('button', { name: 'Excluir visão' }).click();
  await page.getByText('Visão excluída: Minha segunda página').waitFor();
  await open(page, link);
  await page.getByText('Esta visão não está aberta para você').waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([]);
});

test('filters are kept if the unit keeps them, opened as a bookmark only when they differ, and deleted on request', async () => {
  await settings({ save_filter: 'S' });
  const page = await viewer();
  await open(page);
  await settled(page, 1_500);
  const kept = () => query('select state from report_states where report_id = $1', [reportId]);
  expect(await kept()).toEqual([]);
  expect((await lastLoad(page))?.bookmark).toBeUndefined();

  await page.getByRole('tab').nth(1).click();
  await expect.poll(async () => (await kept()).length).toBe(1);
  await open(page);
  expect((await lastLoad(page))?.bookmark?.state).toBe((await kept())[0]?.state);
  await expect.poll(() => page.getByRole('tab').nth(1).getAttribute('aria-selected')).toBe('true');
  await page.getByRole('button', { name: 'Como você deixou' }).click();
  await page.getByRole('button', { name: 'Voltar ao original' }).click();
  await expect.poll(() => page.getByRole('tab').first().getAttribute('aria-selected')).toBe('true');
  await expect.poll(async () => (await kept()).length).toBe(0);

  // A quick viewer may select a page once the report is drawn, and leave at once: that is saved too.
  await page.goto(address());
  await figures(page).locator('.visual, svg').first().waitFor({ timeout: 30_000 });
  await page.getByRole('tab').nth(1).click();
  await expect.poll(async () => (await kept()).length, { timeout: 10_000 }).toBe(1);
  await settings({ save_filter: 'N' });
  expect(complaints).toEqual([]);
});

test('each option of a report is sent to its frame, and the bar, tabs and title follow', async () => {
  const page = await viewer();
  const off = { navigation_panel: 'false', visual_headers: 'false', side_filter: 'false', hidden_pages: 'false', resolution: '1280x720' };
  await options(off);
  await open(page);
  const plain = (await lastLoad(page))?.settings;
  expect(plain).toMatchObject({
    layoutType: 1,
    customLayout: { displayOption: 0 },
    panes: { pageNavigation: { visible: false }, filters: { visible: false } },
  });
  expect(plain?.visualSettings.visualHeaders[0]?.settings.visible).toBe(false);
  expect(await page.getByRole('button', { name: 'Filtros' }).count()).toBe(0);
  await page.getByText('Feito para 1280 × 720').waitFor();
  const tabs = await page.getByRole('tab').count();

  await options({ navigation_panel: 'true', visual_headers: 'true', side_filter: 'true', hidden_pages: 'true', resolution: '5120x2880' });
  await settings({ show_name_report: 'N', show_menu_report: 'N' });
  await open(page);
  const full = (await lastLoad(page))?.settings;
  expect(full?.panes.pageNavigation.visible).toBe(true);
  expect(full?.visualSettings.visualHeaders[0]?.settings.visible).toBe(true);
  expect(full?.customLayout?.displayOption).toBe(2);
  await expect.poll(() => page.getByRole('tab').count()).toBe(tabs + 1);
  const filters = page.getByRole('button', { name: 'Filtros' });
  await filters.click();
  await expect.poll(() => filters.getAttribute('aria-pressed')).toBe('true');
  expect((await told(page, '/report/settings')).at(-1)?.body).toMatchObject({ panes: { filters: { visible: true } } });
  await expect.poll(() => page.locator('.viewer-name').count()).toBe(0);
  await expect.poll(() => page.getByRole('heading', { level: 1, name: 'DRE gerencial' }).count()).toBe(1);
  await page.goto(getUrl('vertice', '/'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('#menu-groups').count()).toBe(0);

  await settings({ show_name_report: 'S', show_menu_report: 'S' });
  await options({ ...off, visual_headers: 'true' });
  await open(page);
  await page.locator('.viewer-name', { hasText: 'DRE gerencial' }).waitFor();
  await page.goto(getUrl('vertice', '/'));
  await page.locator('#menu-groups').waitFor();
  expect(complaints).toEqual([]);
});

test('the watermark covers the frame, lets the pointer through, is restored when removed and is absent if the report opts out', async () => {
  await settings({ enable_watermark: 'S' });
  const page = await viewer();
  await open(page);
  const mark = page.locator('.report-layer > svg.watermark');
  await mark.waitFor();
  await expect.poll(() => mark.textContent()).toMatch(/admin@vertice\.test · \d{2}\/\d{2}\/\d{4} \d{2}:\d{2} · \S+/);
  expect([await mark.getAttribute('aria-hidden'), await mark.evaluate((svg) => getComputedStyle(svg).pointerEvents)]).toEqual([
    'true',
    'none',
  ]);
  await page.evaluate(() => document.querySelector('.watermark')?.remove());
  await mark.waitFor();
  await page.evaluate(() => document.querySelector('.watermark')?.setAttribute('opacity', '0'));
  await expect.poll(() => mark.getAttribute('opacity')).toBe('0.08');
  await page.keyboard.press('f');
  await page.locator('.viewer[data-full]').waitFor();
  expect(await mark.isVisible()).toBe(true);
  await page.keyboard.press('f');
  await page.emulateMedia({ media: 'print' });
  expect([await mark.isVisible(), await page.locator('.viewer-bar').isVisible()]).toEqual([true, false]);
  await page.emulateMedia({ media: 'screen' });
  await options({ watermark: 'off' });
  await open(page);
  expect(await page.locator('.watermark').count()).toBe(0);
  await options({ watermark: 'inherit' });
  await settings({ enable_watermark: 'N' });
  expect(complaints).toEqual([]);
});

test('the report is shared by link, by QR code and by e-mail; recipients without access are named', async () => {
  const page = await viewer();
  await open(page);
  await page.getByRole('button', { name: 'Compartilhar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compartilhar “DRE gerencial”' });
  await expect.poll(() => dialog.getByLabel('Link', { exact: true }).inputValue()).toContain(`/${reportId}/reports/view?page=`);
  await dialog.getByRole('button', { name: 'Código QR' }).click();
  await dialog.getByRole('img', { name: 'Código QR do link de DRE gerencial' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Enviar e-mail' }).click();
  await dialog.getByText('Escolha pelo menos uma pessoa.').waitFor();
  const [person] = await query(`select name from users where email = 'agent@vertice.test' and tenant_id = ${unit}`);
  await dialog.getByLabel('Enviar por e-mail para').fill(String(person?.name).slice(0, 5));
  await page.getByRole('option', { name: String(person?.name) }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Enviar e-mail' }).click();
  await dialog.getByText(`Nada foi enviado a ${person?.name}.`, { exact: false }).waitFor();
  expect(complaints).toEqual([]);
});

test('the viewer’s shortcuts work, and single letters can be switched off for this user', async () => {
  const page = await viewer();
  await options({ side_filter: 'true' });
  await open(page);
  await page.keyboard.press('2');
  await expect.poll(() => page.getByRole('tab').nth(1).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => page.getByRole('tab').first().getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('l');
  await expect.poll(() => page.getByRole('button', { name: 'Filtros' }).getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('r');
  await page.getByText('Visuais atualizados').waitFor({ state: 'attached' });
  const star = page.locator('.viewer-bar .star');
  const before = await star.getAttribute('aria-pressed');
  await page.keyboard.press('s');
  await expect.poll(() => star.getAttribute('aria-pressed')).not.toBe(before);
  await page.keyboard.press('s');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await sheet.getByText('Visões').waitFor();
  expect(await findings(page)).toEqual([]);
  await sheet.getByRole('switch').press('Space');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await page.keyboard.press('f');
  expect(await page.locator('.viewer[data-full]').count()).toBe(0);
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => page.getByRole('tab').nth(1).getAttribute('aria-selected')).toBe('true');
  expect(complaints).toEqual([]);
});

test('an open menu keeps its entries while the report becomes ready, so that a press hits what it aims at', async () => {
  const page = await viewer();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/reports/*/embed', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address());
  const more = page.getByRole('button', { name: 'Mais ações' });
  const tell = page.getByRole('menuitemcheckbox', { name: 'Avise-me quando atualizar' });
  await more.click();
  await tell.waitFor();
  await still(page);
  const before = await tell.boundingBox();
  release();
  await figures(page).locator('.visual, svg').first().waitFor();
  await page.getByRole('button', { name: 'Atualizar visuais', includeHidden: true }).waitFor({ state: 'attached' });
  expect(await tell.boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');
  await more.click();
  await page.getByRole('menuitem', { name: 'Imprimir' }).waitFor();
  expect(complaints).toEqual([]);
});

test('one tap asks to be notified of newer data, another cancels it', async () => {
  const page = await viewer();
  await open(page);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Avise-me quando atualizar' }).click();
  await page.getByText('Você será avisado quando os dados atualizarem').waitFor();
  expect(await query('select 1 from fresh_waiters where report_id = $1', [reportId])).toHaveLength(1);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Avise-me quando atualizar', checked: true }).click();
  await page.getByText('Você não será mais avisado').waitFor();
  expect(complaints).toEqual([]);
});

test('a phone has its own foot, filters as a sheet, the mobile layout or full width, and the hint to rotate', async () => {
  await options({ orientation: 'landscape', side_filter: 'true', mobile_background: 'false' });
  const page = await viewer({ viewport: phone, hasTouch: true, isMobile: true });
  await open(page);
  expect((await lastLoad(page))?.settings).toMatchObject({ background: 1, panes: { pageNavigation: { visible: false } } });
  await page.getByText('Este relatório foi feito para ser visto com o celular deitado.').waitFor();
  const foot = page.getByRole('region', { name: 'Páginas e dados' });
  for (const name of ['Filtros', 'Visões', 'Enviar', 'Deitar']) await foot.getByRole('button', { name }).waitFor();
  await foot.getByRole('button', { name: 'Filtros' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  const value = sheet.locator('.chip').first();
  await value.click();
  const chosen = await value.textContent();
  expect(await findings(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Aplicar 1 filtro' }).click();
  await expect
    .poll(async () => JSON.stringify((await told(page, '/report/settings')).length) && figures(page).innerText())
    .toContain(String(chosen));
  await options({ orientation: 'auto', mobile_background: 'true' });
  await open(page);
  expect((await lastLoad(page))?.settings).toMatchObject({ layoutType: 2, background: 0 });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await page.getByRole('region', { name: 'Páginas e dados' }).getByRole('button', { name: 'Visões' }).click();
    await page.getByRole('dialog', { name: 'Visões' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await findings(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') != null)).toBe(true);
    // Also when what had the focus is gone.
    if (width === 320) await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Visões' }).waitFor({ state: 'hidden' });
  }
  expect(complaints).toEqual([]);
});

test('months read in the filters as in the report, in the user’s language', async () => {
  const raw = /\b\d{4}-\d{2}\b/;
  const [daily] = await query(`update reports set side_filter = true where title = 'Vendas diárias' and tenant_id = ${unit} returning id`);
  for (const [email, locale, button, month, applied] of [
    ['admin@vertice.test', 'pt-BR', 'Filtros', /^[a-z]{3}\. \d{4}$/, 'Aplicar 1 filtro'],
    ['english@vertice.test', 'en-US', 'Filters', /^[A-Z][a-z]{2} \d{4}$/, 'Apply 1 filter'],
  ] as const) {
    const page = await viewer({ viewport: phone, hasTouch: true, isMobile: true, locale }, email);
    await page.goto(getUrl('vertice', `/${daily?.id}/reports/view`));
    await figures(page).locator('.visual, svg').first().waitFor();
    const shown = await figures(page).innerText();
    const inReport = shown.split('\n').find((line) => month.test(line.replace(/ ▾$/, '')));
    expect(inReport, shown).toBeDefined();
    await page.getByRole('button', { name: button, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: button });
    const months = sheet.locator('.chip').filter({ hasText: month });
    await expect.poll(() => months.count()).toBe(12);
    expect(await sheet.innerText()).not.toMatch(raw);
    expect(await months.first().innerText()).toBe(inReport?.replace(/ ▾$/, ''));
    const earlier = await months.nth(1).innerText();
    await months.nth(1).click();
    await sheet.getByRole('button', { name: applied }).click();
    await expect.poll(() => figures(page).innerText()).toContain(earlier);
    expect(await figures(page).innerText()).not.toMatch(raw);
  }
  expect(complaints).toEqual([]);
});

test('a user without access gets the normal refusal, with the way to the catalog', async () => {
  await query('delete from grants where report_id = $1', [reportId]);
  await query('update reports set on_catalog = true where id = $1', [reportId]);
  const page = await viewer({ expected: ['404'] }, 'regional@vertice.test');
  await page.goto(address('?page=ReportSection1'));
  await page.getByRole('heading', { level: 1, name: 'Este relatório não existe' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Pedir acesso' }).getAttribute('href')).toBe(`/catalogs?ask=${reportId}`);
  expect(complaints).toEqual([]);
});
