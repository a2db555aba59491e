import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { everyLook } from '../support/axe.ts';
import { desktop, getUrl, phone, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

const { newPage, complaints } = useBrowser();
const subject = 'Reunião de segunda';
afterAll(async () => {
  await query("delete from notifications where message_id in (select id from messages where texts::text like '%Reunião de segunda%')");
  await query("delete from messages where texts::text like '%Reunião de segunda%'");
});

const sentPage = getUrl('vertice', '/notifications?tab=sent');
const getDrawer = (page: Page) => page.getByRole('dialog', { name: 'Nova mensagem' });

/** A message in two languages to one person, sent by keyboard. */
async function write(page: Page, person: string): Promise<void> {
  await page.goto(sentPage);
  await page.getByRole('button', { name: 'Nova mensagem' }).first().click();
  const drawer = getDrawer(page);
  await drawer.getByRole('button', { name: 'Pessoas' }).click();
  await drawer.getByRole('combobox', { name: 'Pessoas' }).fill(person);
  await page
    .getByRole('option')
    .filter({ hasText: `${person}@vertice.test` })
    .click();
  await drawer.getByText('1 pessoa recebe').waitFor();
  await drawer.getByRole('textbox', { name: 'Assunto' }).fill(subject);
  await drawer.getByRole('textbox', { name: 'Texto' }).fill('A reunião é às **10h**. <script>alert(1)</script>');
  await drawer.getByText(/^Sem texto em English/).waitFor();
  await drawer.getByRole('combobox', { name: 'Texto em' }).click();
  await page.getByRole('option', { name: 'English (US)' }).click();
  await drawer.getByRole('textbox', { name: 'Assunto' }).fill('Monday meeting (Reunião de segunda)');
  await drawer.getByRole('textbox', { name: 'Texto' }).fill('The meeting is at **10am**.');
}

test('an administrator writes in two languages, previews, sends, and recalls; the reader gets theirs', async () => {
  const page = await newPage({ viewport: desktop });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await write(page, 'english');
  const drawer = getDrawer(page);
  await drawer.getByRole('tab', { name: 'Prévia' }).click();
  const preview = drawer.getByRole('region', { name: 'Prévia' });
  await preview.getByText('Por e-mail').waitFor();
  await expect.poll(() => preview.locator('strong').first().textContent()).toBe('10h');
  expect(await preview.locator('script').count()).toBe(0);
  expect(await everyLook(page, 'the preview')).toEqual([]);
  await drawer.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByRole('dialog', { name: 'Enviar para 1 pessoa?' }).getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Mensagem enviada' }).first().waitFor();

  const reader = await newPage({ viewport: phone, locale: 'en-US', colorScheme: 'dark' });
  await signIn(reader, 'vertice', 'english@vertice.test');
  await expect
    .poll(
      async () => {
        await reader.goto(getUrl('vertice', '/notifications'));
        await reader.locator('.inbox-row').first().waitFor();
        return reader.getByText('Monday meeting').count();
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toBeGreaterThan(0);
  await reader.getByRole('link', { name: 'Read message' }).first().click();
  await reader.getByRole('dialog').getByText('10am').waitFor();
  await reader.keyboard.press('Escape');
  await expect.poll(() => reader.getByRole('dialog').count()).toBe(0);

  await page.goto(sentPage);
  await page
    .getByRole('button', { name: `Ações de ${subject}` })
    .first()
    .waitFor();
  await page.getByRole('link', { name: subject }).first().click();
  const opened = page.getByRole('dialog', { name: subject });
  await opened.getByRole('button', { name: 'Recolher' }).click();
  await page.getByRole('dialog', { name: 'Recolher esta mensagem?' }).getByRole('button', { name: 'Recolher' }).click();
  await page.getByRole('status').filter({ hasText: 'Já lidas: 1' }).first().waitFor();
  await opened.getByText('Removidas sem leitura', { exact: true }).waitFor();
  // The button went with what it did; the keyboard stays in the drawer.
  await opened.locator(':focus').waitFor();
  await reader.reload();
  expect(complaints).toEqual([]);
});

test('HTML is imported for one language, refused with rule and line, and read in a document of its own', async () => {
  const page = await newPage({ viewport: desktop });
  const asked: string[] = [];
  await signIn(page, 'vertice', 'admin@vertice.test');
  await write(page, 'regional');
  const drawer = getDrawer(page);
  await drawer.getByRole('combobox', { name: 'Texto em' }).click();
  await page.getByRole('option', { name: /^Português \(Brasil\)/ }).click();
  await drawer.getByRole('button', { name: 'Importar HTML' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar HTML' });
  await dialog.getByRole('textbox', { name: 'HTML' }).fill('<p>Olá</p>\n<script>window.xss=1</script>');
  await dialog.getByRole('button', { name: 'Verificar e importar' }).click();
  await dialog.getByText(/^Linha 2: .*\(<script>\)$/).waitFor();
  expect(await everyLook(page, 'the import')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'HTML' }).fill('<html><body><h2 style="color:#a00">Pauta</h2><p>Às 10h.</p></body></html>');
  await dialog.getByRole('button', { name: 'Verificar e importar' }).click();
  await drawer.getByText('HTML importado').waitFor();
  expect(await everyLook(page, 'imported text')).toEqual([]);
  await drawer.getByRole('tab', { name: 'Prévia' }).click();
  await drawer.frameLocator('iframe.nested-html').getByText('Às 10h.').waitFor();
  expect(await everyLook(page, 'imported preview')).toEqual([]);
  await drawer.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByRole('dialog', { name: 'Enviar para 1 pessoa?' }).getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Mensagem enviada' }).first().waitFor();

  const reader = await newPage({ viewport: phone, colorScheme: 'dark' });
  reader.on('request', (request) => asked.push(request.url()));
  await signIn(reader, 'vertice', 'regional@vertice.test');
  await expect
    .poll(
      async () => {
        await reader.goto(getUrl('vertice', '/notifications'));
        await reader.locator('.inbox-row').first().waitFor();
        return reader.getByText('Pauta Às 10h.').count();
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toBeGreaterThan(0);
  await reader.getByRole('link', { name: 'Ler mensagem' }).first().click();
  const frame = reader.getByRole('dialog').locator('iframe.nested-html');
  await reader.getByRole('dialog').frameLocator('iframe.nested-html').getByText('Às 10h.').waitFor();
  expect(await frame.getAttribute('sandbox')).toBe('');
  expect(await frame.getAttribute('srcdoc')).toContain("default-src 'none'");
  expect(await everyLook(reader, 'imported message')).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a user with the flag has the tab, one without it only the inbox', async () => {
  const writer = await newPage({ viewport: desktop });
  await signIn(writer, 'vertice', 'editor@vertice.test');
  await writer.goto(getUrl('vertice', '/notifications'));
  await writer.getByRole('tab', { name: 'Mensagens' }).click();
  await writer.getByRole('button', { name: 'Nova mensagem' }).first().waitFor();
  const plain = await newPage({ viewport: phone });
  await signIn(plain, 'vertice', 'regional@vertice.test');
  await plain.goto(sentPage);
  await plain.getByRole('heading', { name: 'Notificações', level: 1 }).waitFor();
  expect(await plain.getByRole('tab').count()).toBe(0);
  expect(complaints).toEqual([]);
});
