import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { still } from './browser.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
type Axe = { run(context: object, options: object): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> };
// The engine itself: the builder around it puts its source in anew for each look and opens a page to put the parts together.
const { source }: { source: string } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core');

/** What axe finds on the page once what moves in has moved (colours that are fading in are none yet), without the report service's own document. */
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
        // It takes a label that a scroller hides at the moment for none; whether there is one at all is another rule's question.
        rules: { 'label-title-only': { enabled: false } },
        resultTypes: ['violations'],
        iframes: false,
      },
    );
    const where = ({ target }: { target: unknown[] }) => target.join(' ');
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(where).slice(0, 3).join(' | ')}`);
  }, rules);
}

const looks = [
  [
    { width: 1440, colorScheme: 'light' },
    { width: 320, colorScheme: 'dark' },
  ],
  [
    { width: 320, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
  ],
] as const;

/**
 * The page as it stands, without a load between, in two of the four looks: wide and narrow, light and dark, crossed. What axe finds,
 * and whether it scrolls sideways. `turn` says which two, so that neighbours of a list see the other ones. `read` finds more on a
 * narrow page and on one of middle width.
 */
export async function everyLook(page: Page, name: string, turn = 0, read?: (page: Page) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  const alsoRead = async (width: number) => {
    for (const finding of (await read?.(page)) ?? []) found.push(`${name} at ${width}: ${finding}`);
  };
  for (const { width, colorScheme } of looks[turn % 2] ?? looks[0]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // A link that stands half under a bar is no smaller than it is.
    await page.evaluate(() => scrollTo(0, 0));
    await still(page);
    if (width === 320) await alsoRead(width);
    for (const finding of await findingsNow(page)) found.push(`${name} at ${width}, ${colorScheme}: ${finding}`);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (sideways > 0) found.push(`${name} at ${width}: scrolls ${sideways} px sideways`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (read) {
    await page.setViewportSize({ width: 768, height: 900 });
    await still(page);
    await alsoRead(768);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return found;
}
