import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPeople } from '../../dev/idp-oidc/people.ts';
import { everyLook } from '../support/axe.ts';
import { desktop, getUrl, measureOverflow, phone, settled, signInByForm, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { password } from '../support/password.ts';
import { portal } from '../support/world.ts';

const { newPage, complaints } = useBrowser();
const slow = { timeout: 30_000 };
const byMicrosoft = async (page: Page, who: RegExp) => {
  await page.getByRole('button', { name: 'Continuar com Microsoft' }).click();
  await page.getByRole('link', { name: who }).click();
};
const atHome = (page: Page) => page.waitForURL((url) => url.pathname === '/', slow);

test('an administrator confirms once on a phone, by keyboard, and signs in by the provider alone from then on', async () => {
  const page = await newPage({ expected: ['403', '422', '410'] });
  page.setDefaultTimeout(30_000);
  await page.setViewportSize(phone);
  await page.goto(getUrl('vertice', '/signin'));
  await byMicrosoft(page, /Administrator of Vértice/);
  await page.getByRole('heading', { level: 1, name: 'É você?' }).waitFor();
  await page.getByText('Microsoft diz que você é admin@vertice.test.').waitFor();
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  await settled(page);
  expect(await everyLook(page, 'the page to confirm')).toEqual([]);
  const field = page.getByLabel('Senha', { exact: true });
  await field.fill('Wrong!2026');
  await page.keyboard.press('Enter');
  await page.getByText('Esta não é a sua senha atual.').waitFor();
  await expect.poll(() => field.evaluate((input) => document.activeElement === input)).toBe(true);
  // Leaving the page leads back, and nothing is kept.
  await page.getByRole('button', { name: 'Ir para a entrada' }).click();
  await byMicrosoft(page, /Administrator of Vértice/);
  await page.getByRole('heading', { level: 1, name: 'É você?' }).waitFor();
  await field.fill(password);
  await page.keyboard.press('Enter');
  await atHome(page);

  const again = await newPage();
  await again.goto(getUrl('vertice', '/signin'));
  await byMicrosoft(again, /Administrator of Vértice/);
  await atHome(again);

  // An answer pending in one browser does not exist in another.
  const stranger = await newPage({ expected: ['410'] });
  await stranger.goto(getUrl('vertice', `/confirm/link/${'A'.repeat(43)}`));
  await stranger.getByRole('heading', { level: 1, name: 'Esta etapa terminou' }).waitFor(slow);
  expect(complaints).toEqual([]);
}, 180_000);

test('a user without an account confirms with a code mailed by the platform', async () => {
  const email = 'iara@vertice.test';
  const [unit] = await query(`select tenant_id as id from domains where host = 'vertice.localhost'`);
  const person = { id: randomUUID(), name: 'Iara Pontes' };
  await query(
    `insert into users (tenant_id, id, email, name, sort_key, profile, status) values ($1, $2, $3, $4, lower($4), 'admin', 'A')`,
    [unit?.id, person.id, email, person.name],
  );
  const page = await newPage({ expected: ['403', '422'] });
  page.setDefaultTimeout(30_000);
  await page.goto(getUrl('vertice', '/signin'));
  await byMicrosoft(page, new RegExp(person.name));
  await page.getByRole('button', { name: 'Enviar o código' }).click();
  await page.getByText(`Enviamos um código para ${email}.`).waitFor();
  const code = page.getByLabel('Código do e-mail');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Este código está errado ou já foi usado.').waitFor();
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

test('an administrator links a user by identifier: an error at the field, a first sign-in, access hours on return, then unlinked', async () => {
  const [unit] = await query(`select tenant_id as id from domains where host = 'vertice.localhost'`);
  const person = { id: randomUUID(), name: 'Rui Castro', email: 'rui.castro@parceiro.test' };
  await query(`insert into users (tenant_id, id, email, name, sort_key, profile, status) values ($1, $2, $3, $4, lower($4), 'user', 'A')`, [
    unit?.id,
    person.id,
    person.email,
    person.name,
  ]);
  const iara = demoPeople.find(({ name }) => name === 'Iara Pontes');
  const clara = demoPeople.find(({ name }) => name === 'Clara Menezes');
  const page = await newPage({ expected: ['409', '403'] });
  page.setDefaultTimeout(30_000);
  await signInByForm(page, 'vertice', 'admin@vertice.test');
  // Administrators confirm by themselves: the control says so.
  const [boss] = await query(`select id from users where email = 'admin@vertice.test' and tenant_id = $1`, [unit?.id]);
  await page.goto(getUrl('vertice', `/user?id=${boss?.id}&tab=security`));
  const open = page.getByRole('button', { name: 'Vincular por identificador' });
  await open.waitFor();
  expect(await open.getAttribute('aria-disabled')).toBe('true');

  await page.goto(getUrl('vertice', `/user?id=${person.id}&tab=security`));
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Vincular Rui Castro por identificador' });
  const field = dialog.getByLabel('Identificador');
  await field.waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('Identificador', { exact: false }).first().waitFor();
  await field.fill('rui.castro@parceiro.test');
  await page.keyboard.press('Enter');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  // Iara's identifier is linked since she confirmed it.
  await field.fill(iara?.oid ?? '');
  await page.keyboard.press('Enter');
  await dialog.getByText('Iara Pontes já tem este identificador neste provedor.').waitFor();
  await page.setViewportSize(phone);
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  await settled(page);
  expect(await everyLook(page, 'the dialog to link by identifier')).toEqual([]);
  await page.setViewportSize(desktop);
  await field.fill(` ${clara?.oid.toUpperCase()} `);
  await page.keyboard.press('Enter');
  await page.getByText('por identificador · nunca usado').waitFor();
  await dialog.waitFor({ state: 'hidden' });

  const returning = await newPage({ expected: ['403'] });
  returning.setDefaultTimeout(30_000);
  await returning.goto(getUrl('vertice', '/signin'));
  await byMicrosoft(returning, /Clara Menezes/);
  await atHome(returning);
  await expect
    .poll(async () => (await query('select user_id from sessions where user_id = $1 and auth_type = $2', [person.id, 'entra'])).length)
    .toBe(1);
  // Outside access hours the return page shows them, and the next opening.
  const from = `${String((new Date().getUTCHours() + 6) % 24).padStart(2, '0')}:30`;
  await query('update users set access_hours = $2::jsonb where id = $1', [
    person.id,
    JSON.stringify([{ days: [1, 2, 3, 4, 5, 6, 7], from, to: from.replace(':30', ':31') }]),
  ]);
  const late = await newPage({ expected: ['403'] });
  await late.goto(getUrl('vertice', '/signin'));
  await byMicrosoft(late, /Clara Menezes/);
  await late.getByText(new RegExp(`Você pode entrar: seg–dom ${from}–.+ às ${from}\\.`)).waitFor(slow);

  await page.reload();
  await page.getByRole('button', { name: 'Desvincular' }).click();
  await page.getByText('O identificador deixa de dar entrada.', { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Desvincular' }).click();
  await page.getByText('Nenhum provedor conhece esta pessoa', { exact: false }).waitFor();
  expect(complaints).toEqual([]);
}, 180_000);
