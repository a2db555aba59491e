import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { settled, signInByForm, turnTo, urlOf, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();

const places: [who: string, host: string, email: string | null, paths: string[]][] = [
  ['a visitor', 'vertice', null, ['/signin', '/ip/notallowed', '/domain/notfound', '/popup_blocked?url=https%3A%2F%2Fexample.org%2F']],
  ['a viewer', 'vertice', 'regional@vertice.test', ['/', '/all/reports', '/all/reports?favorites=1', '/reports', '/no/such/page']],
  ['an administrator', 'vertice', 'admin@vertice.test', ['/reports', '/reports?new=1', '/']],
  ['a partner', 'numera', 'partner@numera.test', ['/', '/reports', '/all/reports']],
  ['the operator', 'mirante', 'operator@mirante.test', ['/partners', '/report/a2m']],
];

for (const [who, host, email, paths] of places) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on the pages of ${who}, ${colorScheme}, wide and narrow`, async () => {
      const page = await newPage({ colorScheme, expected: ['404'] });
      if (email) await signInByForm(page, host, email);
      const found: string[] = [];
      for (const path of paths) {
        for (const width of [1440, 320]) {
          await page.setViewportSize({ width, height: 900 });
          if (email) await turnTo(page, path);
          else await page.goto(urlOf(host, path));
          await settled(page);
          for (const finding of await findings(page)) found.push(`${path} at ${width}: ${finding}`);
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          if (sideways > 0) found.push(`${path} at ${width}: scrolls ${sideways} px sideways`);
        }
      }
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    }, 120_000);
  }
}

for (const language of ['en-US', 'pt-BR', 'pt-PT', 'es'] as const) {
  test(`every page is whole in ${language}: no raw keys, the language said`, async () => {
    const page = await newPage();
    await signInByForm(page, 'vertice', 'admin@vertice.test');
    await page.evaluate((chosen) => localStorage.setItem('bi:lang', chosen), language);
    await page.reload();
    for (const path of ['/', '/all/reports', '/reports', '/reports?new=1', '/signin']) {
      await turnTo(page, path);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      const text = await page.locator('body').innerText();
      expect(text).not.toMatch(/\b(ui|shell|reports|groups|partners|session|errors|palette)\.[a-z]\w*/);
      expect(text).not.toMatch(/\{\{|undefined|\[object/);
    }
    expect(complaints).toEqual([]);
  });
}

test('a report and its refusals are clean too, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await newPage({ colorScheme });
    await signInByForm(page, 'vertice', 'regional@vertice.test');
    await page.getByRole('link', { name: 'Vendas diárias' }).first().click();
    await page.frameLocator('iframe').locator('table').first().waitFor({ timeout: 20_000 });
    expect(await findings(page)).toEqual([]);
  }
  expect(complaints).toEqual([]);
});

test('axe sees what is planted', async () => {
  const page = await newPage();
  await page.goto(urlOf('vertice', '/signin'));
  await settled(page);
  expect(await findings(page)).toEqual([]);
  await page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    main.insertAdjacentHTML(
      'beforeend',
      '<img id="planted" src="data:,"><p><span style="color:#ccc;background:#fff">pale</span></p><iframe src="about:blank"></iframe>',
    );
  });
  const found = await findings(page);
  expect(found.map((finding) => finding.split(':')[0])).toEqual(expect.arrayContaining(['image-alt', 'color-contrast']));
  expect(found.join()).not.toContain('iframe');
});
