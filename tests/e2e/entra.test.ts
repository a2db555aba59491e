import { expect, test } from 'vitest';
import { getUrl, phone, settled, signIn, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();

test('an address of the unit’s domain is offered Microsoft first; picking an account there signs in to the portal', async () => {
  const page = await newPage();
  await page.goto(getUrl('vertice', '/signin?redirect=%2Fall%2Freports'));
  const button = page.getByRole('button', { name: 'Continuar com Microsoft' });
  await button.waitFor();
  await page.locator('input[name="email"]').fill('clara@vertice.test');
  await page.getByText('Quem é de vertice.test entra por aqui:').waitFor();
  await button.click();
  await page.getByRole('link', { name: /Clara Menezes/ }).click();
  await page.waitForURL((url) => url.pathname === '/all/reports', { timeout: 30_000 });
  const kept = await page.evaluate(() => [localStorage.getItem('bi:azure_sso'), localStorage.getItem('bi:cache')]);
  expect(kept[0]).toBeNull();
  expect(kept[1]).not.toBeNull();
  expect(complaints).toEqual([]);
});

test('a user of a disallowed directory sees that reason on return', async () => {
  const page = await newPage({ expected: ['403'] });
  await page.goto(getUrl('vertice', '/signin'));
  await page.getByRole('button', { name: 'Continuar com Microsoft' }).click();
  await page.getByRole('link', { name: /Somebody else/ }).click();
  await page.getByText('Sem acesso a este domínio!').waitFor();
  expect(complaints).toEqual([]);
});

test('an administrator tests saved settings, and a phone shows the page without sideways scrolling', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/azure/saml?area=entra'));
  await settled(page);
  await page.getByRole('button', { name: 'Testar agora' }).click();
  await page.getByText('Está tudo pronto.').waitFor();
  await page.getByRole('button', { name: 'Adicionar diretório' }).click();
  await page.getByRole('textbox', { name: 'Id do diretório 2' }).fill('common');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.getByText('Isto não é um ID: 32 letras e números em cinco grupos.').waitFor();
  await page.setViewportSize(phone);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  expect(complaints).toEqual([]);
});
