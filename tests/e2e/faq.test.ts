import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { getUrl, phone, signIn, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const open = async (page: Page, who = 'admin@vertice.test') => {
  await signIn(page, 'vertice', who);
  await page.goto(getUrl('vertice', '/faq'));
  await page.getByRole('heading', { level: 1, name: 'Perguntas frequentes' }).waitFor();
};

test('without a session the public questions are read and searched, in two languages, and nothing else', async () => {
  const page = await newPage({ viewport: phone, colorScheme: 'dark' });
  await page.goto(getUrl('vertice', '/faq'));
  await page.getByText('Como peço acesso a um relatório?').click();
  await page.getByText('responde em até dois dias úteis').waitFor();
  expect(await page.getByText('Quando os números do mês ficam fechados?').count()).toBe(0);
  expect(await page.getByText('Isto ajudou?').count()).toBe(0);
  expect(await page.getByRole('navigation').count()).toBe(0);
  await page.getByRole('searchbox').fill('navegador');
  await page.getByText('1 pergunta encontrada').waitFor({ state: 'attached' });
  expect(await page.getByText('Como peço acesso a um relatório?').count()).toBe(0);
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Idioma').selectOption('en-US');
  await page.getByText('Which browsers does the portal support?').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a user reads what applies to them and votes once', async () => {
  const page = await newPage();
  await open(page, 'regional@vertice.test');
  await page.getByText('Quando os números do mês ficam fechados?').click();
  await page.getByRole('heading', { name: 'Calendário' }).waitFor();
  const vote = page.getByRole('group', { name: /Quando os números/ });
  await vote.getByRole('button', { name: 'Sim' }).click();
  await vote.getByText('Obrigado pela resposta').waitFor();
  await expect.poll(() => vote.getByRole('button', { name: 'Sim' }).getAttribute('aria-pressed')).toBe('true');
  await page.getByText('Da plataforma').first().waitFor();
  expect(await page.getByRole('button', { name: 'Nova pergunta' }).count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the operator reads and adds the platform’s questions in the portal', async () => {
  const page = await newPage();
  await signIn(page, 'mirante', 'operator@mirante.test');
  await page.goto(getUrl('mirante', '/faq'));
  await page.getByRole('heading', { level: 1, name: 'Perguntas frequentes' }).waitFor();
  await page.getByRole('navigation').first().waitFor();
  expect(await page.locator('.faq-question').count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Nova pergunta' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Pergunta' }).waitFor();
  expect(complaints).toEqual([]);
});

test('an administrator writes a question with the editor, in two languages, and deletes it', async () => {
  const page = await newPage();
  await open(page);
  await page.getByRole('button', { name: 'Nova pergunta' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Adicionar pergunta' }).click();
  await drawer.locator('[aria-invalid="true"]').first().waitFor();
  await drawer.getByRole('textbox', { name: 'Pergunta' }).fill('Onde vejo meus arquivos?');
  await drawer.getByRole('textbox', { name: 'Resposta' }).fill('Em **Meus arquivos**');
  await drawer.getByRole('button', { name: 'Formatar' }).click();
  const editor = drawer.getByRole('textbox', { name: 'Resposta' });
  await editor.locator('strong').filter({ hasText: 'Meus arquivos' }).waitFor();
  await editor.press('Control+End');
  await editor.press('Enter');
  await page.keyboard.type('Ficam lá por trinta dias');
  await editor.press('Shift+Home');
  await drawer.getByRole('button', { name: /^Itálico/ }).click();
  expect(await drawer.getByRole('button', { name: /^Itálico/ }).getAttribute('aria-pressed')).toBe('true');
  expect(await findings(page)).toEqual([]);
  await drawer.getByRole('button', { name: /^es/ }).click();
  await drawer.getByRole('textbox', { name: 'Pergunta' }).fill('¿Dónde veo mis archivos?');
  await drawer.getByRole('textbox', { name: 'Resposta' }).fill('En *Mis archivos*');
  await drawer.getByRole('button', { name: 'Adicionar pergunta' }).click();
  await toast(page, 'Pergunta adicionada');
  await page.getByText('Onde vejo meus arquivos?').click();
  await page.locator('details[open] em').filter({ hasText: 'Ficam lá por trinta dias' }).waitFor();
  await page.getByText('Faltam: en-US, pt-PT').first().waitFor();
  await page.locator('details[open]').getByRole('button', { name: 'Excluir' }).click();
  const asked = page.getByRole('dialog', { name: 'Excluir “Onde vejo meus arquivos?”?' });
  expect(await findings(page)).toEqual([]);
  const field = asked.getByRole('textbox');
  await field.fill('ONDE_VEJO_');
  await field.press('Enter');
  await asked
    .locator('.delete-why')
    .getByText(/^Faltam/)
    .waitFor();
  await field.fill('ONDE_VEJO_MEUS_ARQUIVOS?');
  await asked.getByRole('button', { name: 'Excluir' }).click();
  await toast(page, 'Pergunta excluída');
  expect(await page.getByText('Onde vejo meus arquivos?').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('questions are ordered with the keyboard', async () => {
  const page = await newPage({ viewport: phone });
  // What is sent with `keepalive` arrives even if the page is left at that moment.
  await page.addInitScript(() => {
    const send = window.fetch;
    const lasting: string[] = [];
    Object.assign(window, { lasting });
    window.fetch = (url, options) => {
      if (options?.keepalive) lasting.push(`${options.method} ${String(url)}`);
      return send(url, options);
    };
  });
  await open(page);
  await page.getByRole('button', { name: 'Reordenar' }).click();
  const first = page.locator('.faq-row').first();
  const before = await first.locator('.faq-question').innerText();
  await first.getByRole('button', { name: /para baixo|Mover para baixo|↓/ }).press('Alt+ArrowDown');
  await expect.poll(() => first.locator('.faq-question').innerText()).not.toBe(before);
  expect(await page.evaluate(() => (window as unknown as { lasting: string[] }).lasting)).toEqual(['PUT /api/auth/faq/order']);
  await page.getByRole('button', { name: 'Concluir' }).click();
  await page.reload();
  await expect.poll(() => page.locator('.faq-item .faq-question').first().innerText()).not.toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  expect(await findings(page)).toEqual([]);
});
