import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, phone, signIn, useBrowser } from '../support/browser.ts';
import { portal } from '../support/world.ts';

const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor();

test('a token is made and shown once, a directory uses it, its group is mapped, its refusals are listed, and the token is removed', async () => {
  // A retry meets the rows of the first try.
  const mark = Date.now();
  const [token, group] = [`Entra ${mark}`, `SG Finanças ${mark}`];
  const page = await newPage();
  await signIn(page, 'cerrado', 'admin@cerrado.test');
  await page.goto(getUrl('cerrado', '/azure/saml?area=scim'));
  await page.getByRole('button', { name: 'Novo token' }).first().click();
  await page.getByRole('textbox', { name: 'Nome' }).fill(token);
  await page.getByRole('button', { name: 'Criar token' }).click();
  const dialog = page.getByRole('dialog', { name: `O token ${token}` });
  const secret = (await dialog.getByText(/^mscim_/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await page.getByText(`${secret.slice(0, 12)}…`).waitFor();
  await expect.poll(() => page.getByText(secret).count()).toBe(0);

  const post = (path: string, body: unknown) =>
    page.request.post(`http://127.0.0.1:${portal().port}/scim/v2${path}`, {
      headers: { host: `cerrado.localhost:${portal().port}`, authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
      data: body,
    });
  const userName = `scim-${mark}@cerrado.test`;
  const { id } = await (await post('/Users', { userName, displayName: 'Nina Diretório' })).json();
  expect((await post('/Users', { userName })).status()).toBe(409);
  expect((await post('/Groups', { displayName: group, members: [{ value: id }] })).status()).toBe(201);

  await page.getByRole('tab', { name: 'Grupos do diretório' }).click();
  await page.getByRole('row', { name: group }).waitFor();
  await page.getByRole('button', { name: `Ações de ${group}` }).click();
  await page.getByRole('menuitem', { name: 'Mudar o destino' }).click();
  const drawer = page.getByRole('dialog', { name: `Destino de ${group}` });
  await drawer.getByRole('switch', { name: 'Membros são administradores' }).press('Space');
  await drawer.getByRole('button', { name: 'Salvar' }).click();
  await toast(page, `${group} salvo`);
  await page.getByRole('row', { name: group }).filter({ hasText: 'Administradores' }).waitFor();

  await page.getByRole('tab', { name: 'Registro' }).click();
  await page.getByRole('link', { name: /Recusados/ }).click();
  await page.getByText('O nome ou endereço já está em uso.').first().waitFor();

  await page.setViewportSize(phone);
  await page.getByRole('tab', { name: 'Conexão' }).click();
  await page.getByRole('button', { name: `Remover ${token}` }).click();
  await page.getByLabel(/para confirmar/).fill(`ENTRA_${mark}`);
  await page.getByRole('button', { name: 'Remover token' }).click();
  await toast(page, `${token} não vale mais`);
  expect((await post('/Users', { userName: `late-${mark}` })).status()).toBe(401);
  expect(complaints).toEqual([]);
});
