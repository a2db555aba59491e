import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { getUrl, phone, signIn, turnTo, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeOwnUnit } from '../support/own-unit.ts';

const { newPage, complaints } = useBrowser();
const pictures = 'test-results/partner-switch';
const record = (page: Page, name: string) => page.screenshot({ path: `${pictures}/${name}.png` });
mkdirSync(pictures, { recursive: true });

/** From the partner's list of units to the dialog of one. */
async function wish(page: Page, search: string): Promise<void> {
  await page.goto(getUrl('numera', `/companies?search=${encodeURIComponent(search)}`));
  await page.getByRole('button', { name: `Entrar na unidade: ${search}` }).click();
  await page.getByRole('dialog', { name: `Entrar em ${search}` }).waitFor();
}
const bar = (page: Page) => page.getByRole('region', { name: 'Visita do parceiro' });

/** A new unit of the partner with its own name. */
async function unitNamed(name: string, verify: boolean) {
  const unit = await makeOwnUnit();
  await query('update tenants set name = $1, sort_key = lower($1) where id = (select tenant_id from domains where host = $2)', [
    name,
    `${unit.host}.localhost`,
  ]);
  await query('update relations set verify = $1 where tenant_id = (select tenant_id from domains where host = $2)', [
    verify,
    `${unit.host}.localhost`,
  ]);
  return unit;
}

test('a partner enters a unit that admits it, works there as its administrator, and returns without signing in', async () => {
  const name = `Tecelagem ${Date.now() % 100_000}`;
  const unit = await unitNamed(name, false);
  const page = await newPage();
  await signIn(page, 'numera', 'partner@numera.test');
  await wish(page, name);
  await record(page, 'dialog');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('dialog').getByLabel('Motivo (opcional)').fill('Revisar os grupos');
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar na unidade' }).click();
  await page.waitForURL((url) => url.hostname === `${unit.host}.localhost` && !url.pathname.startsWith('/change'), { timeout: 30_000 });
  await bar(page).getByText(`Você está em ${name} como administrador`).waitFor();
  await page.goto(getUrl(unit.host, '/user'));
  await page.getByText('Caetano Brandão').first().waitFor();
  await record(page, 'inside');
  expect(await findings(page)).toEqual([]);
  // Sign-in settings are closed to a visit: no entry leads there, and the address says so instead of tabs that end in an error.
  await page.goto(getUrl(unit.host, '/azure/saml?area=reach'));
  await page.getByRole('heading', { level: 1, name: 'Só para administradores da própria unidade' }).waitFor();
  expect(await page.getByRole('tab').count()).toBe(0);
  await page.goto(getUrl(unit.host, '/remote/authorization'));
  await page.getByRole('heading', { level: 1, name: 'Só na sua própria sessão' }).waitFor();
  expect(await page.getByRole('link', { name: 'Acesso remoto' }).count()).toBe(0);
  await page.goto(getUrl(unit.host, '/user'));
  await page.getByText('Caetano Brandão').first().waitFor();
  await page.setViewportSize(phone);
  // The list switches to the phone layout at the next drawing.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  await record(page, 'inside-phone');
  await bar(page).getByRole('button', { name: 'Voltar' }).click();
  await page.waitForURL((url) => url.hostname === 'numera.localhost', { timeout: 30_000 });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(new URL(page.url()).pathname).not.toBe('/signin');
  expect(complaints).toEqual([]);
}, 180_000);

test('a unit that asks is entered after one of its administrators consents, and can end the visit', async () => {
  const name = `Tinturaria ${Date.now() % 100_000}`;
  const unit = await unitNamed(name, true);
  const partner = await newPage({ expected: ['401'] });
  const admin = await newPage();
  await signIn(admin, unit.host, unit.admin);
  await signIn(partner, 'numera', 'partner@numera.test');
  await wish(partner, name);
  await partner.getByRole('dialog').getByRole('button', { name: 'Entrar na unidade' }).click();
  await partner.waitForURL((url) => url.pathname.startsWith('/authorization/'), { timeout: 30_000 });
  await partner.getByRole('heading', { name: /^Esperando/ }).waitFor();
  await partner.getByText('Ver e alterar · 8 horas').waitFor();
  await record(partner, 'waiting');
  // Administrators who can consent are asked wherever they are; the request page later shows the same question with its facts.
  await admin.goto(getUrl(unit.host, '/user'));
  const asked = admin.getByRole('dialog', { name: `pede para entrar em ${name}` });
  await asked.waitFor();
  await asked.getByText('Numera BI').waitFor();
  await asked.getByText('Ver e alterar · 8 horas').waitFor();
  await expect.poll(() => asked.getByRole('radio', { name: /^Somente leitura/ }).isChecked()).toBe(true);
  await record(admin, 'asked');
  expect(await findings(admin)).toEqual([]);
  await admin.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  await turnTo(admin, '/remote/authorization');
  await admin
    .getByRole('button', { name: /^Ações de/ })
    .first()
    .click();
  await admin.getByRole('menuitem', { name: 'Decidir' }).click();
  const drawer = admin.getByRole('dialog', { name: 'Parceiro' });
  await drawer.getByRole('button', { name: 'Permitir somente leitura' }).waitFor();
  const measureTop = async (text: string) => (await drawer.getByText(text, { exact: false }).first().boundingBox())?.y ?? 0;
  expect(await measureTop('Nenhum motivo informado')).toBeLessThan(await measureTop('Permitir somente leitura'));
  await record(admin, 'deciding');
  await drawer.getByRole('radio', { name: /^Ver e alterar/ }).check();
  await drawer.getByLabel('Por quanto tempo').selectOption('240');
  await drawer.getByRole('button', { name: 'Permitir ver e alterar' }).click();
  await partner.waitForURL((url) => url.hostname === `${unit.host}.localhost` && !url.pathname.startsWith('/change'), { timeout: 40_000 });
  await bar(partner)
    .getByText(/^Restam (3:59|4:00):\d\d$/)
    .waitFor();
  // The account is visible at the foot of the menu, below the bar.
  await partner.setViewportSize({ width: 1440, height: 700 });
  const account = await partner.locator('.side .side-me').boundingBox();
  expect((account?.y ?? 0) + (account?.height ?? 900)).toBeLessThanOrEqual(700);
  await record(partner, 'bar');
  await admin.goto(getUrl(unit.host, '/remote/authorization?tab=partner'));
  await admin.getByText(/1 pessoa do parceiro está aqui dentro agora/).waitFor();
  await record(admin, 'partner-access');
  expect(await findings(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Desligar agora' }).click();
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /Desligar/ })
    .click();
  // The visitor is out at the next action.
  await partner.goto(getUrl(unit.host, '/user'));
  await bar(partner).waitFor({ state: 'detached', timeout: 30_000 });
  expect(complaints).toEqual([]);
}, 180_000);
