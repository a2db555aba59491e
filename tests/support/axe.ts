import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { still } from './browser.ts';

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
 * Checks the page, without reloading it, in two of the four combinations of wide or narrow and light or dark: axe's findings, and whether
 * it scrolls sideways. `turn` chooses which two, so that neighbours in a list get the other ones. `read` adds findings on a narrow and on a
 * medium-wide page.
 */
export async function everyLook(page: Page, name: string, turn = 0, read?: (page: Page) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  const alsoRead = async (width: number) => {
    for (const finding of (await read?.(page)) ?? []) found.push(`${name} at ${width}: ${finding}`);
  };
  for (const { width, colorScheme } of looks[turn % 2] ?? looks[0]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // A link half covered by a bar isn't too small.
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
