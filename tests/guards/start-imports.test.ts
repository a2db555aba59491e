import { expect, test } from 'vitest';
import { getImports, getTarget } from './imports.ts';
import { sources } from './project-files.ts';

// `npm start` begins with these processes at once on two cores: what one of them reads before it answers is time that everyone waits.
const started = [
  'dev/start.ts',
  'dev/database/main.ts',
  'dev/powerbi/server.ts',
  'dev/mail/server.ts',
  'dev/idp-oidc/server.ts',
  'dev/site/server.ts',
  'dev/idp/server.ts',
];

/** The packages that a file and what it imports load before it runs. */
function getPackages(entry: string, files: ReadonlyMap<string, string>): string[] {
  const seen = new Set([entry]);
  for (const path of seen)
    for (const each of getImports(files.get(path) ?? '').filter(({ isType, isDynamic }) => !isType && !isDynamic))
      seen.add(getTarget(path, each));
  return [...seen].filter((path) => !files.has(path) && !path.startsWith('node:')).toSorted();
}

test('no process of npm start loads drizzle, whose hundreds of modules take a second', () => {
  const files = new Map(sources().map(({ path, text }) => [path, text]));
  const loaded = started.map((entry) => [entry, getPackages(entry, files)] as const);
  for (const [entry, packages] of loaded) {
    expect(files.has(entry)).toBe(true);
    expect([entry, packages.filter((name) => name.startsWith('drizzle-orm'))]).toEqual([entry, []]);
  }
  expect(Object.fromEntries(loaded)['dev/powerbi/server.ts']).toContain('hono');
});

test('the guard follows values, not types and not what is loaded later', () => {
  const at = (text: string) => new Map(Object.entries({ 'a.ts': "import { b } from './b.ts';", 'b.ts': text }));
  expect(getPackages('a.ts', at("import { sql } from 'drizzle-orm';"))).toEqual(['drizzle-orm']);
  expect(getPackages('a.ts', at("import type { SQL } from 'drizzle-orm';\nconst b = () => import('drizzle-orm');"))).toEqual([]);
});
