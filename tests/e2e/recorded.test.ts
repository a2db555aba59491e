import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { desktop, getUrl, measureOverflow, phone, settled, signIn, still, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeCustomField, writeOwnValues } from '../support/make-custom-field.ts';
import { makeOwnUnit } from '../support/own-unit.ts';

const { newPage, complaints } = useBrowser();
const pictures = 'test-results/recorded';
beforeAll(() => {
  mkdirSync(pictures, { recursive: true });
});

/** The page light, dark and on a phone: axe findings, sideways scrolling, and a screenshot of each. */
async function looked(page: Page, name: string): Promise<void> {
  await settled(page);
  for (const [kind, colorScheme, viewport] of [
    ['dark', 'dark', desktop],
    ['phone', 'light', phone],
    ['light', 'light', desktop],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await still(page);
    await page.screenshot({ path: `${pictures}/${name}-${kind}.png` });
    expect(await findings(page), `${name}, ${kind}`).toEqual([]);
    const sideways = await measureOverflow(page);
    expect(sideways, `${name}, ${kind}`).toBeLessThanOrEqual(0);
  }
}

test('an import names its administrators, is one expandable row of the change history, and each user has a history', async () => {
  const unit = await makeOwnUnit();
  const page = await newPage({ acceptDownloads: true });
  await signIn(page, unit.host, unit.admin);
  const file = [
    'Nome;E-mail;Perfil;Departamento',
    'Lia Prates;lia@ipe.test;Administrador;Diretoria',
    'Rui Sá;rui@ipe.test;;Frota',
    '{Helena};helena@ipe.test;;Frota',
  ];
  await page.goto(getUrl(unit.host, '/user?import=1'));
  await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'time.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\r\n')) });
  await expect.poll(() => page.url()).toContain('import=2');
  await page.getByRole('button', { name: 'Revisar dados' }).last().click();
  await expect.poll(() => page.url()).toContain('import=3');
  await page.getByRole('button', { name: 'Validar 3 linhas' }).click();
  await page.getByText('1 administrador será criado').waitFor();
  await page.getByText('linha 2 (Lia Prates)').waitFor();
  await looked(page, 'plan');
  await page.getByRole('button', { name: 'Importar 3 usuários' }).click();
  await page.getByText('3 usuários cadastrados.').waitFor({ timeout: 60_000 });

  await page.getByRole('link', { name: 'Histórico de alterações' }).click();
  await page.getByRole('heading', { name: 'Histórico de alterações', level: 1 }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Pessoas importadas' });
  await row.getByRole('link', { name: 'time.csv' }).waitFor();
  expect(await page.getByRole('row').filter({ hasText: 'Pessoa adicionada' }).count()).toBe(0);
  await looked(page, 'history');
  await row.getByRole('button', { name: '3 alterações' }).click();
  const run = page.getByRole('dialog', { name: 'O que a importação alterou' });
  await run.getByText('{Helena}').first().waitFor();
  await run.getByText('Perfil: Administrador').waitFor();
  expect(await run.getByText('– →').count()).toBe(0);
  await looked(page, 'run');
  await page.keyboard.press('Escape');
  await run.waitFor({ state: 'hidden' });
  expect(page.url()).not.toContain('run=');

  const [person] = await query(
    "select id from users where email = 'rui@ipe.test' and tenant_id = (select tenant_id from domains where host = $1)",
    [`${unit.host}.localhost`],
  );
  await page.goto(getUrl(unit.host, `/user?id=${person?.id}&tab=history`));
  const by = page.getByRole('combobox', { name: 'Alterado por' });
  await by.waitFor();
  await page
    .locator('time')
    .filter({ hasText: /\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/ })
    .first()
    .waitFor();
  await looked(page, 'person');
  await by.click();
  await page.getByRole('option', { name: 'O portal' }).click();
  await page.getByText('Nada foi alterado por este autor.').waitFor();
  expect(page.url()).toContain('by=system');
  await page.getByRole('button', { name: 'Exportar' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /CSV/ }).click()]);
  expect(download.suggestedFilename()).toContain('Rui Sá');
  expect(complaints).toEqual([]);
});

test('on a phone a row of the change history opens to what changed and from where', async () => {
  const unit = await makeOwnUnit();
  await query(
    `insert into audit (tenant_id, user_id, home_id, what, row_id, change, ip)
      select u.tenant_id, u.id, u.tenant_id, 'users.unsubscribe', u.id, '{"before": {}, "after": {"announcement": false}}', '203.0.113.7'
      from users u where u.email = $1`,
    [unit.viewer],
  );
  const page = await newPage({ viewport: phone });
  await signIn(page, unit.host, unit.admin);
  await page.goto(getUrl(unit.host, '/setting?area=audit&family=people'));
  const row = page.getByRole('listitem').filter({ hasText: 'E-mails desligados por um link' });
  const kind = row.getByText('Tipo de e-mail: Alguém da unidade escreve uma mensagem');
  await row.locator('summary', { hasText: 'Detalhes' }).waitFor();
  expect(await kind.isVisible()).toBe(false);
  await row.locator('summary').click();
  await kind.waitFor();
  await row.getByText('203.0.113.7').waitFor();
  await settled(page);
  await page.screenshot({ path: `${pictures}/history-opened-phone.png` });
  // Half under the bar at the top a link is no target.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await findings(page)).toEqual([]);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});

test('values that users entered about themselves are reviewed: one is accepted, another replaced', async () => {
  const unit = await makeOwnUnit();
  const [{ tenant_id: id } = { tenant_id: '' }] = await query('select tenant_id from domains where host = $1', [`${unit.host}.localhost`]);
  const field = await makeCustomField({ id: String(id) }, { label: 'Região', type: 'list', options: ['Sul', 'Norte'], identity: true });
  for (const email of [unit.viewer, unit.admin]) {
    const [person] = await query('select id from users where email = $1', [email]);
    await writeOwnValues({ id: String(person?.id) }, { [field.key]: 'Sul' });
  }
  const page = await newPage();
  await signIn(page, unit.host, unit.admin);
  await page.goto(getUrl(unit.host, '/setting?area=custom-fields'));
  await page.getByText('2 valores aguardam sua revisão').waitFor();
  await looked(page, 'fields');
  await page.getByRole('button', { name: 'Revisar' }).click();
  const drawer = page.getByRole('dialog', { name: 'Valores escritos pelas pessoas' });
  const items = drawer.getByRole('listitem');
  await expect.poll(() => items.count()).toBe(2);
  await looked(page, 'review');
  await items
    .first()
    .getByRole('button', { name: /^Aceitar Sul de/ })
    .click();
  await page.getByRole('status').filter({ hasText: '1 valor aceito' }).first().waitFor();
  await expect.poll(() => items.count()).toBe(1);
  await items
    .first()
    .getByRole('button', { name: /^Substituir Sul de/ })
    .click();
  await drawer.getByRole('combobox', { name: /Região/ }).click();
  await page.getByRole('option', { name: 'Norte' }).click();
  await looked(page, 'replace');
  await drawer.getByRole('button', { name: 'Salvar este valor' }).click();
  await drawer.getByText('Nada aguarda sua revisão.').waitFor();
  expect(
    await query(`select custom->>$1 as value, custom_own from users where tenant_id = $2 and custom ? $1 order by 1`, [field.key, id]),
  ).toEqual([
    { value: 'Norte', custom_own: [] },
    { value: 'Sul', custom_own: [] },
  ]);
  expect(complaints).toEqual([]);
});
