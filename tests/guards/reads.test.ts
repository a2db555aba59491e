import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sources } from './project-files.ts';
import { readFaults } from './reads.ts';

const listed = readFileSync(new URL('./reads.txt', import.meta.url), 'utf8');

test('pages read with suspense, or say why not (docs/architecture.md, A page and its data)', () => {
  expect(readFaults(sources(), listed)).toEqual([]);
});

const getFile = (text: string) => [{ path: 'web/features/users/A.tsx', text }];
test.each([
  ['one more than listed', 'const a = useQuery(one);\nconst b = useQuery(two);', 'users 1', 1],
  ['one of a part that is not listed', 'const a = useInfiniteQuery(one);', '', 1],
  ['fewer than listed', '', 'users 1', 1],
  ['a comment that is no reason', '// No reason.\nconst a = useQuery(one);', '', 1],
  ['one with its reason', '// No suspense: a badge.\nconst a = useQuery(one);', '', 0],
  ['as many as listed', 'const a = useQuery(one);', '# so far\nusers 1', 0],
])('the guard sees %s', (_, text, list, count) => {
  expect(readFaults(getFile(text), list)).toHaveLength(count);
});
