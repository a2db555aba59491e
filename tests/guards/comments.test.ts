import { expect, test } from 'vitest';
import { projectFiles } from './project-files.ts';
import { bannedInCode, misusedInCode } from './words.ts';

type Source = { path: string; text: string };

const getComments = (text: string): string[] => text.match(/(?<![:'"`])\/\/[^\n]*|\/\*[\s\S]*?\*\//g) ?? [];
// A title is the text before a function: `test('…', async () =>`, `])('…', (row) =>`.
const getTitles = (text: string): string[] =>
  [...text.matchAll(/\(\s*(['"`])((?:(?!\1)[^\n])+)\1,\s*(?:async\s*)?\(/g)].map(([, , title = '']) => title);
const getSummaries = (text: string): string[] => [...text.matchAll(/\bsummary:\s*(['"`])((?:(?!\1).)*)\1/g)].map(([, , said = '']) => said);

const getWords = ({ path, text }: Source): string[] => [
  ...getComments(text),
  ...(/\.test\.tsx?$/.test(path) ? getTitles(text) : []),
  ...(/^domain\/.*contract\.ts$/.test(path) ? getSummaries(text) : []),
];
const getFaults = (source: Source): string[] =>
  getWords(source).flatMap((words) => misusedInCode(words).map((fault) => `${source.path}: ${fault} in “${words.slice(0, 120)}”`));

test('comments, test titles and API summaries name their subject, in plain words', () => {
  const files = projectFiles(/\.(tsx?|css|mjs)$/).filter(({ path }) => !path.endsWith('guards/comments.test.ts'));
  expect(files.length).toBeGreaterThan(2_000);
  expect(files.flatMap(({ text }) => getComments(text)).length).toBeGreaterThan(4_000);
  expect(files.filter(({ path }) => path.includes('.test.')).flatMap(({ text }) => getTitles(text)).length).toBeGreaterThan(1_500);
  expect(files.flatMap(({ text }) => getSummaries(text)).length).toBeGreaterThan(300);
  expect(files.flatMap(getFaults)).toEqual([]);
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
  expect(getFaults({ path, text })).toHaveLength(1);
});

test('the guard sees each of its words', () => {
  const said = (word: RegExp) => /\(\?:([^)|]+)/.exec(word.source)?.[1] ?? '';
  for (const { word } of bannedInCode) expect(getFaults({ path: 'a.ts', text: `// so ${said(word)} it` }), word.source).toHaveLength(1);
});

test.each([
  ['a.ts', "const host = 'http://nobody.test';"],
  ['a.ts', "const audience = 'nobody';"],
  ['a.ts', "// tell('told', { people })"],
  ['a.ts', '// No one may see it.'],
  ['a.ts', "const text = 'the user is told so';"],
])('and accepts in %s: %s', (path, text) => {
  expect(getFaults({ path, text })).toEqual([]);
});
