import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../dev/build.ts';
import { root } from '../../dev/folders.ts';
import { builtPages, type Chunk, holdsEditor, holdsSdk } from '../bench/built-files.ts';

// Bytes as gzip -6 (1 kB = 1000 bytes), slightly above the current build. The transfers of whole pages are counted in Chromium
// (tests/e2e/sizes.test.ts).
const limits = { entry: 115_000, css: 5_000, route: 35_000, weekGrid: 25_000, texts: 35_000, editor: 75_000, chunks: 119, tiny: 4 };
const total = (chunks: Chunk[]) => chunks.reduce((sum, chunk) => sum + chunk.gz, 0);
const tooLarge = (chunks: Chunk[], limit: number) =>
  chunks.filter((chunk) => chunk.gz > limit).map(({ name, gz: size }) => `${name} ${size}`);

describe('the build', () => {
  // An up-to-date build is reused.
  beforeAll(() => {
    build('web');
  }, 120_000);

  test('the sign-in page loads little JavaScript and CSS, each as one file', () => {
    const { entry, css } = builtPages();
    // The entry and one language's texts; an empty list would pass any limit.
    expect(entry).toHaveLength(2);
    expect(css).toHaveLength(1);
    expect(total(entry)).toBeLessThanOrEqual(limits.entry);
    expect(total(css)).toBeLessThanOrEqual(limits.css);
  });

  test('the page preloads no font, which would compete on a slow line with the code that draws the first text', () => {
    const page = readFileSync(join(root, 'dist/index.html'), 'utf8');
    expect(page).toContain('<link rel="stylesheet"');
    expect(page).not.toMatch(/\.woff2/);
  });

  test('no chunk of a route is large, and the SDK of the report service stands alone', () => {
    const { routes, sdk, entry } = builtPages();
    expect(routes.length).toBeGreaterThan(5);
    expect(tooLarge(routes, limits.route)).toEqual([]);
    // Whichever chunk the grid of shifts is merged into.
    const weekGrid = routes.filter(({ name }) => readFileSync(join(root, 'dist/assets', name), 'utf8').includes('shift-legend'));
    expect(weekGrid).toHaveLength(1);
    expect(tooLarge(weekGrid, limits.weekGrid)).toEqual([]);
    expect(sdk).toHaveLength(1);
    for (const { name } of entry) expect(holdsSdk(readFileSync(join(root, 'dist/assets', name), 'utf8')), name).toBe(false);
  });

  test('the editor of formatted texts is one chunk, which no page loads before someone asks for it', () => {
    const { routes, editor, entry } = builtPages();
    expect(editor).toHaveLength(1);
    expect(tooLarge(editor, limits.editor)).toEqual([]);
    const loads = new RegExp(`(from|import)\\s*["']\\./${editor[0]?.name}["']`);
    for (const { name } of [...routes, ...entry]) {
      const source = readFileSync(join(root, 'dist/assets', name), 'utf8');
      expect(holdsEditor(source), name).toBe(false);
      expect(loads.test(source), name).toBe(false);
    }
  });

  test('a language comes in seven parts, none of them large', () => {
    const { texts } = builtPages();
    expect(texts).toHaveLength(28);
    expect(tooLarge(texts, limits.texts)).toEqual([]);
  });

  test('the code is split into few files, hardly any of them tiny', () => {
    const { routes, sdk, editor, entry } = builtPages();
    const all = [...routes, ...sdk, ...editor, ...entry];
    expect(all.length).toBeLessThanOrEqual(limits.chunks);
    expect(all.filter(({ gz }) => gz < 1000).length).toBeLessThanOrEqual(limits.tiny);
  });

  test('a chunk over its limit is seen', () => {
    expect(
      tooLarge(
        [
          { name: 'a.js', gz: 60_001 },
          { name: 'b.js', gz: 60_000 },
        ],
        60_000,
      ),
    ).toEqual(['a.js 60001']);
    expect(holdsSdk('var e={type:`js`,sdkType:"powerbi-js"}')).toBe(true);
  });
});
