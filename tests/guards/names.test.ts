import { expect, test } from 'vitest';
import type { SourceFile } from './imports.ts';
import { sources } from './project-files.ts';

// A limit begins with `max` (domain/<feature>/limits.ts); `most` is left to what is used or seen most.
const declared = /\b(?:const|let|function)\s+(most[A-Z]\w*)/g;
/** Names that are left. The number only goes down. */
const left = 3;

const namesIn = (files: readonly SourceFile[]) =>
  files
    .filter(({ path }) => path !== 'tests/guards/names.test.ts')
    .flatMap(({ path, text }) => [...text.matchAll(declared)].map(([, name]) => `${path}: ${name}`));

test('limits are named max…, and no more are named most… than today', () => {
  const found = namesIn(sources());
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(left);
  expect(found.length, 'lower the number').toBeGreaterThan(left - 20);
});

test('the guard sees a declared name, and passes a key of the wire', () => {
  const faults = (text: string) => namesIn([{ path: 'domain/users/limits.ts', text }]);
  expect(faults('export const mostUsers = 5;')).toEqual(['domain/users/limits.ts: mostUsers']);
  expect(faults('return { mostTokens: maxTokens };')).toEqual([]);
});
