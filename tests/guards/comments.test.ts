import { expect, test } from 'vitest';
import { projectFiles } from './project-files.ts';

// Stand-ins for a role make a comment a riddle: it names the user, the caller, the administrator, or says "no one".
const riddles = /\b(nobody|somebody|whoever)\b/i;

const commentsOf = (text: string): string[] => text.match(/(?<![:'"`])\/\/[^\n]*|\/\*[\s\S]*?\*\//g) ?? [];
const faultsOf = ({ path, text }: { path: string; text: string }) =>
  commentsOf(text).flatMap((comment) => (riddles.test(comment) ? [`${path}: ${comment.slice(0, 120)}`] : []));

test('comments name who they speak of', () => {
  const files = projectFiles(/\.(tsx?|css|mjs)$/).filter(({ path }) => !path.endsWith('guards/comments.test.ts'));
  expect(files.length).toBeGreaterThan(2_000);
  expect(files.flatMap(({ text }) => commentsOf(text)).length).toBeGreaterThan(4_000);
  expect(files.flatMap(faultsOf)).toEqual([]);
});

test.each(['const a = 1; // nobody may', '/** Whoever asks\n * is told. */', '  // what somebody wrote'])('the guard sees %s', (text) => {
  expect(faultsOf({ path: 'a.ts', text })).toHaveLength(1);
});

test.each(["const host = 'http://nobody.test';", "const audience = 'nobody';"])('and accepts %s', (text) => {
  expect(faultsOf({ path: 'a.ts', text })).toEqual([]);
});
