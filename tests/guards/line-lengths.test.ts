import { expect, test } from 'vitest';
import type { SourceFile } from './imports.ts';
import { projectFiles } from './project-files.ts';

// The formatter keeps code within 140 characters; strings, templates, comments and SQL are broken by hand. Texts of the product, applied
// migrations and drawn icons are exempt.
const exempt = /^(?:i18n|migrations|web\/ui\/icons)\//;
/** Lines over 140 characters that are left. The number only goes down. */
const ceiling = 285;

const linesOver = (limit: number, files: SourceFile[]) =>
  files
    .filter(({ path }) => !exempt.test(path))
    .flatMap(({ path, text }) => text.split('\n').flatMap((line, at) => ([...line].length > limit ? [`${path}:${at + 1}`] : [])));

const files = projectFiles(/\.(?:tsx?|mjs|js|css|sql)$/);
const sql = files.filter(({ path }) => /^db\/.*\.sql$/.test(path));

test('no line of code is longer than 160 characters', () => {
  expect(files.length).toBeGreaterThan(2_000);
  expect(linesOver(160, files)).toEqual([]);
});

test('no line of a function or a policy is longer than 140 characters', () => {
  expect(sql.length).toBeGreaterThan(300);
  expect(linesOver(140, sql)).toEqual([]);
});

test('lines over 140 characters become fewer; after mending some, lower the ceiling', () => {
  const count = linesOver(140, files).length;
  expect(count).toBeLessThanOrEqual(ceiling);
  expect(count).toBeGreaterThan(ceiling - 40);
});

test('the guard sees a long line, and passes texts, migrations and icons', () => {
  const long = `const a = 1;\n// ${'x'.repeat(158)}`;
  expect(linesOver(160, [{ path: 'web/a.ts', text: long }])).toEqual(['web/a.ts:2']);
  expect(linesOver(160, [{ path: 'web/a.ts', text: `// ${'ç'.repeat(157)}` }])).toEqual([]);
  for (const path of ['i18n/es/users.ts', 'migrations/0001_a.sql', 'web/ui/icons/key.ts'])
    expect(linesOver(160, [{ path, text: long }])).toEqual([]);
});
