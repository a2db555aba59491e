import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyLook } from '../support/axe.ts';
import { phone, settled, urlOf, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { password } from '../support/password.ts';
import { portal } from '../support/world.ts';

const { newPage, complaints } = useBrowser();
const slow = { timeout: 30_000 };
const narrow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const byMicrosoft = async (page: Page, who: RegExp) => {
  await page.getByRole('button', { name: 'Continuar com Microsoft' }).click();
  await page.getByRole('link', { name: who }).click();
};
const atHome = (page: Page) => page.waitForURL((url) => url.pathname === '/', slow);

test('an administrator confirms once on a phone, by keyboard, and comes in by the provider alone from then on', async () => {
  const page = await newPage({ expected: ['403', '422', '410'] });
  page.setDefaultTimeout(30_000);
  await page.setViewportSize(phone);
  await page.goto(urlOf('vertice', '/signin'));
  await byMicrosoft(page, /Administrator of Vértice/);
  await page.getByRole('heading', { level: 1, name: 'É você?' }).waitFor();
  await page.getByText('Microsoft diz que você é admin@vertice.test.').waitFor();
  await expect.poll(() => narrow(page)).toBeLessThanOrEqual(0);
  await settled(page);
  expect(await everyLook(page, 'the page to confirm')).toEqual([]);
  const field = page.getByLabel('Senha', { exact: true });
  await field.fill('Wrong!2026');
  await page.keyboard.press('Enter');
  await page.getByText('Esta não é a sua senha atual.').waitFor();
  await expect.poll(() => field.evaluate((input) => document.activeElement === input)).toBe(true);
  // Leaving it leads back, and nothing is kept.
  await page.getByRole('button', { name: 'Ir para a entrada' }).click();
  await byMicrosoft(page, /Administrator of Vértice/);
  await page.getByRole('heading', { level: 1, name: 'É você?' }).waitFor();
  await field.fill(password);
  await page.keyboard.press('Enter');
  await atHome(page);

  const again = await newPage();
  await again.goto(urlOf('vertice', '/signin'));
  await byMicrosoft(again, /Administrator of Vértice/);
  await atHome(again);

  // What waits in one browser is nothing in another.
  const stranger = await newPage({ expected: ['410'] });
  await stranger.goto(urlOf('vertice', `/confirm/link/${'A'.repeat(43)}`));
  await stranger.getByRole('heading', { level: 1, name: 'Esta etapa terminou' }).waitFor(slow);
  expect(complaints).toEqual([]);
}, 180_000);

test('who has no account confirms by a code that the platform mails', async () => {
  const email = 'iara@vertice.test';
  const [unit] = await query(`select tenant_id as id from domains where host = 'vertice.localhost'`);
  const person = { id: randomUUID(), name: 'Iara Pontes' };
  await query(
    `insert into users (tenant_id, id, email, name, sort_key, profile, status) values ($1, $2, $3, $4, lower($4), 'admin', 'A')`,
    [unit?.id, person.id, email, person.name],
  );
  const page = await newPage({ expected: ['403', '422'] });
  page.setDefaultTimeout(30_000);
  await page.goto(urlOf('vertice', '/signin'));
  await byMicrosoft(page, new RegExp(person.name));
  await page.getByRole('button', { name: 'Enviar o código' }).click();
  await page.getByText(`Enviamos um código para ${email}.`).waitFor();
  const code = page.getByLabel('Código do e-mail');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Este código não está certo ou já foi usado.').waitFor();
  const mailed = async () => {
    const mails = (await (await fetch(`${portal().mail}/api/messages`)).json()) as { to: string[]; text: string }[]; // because the catcher's own type is this
    return /:\s+(\d{6})\./.exec(mails.find((mail) => mail.to.includes(email))?.text ?? '')?.[1] ?? '';
  };
  await expect.poll(mailed, slow).not.toBe('');
  await code.fill(await mailed());
  await page.keyboard.press('Enter');
  await atHome(page);
  expect(complaints).toEqual([]);
}, 120_000);
