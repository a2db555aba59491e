import { expect, test } from 'vitest';
import type { SourceFile } from './imports.ts';
import { sources } from './project-files.ts';

// Every statement is made by the query builder or by raw() with a name and a shape (docs/data.md).
const untyped = /\.execute\(|\browsOf\s*</;
const faults = (files: readonly SourceFile[]) =>
  files.flatMap(({ path, text }) => {
    const found = /^(functions|scheduled)\/.*(?<!\.test)\.ts$/.test(path) && untyped.exec(text)?.[0];
    return found ? [`${path}: ${found}`] : [];
  });

test('every statement is typed', () => {
  expect(sources().filter(({ path }) => path.startsWith('functions/features/')).length).toBeGreaterThan(500);
  expect(faults(sources())).toEqual([]);
});

test.each(['db.execute(sql`select 1`)', 'rowsOf<Row>(result)'])('the guard sees %s', (text) => {
  expect(faults([{ path: 'functions/features/users/a.ts', text }])).toHaveLength(1);
  expect(faults([{ path: 'scheduled/jobs/a.ts', text }])).toHaveLength(1);
  expect(faults([{ path: 'db/assertions.ts', text }])).toEqual([]);
});
