import { expect, test } from 'vitest';
import type { SourceFile } from './imports.ts';
import { sources } from './project-files.ts';

// Features that follow docs/data.md: statements come from the builder, or from raw() with a name and a shape.
const converted = ['groups'];

const untyped = /\.execute\(|\browsOf\s*</;
const faults = (files: readonly SourceFile[]) =>
  files.flatMap(({ path, text }) => {
    const isConverted = converted.some((feature) => path.startsWith(`functions/features/${feature}/`));
    const found = isConverted && untyped.exec(text)?.[0];
    return found ? [`${path}: ${found}`] : [];
  });

test('converted features have no statement without types', () => {
  expect(sources().filter(({ path }) => path.startsWith('functions/features/groups/')).length).toBeGreaterThan(5);
  expect(faults(sources())).toEqual([]);
});

test.each(['db.execute(sql`select 1`)', 'rowsOf<Row>(result)'])('the guard sees %s', (text) => {
  expect(faults([{ path: 'functions/features/groups/a.ts', text }])).toHaveLength(1);
  expect(faults([{ path: 'functions/features/users/a.ts', text }])).toEqual([]);
});
