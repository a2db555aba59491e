import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { everyLook, findings } from '../support/axe.ts';
import { briefly, enter, getUrl, settled, turnTo, useBrowser } from '../support/browser.ts';
import { type Place, places } from '../support/places.ts';
import { wrongWords } from '../support/words.ts';

const { newPage, complaints } = useBrowser();
// Requests for missing addresses are refused.
const expected = ['401', '404', '410'];

/** Follows the addresses of the place, one after the other, as links do. */
async function visit(
  page: Page,
  { host, email, paths }: Place,
  getCalm: (path: string) => number,
  look: (path: string, turn: number) => Promise<void>,
): Promise<void> {
  for (const [turn, path] of paths.entries()) {
    if (email) await turnTo(page, path, getCalm(path));
    else await page.goto(getUrl(host, path)).then(() => settled(page, getCalm(path)));
    await look(path, turn);
  }
}

for (const place of places) {
  test(
    `axe finds nothing on the pages of ${place.who}, light and dark, wide and narrow`,
    async () => {
      const page = await newPage({ expected });
      if (place.email) await enter(page, place.host, place.email);
      const found: string[] = [];
      await visit(
        page,
        place,
        () => 400,
        async (path, turn) => {
          found.push(...(await everyLook(page, path, { turn, read: wrongWords, stays: true })));
        },
      );
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    },
    60_000 + place.paths.length * 20_000,
  );
}

const others = ['en-US', 'pt-PT', 'es'] as const;
const administered = places.filter(({ who }) => who !== 'a visitor' && who !== 'a viewer');

test('every screen is complete in the other languages at 320 px: no raw keys, no words beyond the edge', async () => {
  const found: string[] = [];
  for (const place of administered) {
    const page = await newPage({ expected, viewport: { width: 320, height: 800 } });
    await enter(page, place.host, place.email ?? '');
    for (const language of others) {
      await page.evaluate((chosen) => localStorage.setItem('bi:lang', chosen), language);
      await page.reload();
      // Tabs of a screen are checked in the first language only.
      const paths = place.paths.filter((path) => !/[?&]tab=/.test(path));
      await visit(page, { ...place, paths }, briefly, async (path) => {
        found.push(...(await wrongWords(page)).map((words) => `${language} ${path}: ${words}`));
        if ((await page.locator('html').getAttribute('lang')) !== language) found.push(`${language} ${path}: lang`);
      });
    }
    await page.context().close();
  }
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
}, 600_000);

test('axe finds planted errors', async () => {
  const page = await newPage();
  await page.goto(getUrl('vertice', '/signin'));
  await settled(page);
  expect(await findings(page)).toEqual([]);
  await page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    main.insertAdjacentHTML(
      'beforeend',
      '<img id="planted" src="data:,"><p><span style="color:#ccc;background:#fff">pale</span></p><iframe src="about:blank"></iframe>' +
        '<p style="width:1px;white-space:nowrap">words that run beyond the edge of every window, however wide it may be, because they ' +
        'never end and never break, not even here, where a line of this length would long have ended on any screen that anybody ever ' +
        'had</p>',
    );
  });
  const found = await findings(page);
  expect(found.map((finding) => finding.split(':')[0])).toEqual(expect.arrayContaining(['image-alt', 'color-contrast']));
  expect(found.join()).not.toContain('iframe');
  await page.setViewportSize({ width: 320, height: 800 });
  expect((await wrongWords(page)).join()).toContain('words that run');
});
