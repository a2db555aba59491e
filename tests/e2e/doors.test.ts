import { expect, test } from 'vitest';
import { getUrl, settled, signIn, signInByForm, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();

test('a visitor who opens a page is sent to sign in and then to that page', async () => {
  const page = await newPage();
  await page.goto(getUrl('vertice', '/all/reports?search=vendas'));
  await page.waitForURL(/\/signin\?redirect=/);
  await page.getByLabel('E-mail').fill('admin@vertice.test');
  await page.locator('input[type="password"]').fill('Mirante!2026');
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/\/all\/reports\?search=vendas/);
  expect(complaints).toEqual([]);
});

test('a redirect to another origin leads to home', async () => {
  for (const redirect of ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)']) {
    const page = await newPage();
    await page.goto(getUrl('vertice', `/signin?redirect=${encodeURIComponent(redirect)}`));
    await page.getByLabel('E-mail').fill('admin@vertice.test');
    await page.locator('input[type="password"]').fill('Mirante!2026');
    await page.locator('button[type="submit"]').click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(new URL(page.url()).hostname).toBe('vertice.localhost');
  }
  expect(complaints).toEqual([]);
});

test('a page outside the profile’s list shows an explanation to a live session and never loops', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'regional@vertice.test');
  await page.goto(getUrl('vertice', '/companies'));
  await page.waitForURL(/\/signin\?redirect=/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  expect(page.url()).toContain('redirect=');
  await expect.poll(() => page.locator('button, a').count()).toBeGreaterThanOrEqual(2);
  expect(complaints).toEqual([]);
});

test('a page without the needed permission says so inside the shell, an unknown path that it does not exist', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'regional@vertice.test');
  await page.goto(getUrl('vertice', '/no/such/page'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('navigation').count()).toBeGreaterThan(0);
  await page.goto(getUrl('vertice', '/00000000-0000-7000-8000-000000000000/reports'));
  await page.getByText('Este grupo não existe!').waitFor();
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([]);
});

test('an unknown host names no tenant, and a refused address has its own page', async () => {
  const page = await newPage({ expected: ['404'] });
  await page.goto(getUrl('nobody', '/signin'));
  await page.waitForURL(/\/domain\/notfound/);
  expect(await page.locator('body').innerText()).not.toMatch(/Vértice|Aurora|Sierra|Numera/);
  await page.goto(getUrl('vertice', '/ip/notallowed'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(getUrl('vertice', '/popup_blocked?url=https%3A%2F%2Fexample.org%2F'));
  expect(
    await page
      .getByRole('link', { name: /example\.org|abrir/i })
      .first()
      .getAttribute('href'),
  ).toContain('https://example.org/');
  expect(complaints).toEqual([]);
});

test('signing out clears the session first, ends it on the server and goes to the sign-in page', async () => {
  const page = await newPage();
  await signInByForm(page, 'vertice', 'english@vertice.test');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en-US');
  // What the page still asks for when its session ends is refused, which the browser's console says.
  await settled(page, 150);
  await page
    .getByRole('button', { name: /my account/i })
    .first()
    .click();
  await page
    .getByRole('menuitem', { name: /sign out/i })
    .or(page.getByRole('button', { name: /sign out/i }))
    .first()
    .click();
  await page.waitForURL(/\/signin/);
  expect(await page.evaluate(() => [localStorage.getItem('bi:cache'), localStorage.getItem('bi:config')])).toEqual([null, null]);
  await page.goto(getUrl('vertice', '/all/reports'));
  await page.waitForURL(/\/signin\?redirect=/);
  expect(complaints).toEqual([]);
});

test('by keyboard alone: sign in, open the palette, find a report, read it', async () => {
  const page = await newPage();
  await page.goto(getUrl('vertice', '/signin'));
  await page.getByLabel('E-mail').focus();
  await page.keyboard.type('regional@vertice.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Mirante!2026');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  // Text typed before the field has focus is lost, and Enter opens the option selected at that moment.
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.keyboard.type('vendas di');
  await page.getByRole('option', { name: /Vendas diárias/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/reports\/view/);
  await page.frameLocator('iframe').locator('table').first().waitFor();
  expect(complaints).toEqual([]);
});
