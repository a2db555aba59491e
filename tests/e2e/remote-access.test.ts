import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { getUrl, phone, settled, signIn, signInByForm, turnTo, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

const { newPage, complaints } = useBrowser();
const size = { width: 1280, height: 800 };
const person = 'regional@vertice.test';
/** Both screens are recorded, a screenshot of each at every step: `<step>-asker.png` beside `<step>-person.png`. */
const recorded = async (step: string, screens: Record<'asker' | 'person', Page>) => {
  for (const [name, page] of Object.entries(screens)) await page.screenshot({ path: `test-results/remote-access/${step}-${name}.png` });
};
// The promise is two seconds; two portals and their browsers on two cores take longer. The next heartbeat would be a minute.
const soon = { timeout: 20_000 };
const unit = `(select u.tenant_id from users u where u.email = '${person}' order by u.created_at limit 1)`;
const clear = () =>
  query(`update remote_requests set state = 'cancelled' where tenant_id = ${unit} and state in ('requested', 'authorized', 'active')`);
beforeAll(async () => {
  mkdirSync('test-results/remote-access', { recursive: true });
  await query(`update settings set "values" = "values" || '{"allow_access_remote":"S","remote_consent":"each"}' where tenant_id = ${unit}`);
  await query(`update users set allow_remote = true, remote_until = null where email = $1`, [person]);
  await clear();
});
afterAll(clear);

test('one user asks, the other allows less, both see the red bar, and both are notified when it ends', async () => {
  // An ended session answers 401, as it must.
  const asker = await newPage({ viewport: size, expected: ['401'] });
  const entered = await newPage({ viewport: size });
  await signIn(asker, 'vertice', 'admin@vertice.test');
  await signInByForm(entered, 'vertice', person);
  await entered.getByRole('heading', { level: 1 }).first().waitFor();

  await asker.goto(getUrl('vertice', '/remote/authorization?tab=history'));
  await asker.getByRole('button', { name: 'Pedir acesso' }).last().click();
  await asker.getByRole('combobox', { name: 'Conta de quem' }).fill('Helena');
  await asker.getByRole('option', { name: 'Helena Prado' }).click();
  await asker.getByLabel('Motivo').fill('Conferir o filtro de região');
  await asker.getByLabel('Número do chamado (opcional)').fill('1284');
  await asker.getByRole('button', { name: 'Ver e alterar' }).click();
  await asker.getByRole('button', { name: 'Pedir acesso' }).last().click();
  await asker.getByRole('heading', { name: /^Esperando/ }).waitFor();

  const dialog = entered.getByRole('dialog', { name: /pede para entrar na sua conta/ });
  // The user's tab learns of it with the next heartbeat within a minute, or as soon as it is visible.
  await entered.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await dialog.waitFor(soon);
  await dialog.getByText('Conferir o filtro de região').waitFor();
  await recorded('1-asked', { asker, person: entered });
  expect(await findings(entered)).toEqual([]);
  await dialog.getByLabel('Por quanto tempo').selectOption('10');
  // More than a view is never preselected.
  await expect.poll(() => dialog.getByRole('radio', { name: /^Somente leitura/ }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Permitir somente leitura' }).waitFor();
  await dialog.getByRole('radio', { name: /^Ver e alterar/ }).check();
  await dialog.getByRole('button', { name: 'Permitir ver e alterar' }).click();

  const theirs = asker.getByRole('region', { name: 'Acesso remoto' });
  await theirs.waitFor();
  await theirs.getByText(/você está na conta de .*pelo chamado nº 1284/).waitFor();
  const mine = entered.getByRole('region', { name: 'Acesso remoto' });
  await mine.waitFor(soon);
  await mine.getByText(/está na sua conta e pode fazer alterações/).waitFor();
  await expect.poll(() => mine.innerText()).toMatch(/10:00|[89]:\d\d/);
  expect(await findings(entered)).toEqual([]);
  expect(await findings(asker)).toEqual([]);
  await recorded('2-inside', { asker, person: entered });

  await asker.goto(getUrl('vertice', '/catalogs'));
  await asker.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(asker);
  await entered.setViewportSize(phone);
  await expect.poll(() => entered.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // A drawer begins below the bar, which stays above it.
  const drawer = entered.getByRole('dialog', { name: 'Quem entrou' });
  const closeButton = drawer.getByRole('button', { name: 'Fechar' }).first();
  for (const viewport of [phone, size]) {
    await entered.setViewportSize(viewport);
    await turnTo(entered, '/?account=access');
    await closeButton.click();
    await drawer.waitFor({ state: 'hidden' });
  }

  await mine.getByRole('button', { name: 'Encerrar' }).click();
  await mine.waitFor({ state: 'detached', ...soon });
  await theirs.waitFor({ state: 'detached', ...soon });
  await asker.waitForURL((url) => url.pathname === '/remote/authorization');
  await asker.getByText(/Você saiu da conta de/).waitFor();
  await recorded('3-over', { asker, person: entered });
  await entered.goto(getUrl('vertice', '/?account=access'));
  await entered.locator('.remote-entry').first().click();
  await entered.getByText('Catálogos').first().waitFor();
  await recorded('4-summary', { asker, person: entered });
  expect(await findings(entered)).toEqual([]);
  expect(complaints).toEqual([]);
});
