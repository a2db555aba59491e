import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mail } from '../../dev/mail/mime.ts';
import { desktop, getUrl, phone, signIn, signInByForm, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { portal } from '../support/world.ts';

const { newPage, complaints } = useBrowser();
const email = 'english@vertice.test';

/** A row in a user's inbox, as of a moment ago. */
async function tell(kind: string, vars: Record<string, unknown>, to = email) {
  const id = randomUUID();
  await query(
    `insert into notifications (tenant_id, id, user_id, kind, vars, link, created_at)
      select u.tenant_id, $1, u.id, $2, $3, '/all/reports', now()
        from users u join tenants t on t.id = u.tenant_id
        where u.email = $4
        order by t.created_at
        limit 1`,
    [id, kind, JSON.stringify(vars), to],
  );
}
beforeAll(async () => {
  await query('delete from notifications where user_id in (select id from users where email = $1)', [email]);
  await tell('catalog_granted', { report: 'Sales <b>by store</b>', person: 'Ana Nunes' });
  await tell('catalog_denied', { report: 'Margins', person: 'Ana Nunes', reason: 'Ask again in January' });
});
afterAll(() => query('delete from notifications where user_id in (select id from users where email = $1)', [email]));

test('notifications wait behind the bell, are read, archived and restored', async () => {
  const page = await newPage({ viewport: desktop, locale: 'en-US' });
  await signInByForm(page, 'vertice', email);
  await page.getByRole('link', { name: 'Notifications, 2 unread' }).click();
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await page.getByText('You have access to Sales <b>by store</b>').waitFor();
  await page.getByText('Ask again in January').waitFor();
  await page.getByRole('button', { name: 'Mark as read', exact: true }).first().click();
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.locator('.inbox-row').count()).toBe(2);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor();
  await page.getByRole('link', { name: /^Unread/ }).click();
  await page.getByText('You’re all caught up.').waitFor();
  expect(complaints).toEqual([]);
});

test('on a phone the account leads there, and the mail preferences are saved', async () => {
  const page = await newPage({ viewport: phone, locale: 'en-US' });
  await signInByForm(page, 'vertice', email);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('link', { name: /^Notifications/ }).click();
  await page.getByRole('button', { name: 'Choose what you get by e-mail' }).click();
  const choice = page.getByRole('switch', { name: 'A report has new data' });
  const before = await choice.isChecked();
  const saved = page.waitForResponse((response) => response.url().includes('/notifications/mail') && response.request().method() === 'PUT');
  await choice.click({ force: true });
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect.poll(() => page.getByRole('switch', { name: 'A report has new data' }).isChecked()).toBe(!before);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
});

test('an administrator sets a mail server, tests it, and sees the message in the log', async () => {
  const page = await newPage({ viewport: desktop });
  await signIn(page, 'vertice', 'admin@vertice.test');
  const ports = await (await fetch(`${portal().mail}/api/ports`)).json();
  await page.goto(getUrl('vertice', '/setting?area=mail'));
  await page.getByRole('button', { name: 'Usar meu próprio servidor' }).click();
  await page.getByLabel('Nome', { exact: true }).fill('Equipe Vértice');
  await page.getByLabel('E-mail', { exact: true }).fill('portal@vertice.com.br');
  await page.getByLabel('Endereço do servidor').fill('192.168.0.10');
  await page.getByRole('textbox', { name: 'Senha' }).fill('right');
  await page.getByRole('button', { name: 'Enviar e-mail de teste' }).click();
  await page.getByText('Este endereço leva a uma rede privada. Informe um servidor de e-mail público.').waitFor();
  await page.getByLabel('Endereço do servidor').fill('localhost');
  await page.getByLabel('Porta').fill(String(ports.smtpPort));
  await page.getByRole('button', { name: 'Enviar e-mail de teste' }).click();
  await page.getByText('E-mail de teste enviado para admin@vertice.test').waitFor();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Servidor de e-mail salvo').waitFor();
  await page.getByText(/Definida em/).waitFor();
  const mails: Mail[] = await (await fetch(`${portal().mail}/api/messages`)).json();
  expect(mails.find((mail) => mail.from === 'portal@vertice.com.br')?.subject).toBe('Mensagem de teste de Vértice Alimentos');
  await page.getByRole('tab', { name: 'Mensagens' }).click();
  await page.getByText('Mensagem de teste de Vértice Alimentos').first().waitFor();
  await page.getByRole('tab', { name: 'Servidor', exact: true }).click();
  await page.getByRole('button', { name: 'Remover servidor' }).click();
  await page.getByLabel(/para confirmar/).fill('EQUIPE_VÉRTICE');
  await page.getByRole('dialog').getByRole('button', { name: 'Remover servidor' }).click();
  await page.getByRole('button', { name: 'Usar meu próprio servidor' }).waitFor();
});

test('a setting is found by its name, saved, and in force at once', async () => {
  const page = await newPage({ viewport: desktop });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/setting'));
  await expect.poll(() => page.locator('input[aria-haspopup="listbox"]').first().inputValue()).toContain('America/Sao Paulo');
  await page.getByLabel('Buscar configuração').fill('filtros');
  await page.getByRole('link', { name: /Guardar os filtros de cada pessoa/ }).click();
  const row = page.getByRole('switch', { name: 'Guardar os filtros de cada pessoa' });
  const before = await row.isChecked();
  await row.click({ force: true });
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/auth/config') && response.ok());
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Configurações salvas').waitFor();
  expect((await (await saved).json()).config.save_filter).toBe(before ? 'N' : 'S');
  await row.click({ force: true });
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Salvar' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
