import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyLook, findings } from '../support/axe.ts';
import { getUrl, settled, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { password } from '../support/password.ts';
import { portal } from '../support/world.ts';

const { newPage, complaints } = useBrowser();
const slow = { timeout: 30_000 };
/** Waits until the browser has left for the provider's logout; navigating earlier would cancel it. */
const leaving = (page: Page) => page.waitForRequest((request) => request.url().startsWith(`${portal().idp}/slo`), slow);

test('an administrator signs in by SAML, adds, tests and deletes another app, is unlinked and signs out at the provider too', async () => {
  const name = `Fornecedor ${randomUUID().slice(0, 6)}`;
  const page = await newPage({ locale: 'pt-PT', expected: ['403'] });
  page.setDefaultTimeout(30_000);
  await page.goto(getUrl('aurora', '/signin?redirect=%2Fazure%2Fsaml%3Farea%3Dsaml'));
  await page.evaluate(() => localStorage.setItem('left by somebody', 'x'));
  // An address of the unit's domain is offered the provider first (home realm).
  await page.locator('input[name="email"]').fill('admin@aurora.test');
  await page.getByText('Quem é de aurora.test entra por aqui:').waitFor();
  await page.getByRole('button', { name: 'Continuar com Conta Aurora' }).click();
  await page.getByLabel('statement signed and encrypted').check();
  await page.getByRole('button', { name: /admin@aurora\.test/ }).click();
  // An address alone does not identify an administrator: it is confirmed once.
  await page.getByRole('heading', { level: 1, name: 'Confirme a sua identidade' }).waitFor();
  await page.getByLabel('Palavra-passe', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Conta Aurora' }).waitFor();
  const kept = await page.evaluate(() => ['left by somebody', 'bi:cache'].map((key) => localStorage.getItem(key) !== null));
  expect(kept).toEqual([false, true]);
  await settled(page);
  const found = await everyLook(page, 'the list');

  await page.getByRole('button', { name: 'Nova aplicação' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Nome no botão').fill(name);
  await drawer.getByText('Ou cole o documento').click();
  await drawer.getByRole('textbox', { name: 'Ou cole o documento' }).fill(await (await fetch(`${portal().idp}/metadata`)).text());
  await drawer.getByRole('button', { name: 'Ler o que foi colado' }).click();
  await drawer.getByText('Lido. Confirme os campos e guarde.').waitFor();
  found.push(...(await everyLook(page, 'the drawer', { turn: 1 })));
  await drawer.getByRole('button', { name: 'Adicionar aplicação' }).click();
  const entityId = (await drawer.locator('code', { hasText: '/api/saml/metadata/' }).first().textContent()) ?? '';

  await drawer.getByRole('tab', { name: 'Teste' }).click();
  await drawer.getByRole('button', { name: 'Iniciar teste' }).click();
  await page.getByRole('button', { name: /admin@aurora\.test/ }).click();
  await drawer.getByText('Tudo em ordem. A aplicação pode ser ativada.').waitFor();
  // No domain is listed, so the portal says that this address lets in no new users.
  await drawer.getByText('aurora.test não é um dos domínios de e-mail desta aplicação', { exact: false }).waitFor();
  await drawer.getByText('A assinatura é de um certificado desta aplicação').waitFor();
  await drawer.getByText('A declaração assinada').click();
  await drawer.locator('pre', { hasText: /^<saml:Assertion/ }).waitFor();
  found.push(...(await findings(page)));
  expect(found).toEqual([]);
  // The result leads to the next step.
  await drawer.getByRole('button', { name: 'Ativar' }).click();
  await page.getByText(`${name} está na página de entrada.`).waitFor();
  await drawer.getByText('a aplicação está ativa, mas por enquanto só entra').waitFor();
  expect(await drawer.getByRole('button', { name: 'Ativar' }).count()).toBe(0);
  // The form of the same drawer goes on from what the activation saved.
  await drawer.getByRole('button', { name: 'Definir os domínios de e-mail' }).click();
  await drawer.locator('.saml-domains input:focus').waitFor();
  await page.keyboard.type('aurora.test ');
  await drawer.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Aplicação guardada').first().waitFor();

  const choose = async (label: string) => {
    await page.getByRole('button', { name: `Ações de ${name}` }).click();
    await page.getByRole('menuitem', { name: label }).click();
  };
  // The test of an active app does not offer to activate it.
  await choose('Testar');
  await drawer.getByRole('button', { name: 'Iniciar teste' }).click();
  await page.getByRole('button', { name: /admin@aurora\.test/ }).click();
  await drawer.getByText('Está tudo em ordem. A aplicação está ativa').waitFor();
  expect(await drawer.getByText(/pode ser ativada/).count()).toBe(0);
  await drawer.getByRole('button', { name: 'Fechar' }).last().click();
  // This app does not allow provider-initiated sign-in.
  const other = await newPage({ locale: 'pt-PT', expected: ['401'] });
  await other.goto(`${portal().idp}/start?app=${encodeURIComponent(entityId)}`);
  await other.getByRole('button', { name: /user@aurora\.test/ }).click();
  await other.getByText('Erro ao autenticar!').waitFor(slow);
  await choose('Desativar');
  await page.getByText(`${name} saiu da página de entrada.`).waitFor();
  await choose('Eliminar');
  await page.getByRole('textbox', { name: /Escreva/ }).fill(name.toUpperCase().replaceAll(' ', '_'));
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('link', { name }).waitFor({ state: 'detached' });

  await page.goto(getUrl('aurora', '/user?search=admin%40aurora.test'));
  await page.getByRole('link', { name: 'Inês Carvalhal' }).first().click();
  await page.getByRole('tab', { name: 'Segurança' }).click();
  await page.getByText('aurora-0002').waitFor();
  await page.getByRole('button', { name: 'Desassociar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desassociar' }).click();
  await page.getByText('Nenhum fornecedor conhece esta pessoa').waitFor();

  await page.getByRole('button', { name: 'Inês Carvalhal, a minha conta' }).click();
  const left = leaving(page);
  await page.getByRole('button', { name: 'Terminar sessão' }).click();
  await left;
  await page.getByRole('button', { name: 'Continuar com Conta Aurora' }).waitFor();
  await expect
    .poll(async () => {
      await page.goto(portal().idp);
      return page.locator('body').innerText();
    }, slow)
    .toContain('Nobody is signed in here.');
  expect(complaints).toEqual([]);
}, 180_000);

test('a new user begins at the provider, whose logout ends the session, and the session warning signs out there too', async () => {
  const page = await newPage({ locale: 'pt-PT', expected: ['401'] });
  page.setDefaultTimeout(30_000);
  await page.goto(portal().idp);
  await page.getByRole('link', { name: 'Aurora' }).click();
  await page.getByRole('button', { name: /beatriz@aurora\.test/ }).click();
  await page.getByRole('heading', { level: 1, name: /Beatriz/ }).waitFor();
  await page.goto(portal().idp);
  await page.getByRole('link', { name: 'Sign out everywhere' }).click();
  await page.getByRole('heading', { name: 'Signed out' }).waitFor();
  await page.goto(getUrl('aurora', '/all/reports'));
  await page.waitForURL((url) => url.pathname === '/signin', slow);

  // Signing out from the warning signs out at the provider as well.
  await page.goto(portal().idp);
  await page.getByRole('link', { name: 'Aurora' }).click();
  await page.getByRole('button', { name: /beatriz@aurora\.test/ }).click();
  await page.getByRole('heading', { level: 1, name: /Beatriz/ }).waitFor();
  await settled(page);
  await query(
    `update sessions
      set expires_at = now() + interval '100 seconds'
      where revoked_at is null and user_id = (select id from users where email = 'beatriz@aurora.test')`,
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  // The sign-in page may already show while the browser is still leaving for the provider: a navigation would cancel that.
  const toProvider = page.waitForRequest((request) => request.isNavigationRequest() && request.url().startsWith(portal().idp), slow);
  const left = leaving(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
  await left;
  await toProvider;
  await page.waitForURL((url) => url.pathname === '/signin', slow);
  await page.getByRole('button', { name: 'Continuar com Conta Aurora' }).waitFor();
  await expect
    .poll(async () => {
      await page.goto(portal().idp);
      return page.locator('body').innerText();
    }, slow)
    .toContain('Nobody is signed in here.');
  expect(complaints).toEqual([]);
}, 180_000);
