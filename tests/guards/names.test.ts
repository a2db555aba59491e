import { expect, test } from 'vitest';
import type { SourceFile } from './imports.ts';
import { sources } from './project-files.ts';

// A limit begins with `max` (domain/<feature>/limits.ts); `most` is left to what is used or seen most.
const declared = /\b(?:const|let|function)\s+(most[A-Z]\w*)/g;
/** Names that are left. The number only goes down. */
const left = 3;

// A function begins with a verb (`getHref`, `toDraft`), and a map is named by its key (`sizesByKind`).
const withoutVerb = /\b(?:const|let|function\*?)\s+((?!(?:setOf|lastOf|allOf|oneOf|isOneOf)\b)[a-z]\w*Of)\b/g;

const namesIn = (files: readonly SourceFile[], pattern: RegExp) =>
  files
    .filter(({ path }) => path !== 'tests/guards/names.test.ts')
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name]) => `${path}: ${name}`));

test('limits are named max…, and no more are named most… than today', () => {
  const found = namesIn(sources(), declared);
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(left);
  expect(found.length, 'lower the number').toBeGreaterThan(left - 20);
});

test('the guard sees a declared name, and passes a key of the wire', () => {
  const faults = (text: string) => namesIn([{ path: 'domain/users/limits.ts', text }], declared);
  expect(faults('export const mostUsers = 5;')).toEqual(['domain/users/limits.ts: mostUsers']);
  expect(faults('return { mostTokens: maxTokens };')).toEqual([]);
});

test('functions are named by a verb: no name ends in Of', () => {
  expect(namesIn(sources(), withoutVerb)).toEqual([]);
});

test('the guard sees such a function, and passes a comparison and the key of a text', () => {
  const faults = (text: string) => namesIn([{ path: 'domain/users/name.ts', text }], withoutVerb);
  expect(faults('export const nameOf = (user: User) => user.name;')).toEqual(['domain/users/name.ts: nameOf']);
  expect(faults("const isNamed = oneOf(names); t('groups.subgroupOf');")).toEqual([]);
});
