import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { settled, still } from './browser.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
type Axe = { run(context: object, options: object): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> };
// The engine itself: the usual builder injects its source for each run and opens an extra page to merge the results.
const { source }: { source: string } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core');

/** axe's findings once animations have ended (colours that are still fading would be misread), without the report service's document. */
export async function findings(page: Page): Promise<string[]> {
  await still(page);
  return findingsNow(page);
}

async function findingsNow(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: Axe }; // because the line above put it there
    const { violations } = await axe.run(
      { exclude: [['iframe']] },
      {
        runOnly: { type: 'tag', values: tags },
        // This rule reports a label that is scrolled out of view as missing; another rule checks that there is a label.
        rules: { 'label-title-only': { enabled: false } },
        resultTypes: ['violations'],
        iframes: false,
      },
    );
    const where = ({ target }: { target: unknown[] }) => target.join(' ');
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(where).slice(0, 3).join(' | ')}`);
  }, rules);
}

const wide = { width: 1440, height: 900 };
const narrow = { width: 320, height: 900 };
const looks = [
  [
    { size: wide, colorScheme: 'light' },
    { size: narrow, colorScheme: 'dark' },
  ],
  [
    { size: narrow, colorScheme: 'light' },
    { size: wide, colorScheme: 'dark' },
  ],
] as const;

type Looking = {
  /** Which two combinations it checks: neighbours in a list get the other ones. */
  turn?: number;
  /** Adds findings on a narrow and on a medium-wide page. */
  read?: (page: Page) => Promise<string[]>;
  /** The page keeps the last size, in which the next one of the list begins. */
  stays?: boolean;
};

/**
 * Checks the page, without reloading it, in two of the four combinations of wide or narrow and light or dark: axe's findings, and whether
 * it scrolls sideways.
 */
export async function everyLook(page: Page, name: string, { turn = 0, read, stays = false }: Looking = {}): Promise<string[]> {
  const found: string[] = [];
  const alsoRead = async (width: number) => {
    for (const finding of (await read?.(page)) ?? []) found.push(`${name} at ${width}: ${finding}`);
  };
  const pair = looks[turn % 2] ?? looks[0];
  for (const [at, { size, colorScheme }] of pair.entries()) {
    const { width } = size;
    const isOther = page.viewportSize()?.width !== width;
    if (isOther) await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Another width may show parts whose code is loaded then.
    if (isOther) await settled(page, 100);
    // A link half covered by a bar isn't too small.
    await page.evaluate(() => scrollTo(0, 0));
    await still(page);
    if (width === narrow.width) await alsoRead(width);
    for (const finding of await findingsNow(page)) found.push(`${name} at ${width}, ${colorScheme}: ${finding}`);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (sideways > 0) found.push(`${name} at ${width}: scrolls ${sideways} px sideways`);
    if (at > 0 || !read) continue;
    await page.setViewportSize({ width: 768, height: 900 });
    await still(page);
    await alsoRead(768);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (!stays) await page.setViewportSize(wide);
  return found;
}
