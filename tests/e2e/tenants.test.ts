import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { demoTenant } from '../../dev/demo/catalog.ts';
import { findings } from '../support/axe.ts';
import { getUrl, phone, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeDeadLetter } from '../support/make-dead-letter.ts';

const { newPage, complaints } = useBrowser();
// Another test may have filled the partner's contract: its thousands of users are in the same portal.
beforeEach(() => query('update tenants set user_limit = null where id = $1', [demoTenant('numera').id]));
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const next = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click();
const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor();

async function register(page: Page, name: string, mail: string): Promise<void> {
  await page.goto(getUrl('numera', '/registration'));
  await page.getByLabel('Nome', { exact: true }).fill(name);
  // Typed input survives a reload.
  await page.reload();
  await expect.poll(() => page.getByLabel('Nome', { exact: true }).inputValue()).toBe(name);
  await next(page);
  await step(page, 'Quem paga');
  await page.getByLabel('Ninguém por enquanto').check();
  await next(page);
  await step(page, 'Limites e teste');
  await page.getByLabel('Limite de usuários').fill('8');
  await page.getByLabel('Limite de domínios').fill('1');
  await page.getByLabel('Limite de relatórios').fill('20');
  await next(page);
  await step(page, 'Endereço');
  await page.getByText('Este nome está livre').waitFor();
  await next(page);
  await step(page, 'Aparência');
  await next(page);
  await step(page, 'Primeiro administrador');
  await page.getByLabel('Nome do administrador').fill('Bia Reis');
  await page.getByLabel('E-mail do administrador').fill(mail);
  await next(page);
  await step(page, 'Serviço de relatórios');
  await next(page);
  await step(page, 'Revisão');
  await page.getByRole('button', { name: 'Criar unidade de negócio' }).click();
  await page.getByRole('heading', { level: 1, name: `${name} está pronta` }).waitFor();
}

/** Fills only what is required, and skips the steps that hold what is usual. */
async function registerBriefly(page: Page, name: string, mail: string): Promise<void> {
  await page.goto(getUrl('numera', '/registration'));
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await next(page);
  await page.getByLabel('Ninguém por enquanto').check();
  await page.getByRole('button', { name: 'Pular para: Primeiro administrador' }).click();
  await step(page, 'Primeiro administrador');
  await page.getByLabel('Nome do administrador').fill('Bia Reis');
  await page.getByLabel('E-mail do administrador').fill(mail);
  await page.getByRole('button', { name: 'Pular para: Revisão' }).click();
  await step(page, 'Revisão');
  await page.getByRole('button', { name: 'Criar unidade de negócio' }).click();
  await page.getByRole('heading', { level: 1, name: `${name} está pronta` }).waitFor();
}

test('a partner registers two units, edits one and blocks it, also on a phone', async () => {
  const page = await newPage();
  const stamp = Date.now() % 100_000;
  await signIn(page, 'numera', 'partner@numera.test');
  await register(page, `Café ${stamp}`, `bia${stamp}@cafe.test`);
  await registerBriefly(page, `Chá ${stamp}`, `bia${stamp}@cha.test`);
  await page.getByRole('link', { name: 'Ver a unidade' }).click();
  await page.getByRole('tab', { name: 'Limites e teste' }).click();
  await page.getByLabel('Limite de usuários').fill('9');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await toast(page, 'foi salva');
  await page.setViewportSize(phone);
  await page.goto(getUrl('numera', '/companies'));
  await page.getByText(`Chá ${stamp}`).first().waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
});

test('each step of a registration is in the address: Back, Forward and a reload keep what was typed', async () => {
  const page = await newPage();
  const name = `Passo ${Date.now() % 100_000}`;
  await signIn(page, 'numera', 'partner@numera.test');
  const at = (search: string) => expect.poll(() => new URL(page.url()).search).toBe(search);
  // Nothing is filled in yet: the form opens on its first step, whatever the address says.
  await page.goto(getUrl('numera', '/registration?step=review'));
  await step(page, 'Dados');
  await at('');
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await next(page);
  await step(page, 'Quem paga');
  await at('?step=payer');
  await page.getByLabel('Ninguém por enquanto').check();
  await next(page);
  await step(page, 'Limites e teste');
  await page.getByLabel('Limite de usuários').fill('8');
  await page.goBack();
  await step(page, 'Quem paga');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  expect(await page.getByLabel('Ninguém por enquanto').isChecked()).toBe(true);
  await page.goBack();
  await at('');
  await expect.poll(() => page.getByLabel('Nome', { exact: true }).inputValue()).toBe(name);
  await page.goForward();
  await page.goForward();
  await step(page, 'Limites e teste');
  await page.reload();
  await step(page, 'Limites e teste');
  await expect.poll(() => page.getByLabel('Limite de usuários').inputValue()).toBe('8');
  // Without a step in the address the form opens where it was left.
  await page.goto(getUrl('numera', '/registration'));
  await at('?step=limits');
  await page.goBack();
  await page.goBack();
  await step(page, 'Quem paga');
  expect(complaints).toEqual([]);
});

test('skipping to what is required stops at an address that is taken', async () => {
  const page = await newPage();
  const stamp = Date.now() % 100_000;
  await signIn(page, 'numera', 'partner@numera.test');
  await registerBriefly(page, `Mate ${stamp}`, `bia${stamp}@mate.test`);
  await page.goto(getUrl('numera', '/registration'));
  await page.getByLabel('Nome', { exact: true }).fill(`Mate ${stamp}`);
  await next(page);
  await page.getByLabel('Ninguém por enquanto').check();
  await page.getByRole('button', { name: 'Pular para: Endereço' }).click();
  await step(page, 'Endereço');
  await page.getByText('Este subdomínio já está em uso').waitFor();
  expect(complaints).toEqual([]);
});

test('the platform adds a client', async () => {
  const page = await newPage();
  await signIn(page, 'mirante', 'operator@mirante.test');
  await page.goto(getUrl('mirante', '/client?new=1'));
  const name = `Cliente ${Date.now() % 100_000}`;
  await page.getByLabel('Nome fantasia').fill(name);
  await page.getByLabel('CNPJ ou CPF').fill('11.222.333/0001-82');
  await page.getByRole('button', { name: 'Adicionar cliente' }).click();
  await page.getByText('Este CNPJ ou CPF está errado').waitFor();
  await page.getByLabel('CNPJ ou CPF').fill('11222333000181');
  await page.getByText('Pessoa jurídica').waitFor();
  await page.getByRole('button', { name: 'Adicionar cliente' }).click();
  await toast(page, 'Cliente adicionado');
  await page.getByRole('link', { name }).waitFor();
  expect(complaints).toEqual([]);
});

test('an operator finds a failed job, sends it again and removes another, also on a phone', async () => {
  await query('delete from failed_messages');
  await makeDeadLetter(demoTenant('mirante'), { unit: 'Vértice Alimentos' });
  await makeDeadLetter(demoTenant('mirante'), { unit: 'Aurora Saúde', kind: 'data-time' });
  const page = await newPage();
  await signIn(page, 'mirante', 'operator@mirante.test');
  await page.goto(getUrl('mirante', '/analyze'));
  await page.getByRole('tab', { name: 'Tarefas com falha' }).click();
  const row = (unit: string) => page.getByRole('row').filter({ hasText: unit });
  await row('Aurora Saúde').waitFor();
  expect(await findings(page)).toEqual([]);
  const act = async (unit: string, name: string) => {
    await row(unit)
      .getByRole('button', { name: /^Ações/ })
      .click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Vértice Alimentos', 'Tentar de novo');
  await expect.poll(() => row('Vértice Alimentos').count()).toBe(0);
  await page.setViewportSize(phone);
  await page.getByText('Aurora Saúde').first().waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await act('Aurora Saúde', 'Remover');
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
  await page.getByText('Nenhuma tarefa falhou').waitFor();
  expect(complaints).toEqual([]);
});
