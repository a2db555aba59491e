import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getImports, getLayer, getPackage, getTarget, toolsOfStart } from './imports.ts';
import { projectFiles, sources } from './project-files.ts';

const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
const tool = /node_modules\/((?:@[\w-]+\/)?[\w-]+)\//g;

// Files of commands that install all packages.
const ofTheRest = (path: string) =>
  getLayer(path) === 'tests' || /^(tests|dev\/(migrations|icons))\/|^(vitest|drizzle)\.config\.ts$/.test(path);

/** Packages missing for a command that installs `dependencies` alone (npm start, build, deploy …). */
function missing(files: readonly { path: string; text: string }[]): string[] {
  return files
    .filter(({ path }) => !ofTheRest(path))
    .flatMap(({ path, text }) => {
      const imported = getImports(text).filter(({ isType, specifier }) => !isType && !/^(node|cloudflare|virtual):|^\?$/.test(specifier));
      const fromTheRest = imported.map((item) => getTarget(path, item)).filter(ofTheRest);
      const packages = imported.filter(({ specifier }) => !specifier.startsWith('.')).map(({ specifier }) => getPackage(specifier));
      const tools = [...text.matchAll(tool)].map(([, name = '']) => name);
      return [...fromTheRest, ...[...packages, ...tools].filter((name) => !(name in dependencies))].map((name) => `${path} → ${name}`);
    });
}

test('npm start, build and deploy need no package of devDependencies', () => {
  expect(sources().filter(({ path }) => path.startsWith('dev/')).length).toBeGreaterThan(50);
  expect(missing(sources())).toEqual([]);
});

test.each([
  ['dev/start.ts', "import { expect } from 'vitest';", 'vitest'],
  ['dev/build.ts', "const typescript = await import('typescript');", 'typescript'],
  ['dev/build.ts', "const command = ['node_modules/@biomejs/biome/bin/biome'];", '@biomejs/biome'],
  ['dev/stop.ts', "import { runParts } from '../tests/parts.ts';", 'tests/parts.ts'],
  ['dev/deploy.ts', "import { changes } from './migrations/changes.ts';", 'dev/migrations/changes.ts'],
  ['vite.config.ts', "import axe from '@axe-core/playwright';", '@axe-core/playwright'],
])('the guard sees that %s would miss: %s', (path, text, name) => {
  expect(missing([{ path, text }])).toEqual([`${path} → ${name}`]);
});

test('the guard accepts a test, a type and a built-in', () => {
  const text = "import type { Config } from 'vitest';\nimport { join } from 'node:path';\nimport wrangler from 'wrangler';";
  expect(missing([{ path: 'dev/start.ts', text }])).toEqual([]);
  expect(missing([{ path: 'dev/a.test.ts', text: "import { test } from 'vitest';" }])).toEqual([]);
});

test('the tools of npm start are dependencies, and listed where they run', () => {
  const text = projectFiles(/^(dev\/.*|vite\.config)\.(ts|mjs)$/)
    .map((file) => file.text)
    .join('\n');
  const isUsed = (name: string) => new RegExp(`['"/]${name.replace(/[/-]/g, '.')}['"/]|'node_modules', '${name}'`).test(text);
  expect(toolsOfStart.filter((name) => !(name in dependencies) || !isUsed(name))).toEqual([]);
});
