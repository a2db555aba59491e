import { describe, expect, test } from 'vitest';
import { type PageName, type PageWeight, weighPages } from '../bench/page-weights.ts';
import { openBrowser } from '../bench/visitor.ts';
import { getUrl } from '../support/browser.ts';

// Bytes as gzip -6 (1 kB = 1000 bytes), a little above what is loaded now; the goals are in docs/performance.md.
const limits: Record<PageName, { scripts: number; styles: number; requests: number }> = {
  'sign-in': { scripts: 115_000, styles: 5_000, requests: 6 },
  home: { scripts: 220_000, styles: 28_000, requests: 22 },
  report: { scripts: 340_000, styles: 35_000, requests: 40 },
  users: { scripts: 342_000, styles: 33_000, requests: 40 },
};

describe('the files that Chromium fetches', () => {
  let weighing: Promise<Record<PageName, PageWeight>> | undefined;
  /** The pages, measured once; a retried test measures again what could not be loaded. */
  const weighed = () => {
    weighing ??= weigh().catch((error) => {
      weighing = undefined;
      throw error;
    });
    return weighing;
  };
  async function weigh() {
    const browser = await openBrowser();
    return weighPages(browser, getUrl('vertice', '')).finally(() => browser.close());
  }

  test.each(Object.entries(limits))('for %s are small', async (name, limit) => {
    const weights = await weighed();
    const { files, ...weight } = weights[name as PageName]; // because Object.entries widens the name
    // A page that was not reached would pass any limit.
    expect(weight.scripts, files.join()).toBeGreaterThan(100_000);
    expect(weight.scripts, files.join()).toBeLessThanOrEqual(limit.scripts);
    expect(weight.styles, files.join()).toBeLessThanOrEqual(limit.styles);
    expect(weight.requests, files.join()).toBeLessThanOrEqual(limit.requests);
  });

  // A file requested only after another script has run costs one more round trip.
  test.each(['sign-in', 'report', 'users'] as const)('for %s by its address are named by the page itself', async (name) => {
    expect((await weighed())[name].unnamed).toEqual([]);
  });

  test('include the report service’s own code with a report, and nowhere else', async () => {
    expect(Object.entries(await weighed()).flatMap(([name, { hasSdk }]) => (hasSdk ? [name] : []))).toEqual(['report']);
  });

  test('are of the page’s language and part alone', async () => {
    const weights = await weighed();
    const texts = (name: PageName) =>
      weights[name].files.filter((file) => file.startsWith('part-')).map((file) => file.replace(/-[\w-]{7}\.js$/, ''));
    expect(texts('sign-in')).toEqual(['part-sign-in']);
    expect(texts('home').toSorted()).toEqual(['part-sign-in', 'part-view']);
    expect(texts('users').toSorted()).toEqual(['part-manage', 'part-sign-in', 'part-view']);
  });
});
