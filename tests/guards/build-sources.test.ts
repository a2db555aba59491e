import { expect, test } from 'vitest';
import { parts } from '../../dev/build.ts';
import { getImports, getLayer, getTarget, type SourceFile } from './imports.ts';
import { sources } from './project-files.ts';

const isIn = (path: string, places: readonly string[]) => places.some((place) => path === place || path.startsWith(`${place}/`));

/** Files that are part of a build, but whose change would not trigger a new one. */
function unhashed(files: readonly SourceFile[], places: readonly string[]): string[] {
  return files
    .filter(({ path }) => isIn(path, places) && getLayer(path) !== 'tests')
    .flatMap(({ path, text }) =>
      getImports(text)
        .filter(({ specifier, isType }) => specifier.startsWith('.') && !isType)
        .map((item) => getTarget(path, item))
        .filter((target) => !isIn(target, places))
        .map((target) => `${path} → ${target}`),
    );
}

// Imports of the build tools themselves don't count.
const productOnly = (places: readonly string[]) => places.filter((place) => !/^dev\/|\.config\.ts$/.test(place));

test.each(['web', 'worker'] as const)('the hash of the %s build covers every file it imports', (name) => {
  const places = productOnly(parts[name].sources);
  expect(sources().filter(({ path }) => isIn(path, places)).length).toBeGreaterThan(100);
  expect(unhashed(sources(), places)).toEqual([]);
});

test('a file of db/ that only migrations and tests read isn’t a source of the Worker', () => {
  for (const path of ['db/statements.txt', 'db/migrate.ts', 'db/functions/account_link.sql', 'db/policies/accounts.sql'])
    expect(isIn(path, parts.worker.sources), path).toBe(false);
  expect(isIn('db/schema/users.ts', parts.worker.sources)).toBe(true);
});

test('the guard sees an import of a file that is not hashed, and accepts a type', () => {
  const planted = (text: string) => unhashed([{ path: 'functions/a.ts', text }], ['functions', 'db/client.ts']);
  expect(planted("import { migrate } from '../db/migrate.ts';")).toEqual(['functions/a.ts → db/migrate.ts']);
  expect(planted("const later = () => import('../db/migrate.ts');")).toEqual(['functions/a.ts → db/migrate.ts']);
  expect(planted("import type { Db } from '../db/migrate.ts';\nimport { connect } from '../db/client.ts';")).toEqual([]);
});
