import { expect, test } from 'vitest';
import { projectFiles } from './project-files.ts';
import { bannedInCode, misusedInCode } from './words.ts';

type Source = { path: string; text: string };

const commentsOf = (text: string): string[] => text.match(/(?<![:'"`])\/\/[^\n]*|\/\*[\s\S]*?\*\//g) ?? [];
// A title is the text before a function: `test('…', async () =>`, `])('…', (row) =>`.
const titlesOf = (text: string): string[] =>
  [...text.matchAll(/\(\s*(['"`])((?:(?!\1)[^\n])+)\1,\s*(?:async\s*)?\(/g)].map(([, , title = '']) => title);
const summariesOf = (text: string): string[] => [...text.matchAll(/\bsummary:\s*(['"`])((?:(?!\1).)*)\1/g)].map(([, , said = '']) => said);

const wordsOf = ({ path, text }: Source): string[] => [
  ...commentsOf(text),
  ...(/\.test\.tsx?$/.test(path) ? titlesOf(text) : []),
  ...(/^domain\/.*contract\.ts$/.test(path) ? summariesOf(text) : []),
];
const faultsOf = (source: Source): string[] =>
  wordsOf(source).flatMap((words) => misusedInCode(words).map((fault) => `${source.path}: ${fault} in “${words.slice(0, 120)}”`));

test('comments, test titles and API summaries name their subject, in plain words', () => {
  const files = projectFiles(/\.(tsx?|css|mjs)$/).filter(({ path }) => !path.endsWith('guards/comments.test.ts'));
  expect(files.length).toBeGreaterThan(2_000);
  expect(files.flatMap(({ text }) => commentsOf(text)).length).toBeGreaterThan(4_000);
  expect(files.filter(({ path }) => path.includes('.test.')).flatMap(({ text }) => titlesOf(text)).length).toBeGreaterThan(1_500);
  expect(files.flatMap(({ text }) => summariesOf(text)).length).toBeGreaterThan(300);
  expect(files.flatMap(faultsOf)).toEqual([]);
});

test.each([
  ['a.ts', 'const a = 1; // nobody may'],
  ['a.ts', '/** Whoever asks\n * waits. */'],
  ['a.ts', '  // what somebody wrote'],
  ['a.ts', '/* He is asked again. */'],
  ['a.css', '/* for whom it is hidden */'],
  ['a.ts', '// Tells whether it is open.'],
  ['a.ts', '// The list has changed meanwhile.'],
  ['a.test.ts', "test('the user is told so', async () => {})"],
  ['a.test.ts', "test.each([1])('%s is made anew', (n) => {})"],
  ['domain/a/contract.ts', "  summary: 'An embed token under the right row-level identity.',"],
])('the guard sees in %s: %s', (path, text) => {
  expect(faultsOf({ path, text })).toHaveLength(1);
});

test('the guard sees each of its words', () => {
  const said = (word: RegExp) => /\(\?:([^)|]+)/.exec(word.source)?.[1] ?? '';
  for (const { word } of bannedInCode) expect(faultsOf({ path: 'a.ts', text: `// so ${said(word)} it` }), word.source).toHaveLength(1);
});

test.each([
  ['a.ts', "const host = 'http://nobody.test';"],
  ['a.ts', "const audience = 'nobody';"],
  ['a.ts', "// tell('told', { people })"],
  ['a.ts', '// No one may see it.'],
  ['a.ts', "const text = 'the user is told so';"],
])('and accepts in %s: %s', (path, text) => {
  expect(faultsOf({ path, text })).toEqual([]);
});
