import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoTenant } from '../../dev/demo/catalog.ts';
import { findings } from '../support/axe.ts';
import { getUrl, settled, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeOwnUnit } from '../support/own-unit.ts';

const { newPage, complaints } = useBrowser();
const unit = "(select tenant_id from domains where host = 'vertice.localhost')";

const getId = async (title: string) =>
  String((await query(`select id from reports where title = $1 and tenant_id = ${unit}`, [title]))[0]?.id);
const titlesIn = (page: Page, selector: string) => page.locator(selector).allInnerTexts();

test('a user who cannot open a report notifies the administrator by the card’s own button', async () => {
  const page = await newPage({ expected: ['403', '404', '409', '422'] });
  await signIn(page, 'vertice', 'agent@vertice.test');
  await page.goto(getUrl('vertice', `/${await getId('Vendas diárias')}/reports/view`));
  await page.getByRole('button', { name: 'Avisar o administrador' }).click();
  await page.getByRole('button', { name: 'Administrador avisado' }).waitFor();
  expect(await findings(page)).toEqual([]);
  const admin = await newPage();
  await signIn(admin, 'vertice', 'admin@vertice.test');
  await admin.goto(getUrl('vertice', '/notifications'));
  await admin
    .getByText(/precisa de ajuda com Vendas diárias/)
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

test('empty and closed pages have the button too, and a second press says when they were notified', async () => {
  const unit = await makeOwnUnit();
  const page = await newPage();
  await signIn(page, unit.host, unit.viewer);
  await page.goto(getUrl(unit.host, '/'));
  const tell = page.getByRole('button', { name: 'Avisar o administrador' });
  const told = page.getByRole('button', { name: 'Administrador avisado' });
  await tell.click();
  await told.waitFor();
  await page.goto(getUrl(unit.host, '/all/reports'));
  await tell.click();
  await page
    .getByText(/Os administradores foram avisados em /)
    .first()
    .waitFor();
  await page.goto(getUrl(unit.host, '/powerbi'));
  await page.getByRole('heading', { level: 1, name: 'Esta página está fechada para você' }).waitFor();
  await tell.click();
  await told.waitFor();
  expect(await findings(page)).toEqual([]);
  const admin = await newPage();
  await signIn(admin, unit.host, unit.admin);
  await admin.goto(getUrl(unit.host, '/notifications'));
  await admin.getByText('Essa página foi recusada a essa pessoa, que pede a permissão.').first().waitFor();
  await admin.getByRole('link', { name: 'Ver onde resolver' }).first().click();
  await admin.waitForURL((url) => url.pathname === '/user' && url.searchParams.get('tab') === 'access');
  expect(complaints).toEqual([]);
});

test('a user who may not add reports notifies the administrator, and an administrator asks another for changes to themselves', async () => {
  await query('update tenants set allow_reports = false where id = $1', [demoTenant('vertice').id]);
  const page = await newPage();
  await signIn(page, 'vertice', 'editor@vertice.test');
  await page.goto(getUrl('vertice', '/management/report?import=1'));
  await page
    .locator('.notice')
    .getByText(/não inclui adicionar relatórios/)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Importar de um workspace' }).getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: 'Avisar o administrador' }).click();
  await page.getByRole('button', { name: 'Administrador avisado' }).waitFor();
  expect(await findings(page)).toEqual([]);
  const admin = await newPage();
  await signIn(admin, 'vertice', 'admin@vertice.test');
  await admin.goto(getUrl('vertice', '/notifications'));
  await admin
    .getByText(/Quer adicionar relatórios/)
    .first()
    .waitFor();
  const [me] = await query(`select id from users where email = 'admin@vertice.test' and tenant_id = ${unit}`);
  await admin.goto(getUrl('vertice', `/user?id=${me?.id}&tab=security`));
  expect(await admin.getByRole('button', { name: 'Avisar o administrador' }).count()).toBe(0);
  // The sentence explains the missing controls; the remaining ones work.
  await admin.getByText('Só outro administrador pode bloquear ou desativar você.').waitFor();
  await admin.getByRole('button', { name: 'Pedir a outro administrador' }).click();
  await admin
    .getByRole('status')
    .filter({ hasText: /administrador/ })
    .first()
    .waitFor({ state: 'attached' });
  expect(await findings(admin)).toEqual([]);
  await query('update tenants set allow_reports = true where id = $1', [demoTenant('vertice').id]);
  expect(complaints).toEqual([]);
});

test('a user who may not give access without filters can only refuse such a request, with the reason', async () => {
  const page = await newPage();
  const [request] = await query(
    `update reports r
      set restriction = 'filters', needs_identity = false
      from catalog_requests q
      where q.report_id = r.id and q.state = 'pending' and q.tenant_id = ${unit}
      returning q.id, q.report_id`,
  );
  await signIn(page, 'vertice', 'approver@vertice.test');
  await query(`update users set flags = array_remove(flags, 'release_unfiltered') where email = 'approver@vertice.test'`);
  await page.goto(getUrl('vertice', `/catalogs?tab=requests&id=${request?.id}`));
  const drawer = page.getByRole('dialog', { name: 'Pedido' });
  const submit = drawer.locator('button[type="submit"]');
  await submit.waitFor();
  await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => submit.getAttribute('data-tip')).toContain('Peça a um administrador');
  await drawer.getByRole('button', { name: 'Negar' }).first().click();
  expect(await submit.getAttribute('aria-disabled')).toBeNull();
  expect(await findings(page)).toEqual([]);
  await query("update reports set restriction = 'none' where id = $1", [request?.report_id]);
  expect(complaints).toEqual([]);
});

test('all reports name their group and can be filtered by it; a group’s last card leads to its catalog', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'regional@vertice.test');
  await page.goto(getUrl('vertice', '/all/reports'));
  await settled(page);
  const name = 'Comercial';
  const chip = page.locator('.report-tools-chips').getByRole('link', { name: new RegExp(`^${name}`) });
  await chip.click();
  await settled(page);
  expect(page.url()).toContain('group=');
  const places = await titlesIn(page, '.report-items-place');
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) expect(place).toContain(name);
  expect(await findings(page)).toEqual([]);

  // One report of the group that this user doesn't see is in its catalog.
  const [group] = await query(`select id from groups where name = $1 and tenant_id = ${unit}`, [name]);
  const offered = await getId('Clientes inativos');
  await query('delete from grants where report_id = $1', [offered]);
  await query('update reports set on_catalog = true where id = $1', [offered]);
  await page.goto(getUrl('vertice', `/reports?group=${group?.id}`));
  await page.getByRole('heading', { name: 'Falta algum relatório?' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Abrir o catálogo' }).click();
  await page.waitForURL((url) => url.pathname === '/catalogs' && url.searchParams.get('group') === group?.id);
  expect(complaints).toEqual([]);
});

test('a user who only watches slideshows gets cards that play', async () => {
  const [person] = await query(`select id, tenant_id from users where email = 'regional@vertice.test' and tenant_id = ${unit}`);
  const [show] = await query(`select id, name from playlists where tenant_id = ${unit} order by created_at limit 1`);
  await query(
    'insert into playlist_shares (tenant_id, id, playlist_id, user_id) values ($1, gen_random_uuid(), $2, $3) on conflict do nothing',
    [person?.tenant_id, show?.id, person?.id],
  );
  const page = await newPage();
  await signIn(page, 'vertice', 'regional@vertice.test');
  await page.goto(getUrl('vertice', '/playlists'));
  await settled(page);
  expect(await page.locator('table').count()).toBe(0);
  const play = page.getByRole('link', { name: `Exibir: ${show?.name}` });
  await play.waitFor();
  expect(await findings(page)).toEqual([]);
  await play.click();
  await page.waitForURL((url) => url.pathname === `/${show?.id}/playlist/view`);
  expect(complaints).toEqual([]);
});

test('the bar of a report counts active filters', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', `/${await getId('DRE gerencial')}/reports/view`));
  await page.getByRole('button', { name: 'Filtros' }).click({ timeout: 30_000 });
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  // Months appear as in the report.
  await sheet
    .getByText(/^nov\. 20\d\d$/)
    .first()
    .waitFor();
  expect(await sheet.innerText()).not.toMatch(/20\d\d-\d\d/);
  await sheet.locator('.filter-sheet-values button').first().click();
  await sheet.getByRole('button', { name: /^Ver|^Aplicar/ }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  const count = page.getByRole('button', { name: /^Filtros/ }).locator('.part-count');
  await expect.poll(() => count.innerText()).toBe('1');
  expect(complaints).toEqual([]);
});

test('a group is presented without a stored slideshow, each report counts as viewed, and Escape leads back', async () => {
  const [group] = await query(`select id from groups where name = 'Comercial' and tenant_id = ${unit}`);
  const page = await newPage();
  await signIn(page, 'vertice', 'regional@vertice.test');
  const [began] = await query('select now()::text as at');
  const seen = async () => {
    const person = `(select id from users where email = 'regional@vertice.test' and tenant_id = ${unit})`;
    const [row] = await query(`select count(*)::int as n from visits where user_id = ${person} and last_at > $1::timestamptz`, [began?.at]);
    return Number(row?.n);
  };
  await page.goto(getUrl('vertice', `/reports?group=${group?.id}`));
  await settled(page);
  await page.getByRole('link', { name: 'Apresentar grupo' }).click();
  await page.waitForURL((url) => url.pathname === `/${group?.id}/playlist/view`);
  await page.locator('.player-layer[data-on] iframe').waitFor();
  const title = () => page.locator('.player-title').innerText();
  const first = await title();
  await expect.poll(seen).toBeGreaterThan(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(title).not.toBe(first);
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === '/reports' && url.searchParams.get('group') === group?.id);
  expect(complaints).toEqual([]);
});

test('the foot of a report shows the next data refresh', async () => {
  const id = await getId('DRE gerencial');
  const [today] = await query("select to_char(now() at time zone 'UTC' + interval '2 hours', 'HH24:MI') as at");
  const schedule = { at: new Date().toISOString(), schedule: { days: [1, 2, 3, 4, 5, 6, 7], times: [today?.at], zone: 'UTC' } };
  await query('update reports set load_schedule = $2::jsonb where id = $1', [id, JSON.stringify(schedule)]);
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', `/${id}/reports/view`));
  const next = page.locator('.viewer-next');
  await next.waitFor();
  await expect.poll(() => next.innerText()).toMatch(/^próxima carga: .*\d\d:\d\d$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await next.waitFor();

  // In English the hour has no leading zero.
  const credit = await getId('Limite de crédito');
  const eight = { at: new Date().toISOString(), schedule: { days: [1, 2, 3, 4, 5, 6, 7], times: ['08:00'], zone: 'America/Sao_Paulo' } };
  await query('update reports set load_schedule = $2::jsonb where id = $1', [credit, JSON.stringify(eight)]);
  const english = await newPage({ locale: 'en-US' });
  await signIn(english, 'vertice', 'english@vertice.test');
  await english.goto(getUrl('vertice', `/${credit}/reports/view`));
  await expect.poll(() => english.locator('.viewer-next').innerText()).toMatch(/[ ,]8:00\sAM$/);
  expect(complaints).toEqual([]);
});

test('home shows the page and the number of filters a report was left with, and opens it there', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } });
  const id = await getId('DRE gerencial');
  const [before] = await query(`select "values"->>'save_filter' as keeps from settings where tenant_id = ${unit}`);
  await query(`update settings set "values" = "values" || '{"save_filter":"S"}' where tenant_id = ${unit}`);
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', `/${id}/reports/view`));
  await page.getByRole('button', { name: 'Filtros' }).waitFor();
  await page.frameLocator('.report-layer iframe').locator('.visual, svg').first().waitFor();
  // The initial state is captured once the report is quiet; only later changes are saved.
  await settled(page, 2_000);
  await page.getByRole('button', { name: 'Filtros' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  await sheet.locator('.filter-sheet-values button').first().click();
  await sheet.getByRole('button', { name: /^Ver|^Aplicar/ }).click();
  const kept = async () => (await query('select filters from report_states where report_id = $1', [id]))[0]?.filters;
  await expect.poll(kept).toBe(1);
  const told = page.waitForResponse((answer) => answer.url().includes('log/report/page/view') && answer.ok());
  await page.getByRole('tab', { name: 'Por regional' }).click();
  await told;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(getUrl('vertice', '/'));
  await settled(page);
  const recents = page.locator('section[aria-labelledby="home-recents"]');
  await recents.getByText(/página Por regional, com 1 filtro$/).waitFor();
  expect(await findings(page)).toEqual([]);
  await recents.getByRole('link', { name: 'DRE gerencial' }).click();
  await page.waitForURL((url) => url.pathname === `/${id}/reports/view` && url.searchParams.has('page'));
  const tab = page.getByRole('tab', { name: 'Por regional' });
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
  await query(`delete from report_states where report_id = $1`, [id]);
  if (before?.keeps !== 'S') await query(`update settings set "values" = "values" || '{"save_filter":"N"}' where tenant_id = ${unit}`);
  expect(complaints).toEqual([]);
});
