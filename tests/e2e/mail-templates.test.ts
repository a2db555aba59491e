import { afterAll, beforeEach, expect, test } from 'vitest';
import { demoTenant } from '../../dev/demo/catalog.ts';
import type { Mail } from '../../dev/mail/mime.ts';
import { findings } from '../support/axe.ts';
import { desktop, getUrl, phone, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { portal } from '../support/world.ts';

const { newPage, complaints } = useBrowser();
const admin = 'admin@vertice.test';
const unit = demoTenant('vertice').id;
const forget = () => query("delete from mail_templates where kind <> 'catalog_granted' and tenant_id = $1", [unit]);
beforeEach(forget);
afterAll(forget);
const editor = (kind: string, more = '') => getUrl('vertice', `/notifications?tab=templates&kind=${kind}${more}`);

test('a mail is worded with variables, previewed, sent as a test, saved and reset', async () => {
  const page = await newPage({ viewport: desktop });
  await signIn(page, 'vertice', admin);
  await page.goto(getUrl('vertice', '/notifications?tab=templates'));
  await page.getByRole('heading', { name: 'Modelos de e-mail', level: 1 }).waitFor();
  await page
    .getByRole('link', { name: /Minha solicitação foi negada|negad/i })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Texto padrão' }).waitFor();
  // A variable goes where the cursor is, by keyboard too; an unknown one is refused by name.
  await page.getByLabel('Assunto').fill('Negado: ');
  await page.getByRole('button', { name: 'Inserir report, obrigatória' }).press('Enter');
  await expect.poll(() => page.getByLabel('Assunto').inputValue()).toBe('Negado: {{report}}');
  await page.getByLabel('Texto', { exact: true }).fill('**{{pessoa}}** negou o pedido.');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('{{pessoa}} não é uma variável deste e-mail.').waitFor();
  // The preview says why it shows nothing: the field may be out of sight.
  await page.getByRole('button', { name: 'Mostrar prévia' }).click();
  await page.getByRole('region', { name: 'Pré-visualização' }).getByText('{{pessoa}} não é uma variável deste e-mail.').waitFor();
  await page.getByLabel('Texto', { exact: true }).fill('**{{person}}** negou o pedido.');
  await page.getByRole('button', { name: 'Mostrar prévia' }).click();
  const mail = page.frameLocator('iframe[title="Pré-visualização"]');
  await mail.getByRole('heading', { name: 'Negado: Vendas por região' }).waitFor();
  await mail.getByText('Ana Souza').waitFor();
  await page.getByRole('button', { name: 'Celular' }).click();
  await page.getByRole('button', { name: 'Enviar teste para mim' }).click();
  await page.getByText(`Enviado para ${admin}`).waitFor();
  const mails: Mail[] = await (await fetch(`${portal().mail}/api/messages`)).json();
  expect(mails.filter(({ subject }) => subject === 'Negado: Vendas por região').map(({ to }) => to)).toEqual([[admin]]);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Modelo salvo').waitFor();
  await page.getByRole('tab', { name: 'Português (Brasil) · texto próprio' }).waitFor();
  await page.getByText(/alterou o texto em Português \(Brasil\)/).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restaurar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restaurar' }).click();
  await page.getByText('O texto padrão está em uso de novo').waitFor();
  await expect.poll(() => page.getByLabel('Assunto').inputValue()).not.toContain('Negado: {{report}}');
  expect(complaints).toEqual([]);
});

test('HTML is refused by rule and line, and a good document is shown in a document that runs nothing', async () => {
  const page = await newPage({ viewport: desktop });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await signIn(page, 'sierra', 'admin@sierra.test');
  await page.goto(getUrl('sierra', '/notifications?tab=templates&kind=catalog_denied'));
  await page.getByRole('button', { name: 'Importar HTML' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: 'HTML' })
    .fill('<p>{{report}}</p>\n<script>window.xss=1</script>\n<img src="https://evil.example/p.gif">');
  await dialog.getByRole('button', { name: 'Comprobar e importar' }).click();
  await dialog.getByText('Línea 2: los scripts se bloquean (<script>)').waitFor();
  await dialog.getByText('Línea 3: las imágenes y otros contenidos externos se bloquean (<img>)').waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog
    .getByRole('textbox', { name: 'HTML' })
    .fill('<html><body><h2 style="color:#a00">{{report}}</h2><p>De {{person}}</p></body></html>');
  await dialog.getByRole('button', { name: 'Comprobar e importar' }).click();
  await page.getByText('HTML importado').waitFor();
  await page.getByRole('button', { name: 'Mostrar vista previa' }).click();
  const frame = page.locator('iframe.nested-html');
  await page.frameLocator('iframe.nested-html').getByText('De Ana Souza').waitFor();
  expect(await frame.getAttribute('sandbox')).toBe('');
  expect(await frame.getAttribute('srcdoc')).toContain("default-src 'none'");
  expect(await page.evaluate(() => 'xss' in window)).toBe(false);
  expect(asked.filter((url) => url.includes('evil.example'))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('on a phone in the dark the editor fits, asks before it loses a draft, and says when someone else saved first', async () => {
  const page = await newPage({ viewport: phone, colorScheme: 'dark', expected: ['409'] });
  await signIn(page, 'vertice', admin);
  await page.goto(editor('catalog_denied', '&lang=pt-BR'));
  await page.getByLabel('Assunto').fill('Negado: {{report}}');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Español' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar editando' }).click();
  expect(await page.getByLabel('Assunto').inputValue()).toBe('Negado: {{report}}');
  await query(
    `insert into mail_templates (tenant_id, kind, language, subject, html, button)
      values ($1, 'catalog_denied', 'pt-BR', 'Deles: {{report}}', '<p>x</p>', 'Open')`,
    [unit],
  );
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Outra pessoa alterou este modelo enquanto você editava.').waitFor();
  await page.getByRole('button', { name: 'Carregar o texto atual' }).click();
  await expect.poll(() => page.getByLabel('Assunto').inputValue()).toBe('Deles: {{report}}');
  expect(complaints).toEqual([]);
});
