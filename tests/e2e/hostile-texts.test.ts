import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RichText } from '../../domain/rich-text/tree.ts';
import { importHtml } from '../../functions/features/html-import/import-html.ts';
import { getUrl, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { hostileHtml } from '../support/imported-html.ts';
import { makeMessage } from '../support/make-message.ts';
import { makeNotice } from '../support/make-notice.ts';

const { newPage, complaints } = useBrowser();
const who = 'admin@vertice.test';
const title = 'Textos hostis';
// As the database holds them: control characters are left out by every field.
const texts = hostileTexts.map((text) => text.replace(/\p{Cc}/gu, ' '));
const body: RichText = [
  ...texts.map((text) => ({ type: 'p' as const, content: [{ text }] })),
  { type: 'ul', content: texts.map((text) => ({ type: 'li' as const, content: [{ type: 'p' as const, content: [{ text }] }] })) },
  ...texts.map((text) => ({ type: 'code' as const, text })),
];
// The same person may have been added to another unit by then.
const [user] = await query(
  "select u.tenant_id, u.id from users u join domains d on d.tenant_id = u.tenant_id and d.host = 'vertice.localhost' where u.email = $1",
  [who],
);
const tenant = { id: String(user?.tenant_id) };
const admin = { id: String(user?.id) };
const accepted = [...hostileTexts, ...hostileHtml].flatMap((html) => {
  const imported = importHtml(html);
  // A pair of braces would be an unknown variable of the mail, which is refused.
  return 'html' in imported && !imported.html.includes('{{') ? [imported.html] : [];
});

beforeAll(async () => {
  const { id } = await makeNotice(tenant, { title, atLogin: true, severity: 'error' });
  const { id: home } = await makeNotice(tenant, { title, severity: 'error' });
  await query('update notices set body = $2 where id in ($1, $3)', [id, JSON.stringify(body), home]);
  const message = await makeMessage(tenant, admin, { to: [admin], subject: title });
  await query('update messages set texts = $2 where id = $1', [message.id, JSON.stringify({ 'pt-BR': { subject: title, body } })]);
  await query("insert into faq_entries (tenant_id, id, audience, position, texts) values ($1, gen_random_uuid(), 'public', -1, $2)", [
    tenant.id,
    JSON.stringify({ 'pt-BR': { question: title, answer: body } }),
  ]);
  await query(
    `insert into mail_templates (tenant_id, kind, language, subject, html, button)
      values ($1, 'catalog_expired', 'pt-BR', $2, $3, 'Abrir')`,
    [tenant.id, title, `<p>${title} {{report}}</p>${accepted.join('')}`],
  );
});
afterAll(async () => {
  for (const table of [
    'notifications where message_id in (select id from messages where texts::text like $1)',
    'messages where texts::text like $1',
  ])
    await query(`delete from ${table}`, [`%${title}%`]);
  await query('delete from notices where title = $1', [title]);
  await query('delete from faq_entries where texts::text like $1', [`%${title}%`]);
  await query('delete from mail_templates where subject = $1', [title]);
});

/** A page whose requests are watched; `isHarmless` also asks every frame whether a script of a text ran. */
async function watched(path: string, signedIn: boolean) {
  const page = await newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  if (signedIn) await signIn(page, 'vertice', who);
  await page.goto(getUrl('vertice', path));
  return {
    page,
    async isHarmless() {
      const ran = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'xss' in window).catch(() => false)));
      expect(ran).not.toContain(true);
      expect(asked.filter((url) => url.includes('evil.example'))).toEqual([]);
      expect(complaints).toEqual([]);
    },
  };
}

/** Every hostile text stands on the page as it was written. */
async function shown(page: Page): Promise<void> {
  const words = (text: string) => text.replace(/\s+/g, '');
  const missing = async () => {
    const all = words((await page.locator('body').textContent()) ?? '');
    return texts.filter((text) => !all.includes(words(text)));
  };
  await expect.poll(missing).toEqual([]);
}

test('of a notice are shown as text before sign-in and at home', async () => {
  const before = await watched('/signin', false);
  await before.page.getByText(title).first().waitFor();
  await shown(before.page);
  await before.isHarmless();
  const home = await watched('/', true);
  await home.page.getByText(title).first().waitFor();
  await shown(home.page);
  await home.isHarmless();
});

test('of a message are shown as text in the inbox', async () => {
  const { page, isHarmless } = await watched('/notifications', true);
  await page.locator('.inbox-row').filter({ hasText: title }).getByText('Ler mensagem').click();
  await shown(page);
  await isHarmless();
});

test('of a question are shown as text with and without a session', async () => {
  for (const signedIn of [false, true]) {
    const { page, isHarmless } = await watched('/faq', signedIn);
    await page.getByText(title).filter({ visible: true }).first().click();
    await shown(page);
    await isHarmless();
  }
});

test('of an imported document that passed the rules do nothing in its preview', async () => {
  expect(accepted.length).toBeGreaterThan(10);
  const { page, isHarmless } = await watched('/notifications?tab=templates&kind=catalog_expired&lang=pt-BR', true);
  await page.getByRole('button', { name: 'Mostrar prévia' }).click();
  await page.frameLocator('iframe.nested-html').getByText(title).first().waitFor();
  await isHarmless();
});
