import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { signInByForm, urlOf, useBrowser } from '../support/browser.ts';
import { embedToken } from '../support/make-embedding.ts';

const { newPage, complaints } = useBrowser();
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A site of another origin whose page is `html`. */
async function site(html: () => string): Promise<string> {
  const server = createServer((_, answer) => void answer.setHeader('content-type', 'text/html').end(html()));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return `http://outro.localhost:${(server.address() as AddressInfo).port}`; // because it listens on a port
}

test('a report stands in an allowed site of another origin, and in no other', async () => {
  const admin = await newPage();
  await signInByForm(admin, 'vertice', 'admin@vertice.test');
  let frame = '';
  const [allowed, other] = [
    await site(() => `<h1>Outro site</h1><iframe src="${frame}"></iframe>`),
    await site(() => `<iframe src="${frame}"></iframe>`),
  ];
  await admin.goto(urlOf('vertice', '/setting?area=embedding'));
  const on = admin.getByRole('switch', { name: 'Páginas incorporadas' });
  if (!(await on.isChecked())) await on.click({ force: true });
  await admin.getByLabel('Sites permitidos').fill(allowed);
  await admin.keyboard.press('Control+s');
  await admin.getByRole('status').filter({ hasText: 'Configurações salvas' }).first().waitFor();
  await admin.getByRole('button', { name: 'Criar chave' }).first().click();
  await admin.getByLabel('Nome').last().fill(`Site ${Date.now()}`);
  await admin.getByRole('button', { name: 'Criar chave' }).last().click();
  const [id = '', secret = ''] = await admin.locator('.embed-secret dd').allInnerTexts();
  const now = Math.floor(Date.now() / 1000);
  const mint = () =>
    embedToken({ id, secret }, { aud: 'vertice.localhost', iat: now, exp: now + 300, jti: crypto.randomUUID(), sub: 'admin@vertice.test' });

  const page = await newPage({ expected: ['frame-ancestors', 'ERR_BLOCKED'] });
  frame = urlOf('vertice', `/embedded/${mint()}`);
  await page.goto(allowed);
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  expect(await page.frameLocator('iframe').locator('.side').count()).toBe(0);
  frame = urlOf('vertice', `/embedded/${mint()}`);
  await page.goto(other);
  await expect.poll(() => page.frames().at(-1)?.url(), { timeout: 20_000 }).toMatch(/^chrome-error/);
  expect(complaints).toEqual([]);
});
