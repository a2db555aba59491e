import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page, without the report service's own document. */
export async function findings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).withTags(rules).exclude('iframe');
  // It takes a label that a scroller hides at the moment for none; whether there is one at all is another rule's question.
  const { violations } = await axe.disableRules(['label-title-only']).analyze();
  return violations.map(
    (found) =>
      `${found.id}: ${found.nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
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
 * and whether it scrolls sideways. `turn` says which two, so that neighbours of a list see the other ones.
 */
export async function everyLook(page: Page, name: string, turn = 0): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme } of looks[turn % 2] ?? looks[0]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(300);
    for (const finding of await findings(page)) found.push(`${name} at ${width}, ${colorScheme}: ${finding}`);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (sideways > 0) found.push(`${name} at ${width}: scrolls ${sideways} px sideways`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  return found;
}
