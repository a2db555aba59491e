import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { languageNames } from '../../i18n/languages.ts';
import { Clone } from './clone.ts';
import { apply, toBlocks } from './recipe.ts';

const languages = Object.keys(languageNames);
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const blocks = toBlocks(page, languages);
const madeFiles = blocks.filter(({ kind }) => !['diff', 'lines', 'sql'].includes(kind)).map(({ file }) => file);

/** What the recipes ask for and a guard checks without a Worker or a build; boundaries and words concern every new file. */
const guards = ['audit-words', 'boundaries', 'comments', 'contracts', 'i18n', 'screens', 'session-kinds', 'text-parts'];
const parts = {
  server: ['functions/features/notes/routes.ts', 'scheduled/do-slot.ts', ...languages.map((language) => `i18n/${language}/part-manage.ts`)],
  web: ['web/features/notes/NotesPage.tsx', 'web/app/shell/menu.ts'],
} as const;
/** One process and one database for all: no file here minds the other's tenants. */
const config = (include: readonly string[]) => `import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { ${JSON.stringify({
  include,
  pool: 'forks',
  isolate: false,
  maxWorkers: 1,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  setupFiles: 'tests/support/each-file.ts',
  globalSetup: ['tests/support/api-setup.ts'],
}).slice(1, -1)} } });
`;

describe('a feature made by the recipes of CONTRIBUTING.md', { timeout: 600_000 }, () => {
  let clone: Clone;
  beforeAll(() => {
    clone = Clone.whole();
    for (const block of blocks) apply(clone, block);
  }, 120_000);
  afterAll(() => clone?.remove());

  test('is laid out as the linter asks', () => {
    expect(madeFiles.length).toBeGreaterThanOrEqual(15);
    expect(clone.run('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...madeFiles)).toMatchObject({ status: 0 });
  });

  test.each(Object.entries(parts))('compiles: %s', (part, files) => {
    clone.keepPart(part, files);
    expect(clone.compile(part).text).toBe('');
  });

  test('gets its migration, passes the guards and its own tests', () => {
    const written = clone.runFile('dev/migrations/main.ts', 'units have notes');
    expect(written, written.text).toMatchObject({ status: 0 });
    expect(written.text).toMatch(/Written: migrations\/\d{4}_units_have_notes\.sql/);
    // Pages are tested elsewhere; the Worker only has to find some.
    clone.write('dist/index.html', '<!doctype html><title>Mirante</title>');
    const own = madeFiles.filter((file) => file.endsWith('.test.ts'));
    clone.write('recipe.config.ts', config([...own, ...guards.map((name) => `tests/guards/${name}.test.ts`)]));
    const ran = clone.run('vitest/vitest.mjs', 'run', '--config', 'recipe.config.ts', '--reporter', 'dot');
    expect(ran.text).toMatch(new RegExp(`Test Files.*${own.length + guards.length} passed`));
    expect(ran, ran.text).toMatchObject({ status: 0 });
  });
});

describe('the recipes', () => {
  test('all have code, and name npm scripts that exist', () => {
    const recipes = page.split(/^## /m).filter((section) => /^An? /.test(section));
    expect(recipes.map((section) => section.split('\n')[0])).toEqual(['An endpoint', 'A text', 'A screen', 'A migration', 'A job']);
    expect(recipes.filter((section) => toBlocks(section, languages).length === 0)).toEqual([]);
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = [...page.matchAll(/npm (?:run )?(start|test|[a-z]+(?::[a-z]+)?)\b/g)].map(([, name = '']) => name);
    expect(named.filter((name) => name !== 'and' && !scripts[name])).toEqual([]);
  });

  test('can’t drift: a change of what no longer stands there fails', () => {
    const edits: unknown[] = [];
    const recorder = { edit: (edit: unknown) => edits.push(edit) } as unknown as Clone; // because only this is called
    const text = ' before\n-old\n+new\n@@\n here\n+and here\n';
    apply(recorder, { kind: 'diff', file: 'a.ts', text });
    expect(edits).toEqual([
      { file: 'a.ts', from: 'before\nold', to: 'before\nnew' },
      { file: 'a.ts', from: 'here', to: 'here\nand here' },
    ]);
    const other = new Clone(['biome.json']);
    const stale = { kind: 'diff', file: 'biome.json', text: ' "nothing like this"\n+"more"\n' };
    expect(() => apply(other, stale)).toThrow('biome.json must hold once');
    other.remove();
  });
});
