import { expect, test } from 'vitest';
import type { SourceFile } from './imports.ts';
import { sources } from './project-files.ts';

// A longer statement decides too much at once, or its parts have names that it doesn't say (docs/data.md).
const maxLines = 60;
const template = /\bsql(?:<[^`>]*>)?`/g;

/** The end of the template whose content begins at `at`; templates may stand in its expressions. */
function endOfTemplate(text: string, at: number): number {
  let place = at;
  while (place < text.length && text[place] !== '`') {
    if (text[place] === '\\') place += 2;
    else if (text.startsWith('${', place)) place = endOfExpression(text, place + 2);
    else place += 1;
  }
  return place + 1;
}
function endOfExpression(text: string, at: number): number {
  let place = at;
  while (place < text.length && text[place] !== '}') {
    if (text[place] === '`') place = endOfTemplate(text, place + 1);
    else if (text[place] === '{') place = endOfExpression(text, place + 1);
    else place += 1;
  }
  return place + 1;
}

const faults = (files: readonly SourceFile[]) =>
  files
    .filter(({ path }) => /^(db|domain|functions|scheduled)\/.*\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(template)].flatMap(({ index, 0: { length } }) => {
        const lines = text.slice(index, endOfTemplate(text, index + length)).split('\n').length;
        return lines > maxLines ? [`${path}: ${lines} lines`] : [];
      }),
    );

test(`no template of SQL is longer than ${maxLines} lines`, () => {
  expect(faults(sources())).toEqual([]);
});

test('the guard sees a template that is too long, with those inside it', () => {
  const lines = (n: number) => 'x\n'.repeat(n - 1);
  const inside = 'sql`select $' + '{list({ a: sql`b` })}';
  const getFaults = (text: string) => faults([{ path: 'functions/features/users/a.ts', text }]);
  expect(getFaults(`const a = ${inside}${lines(maxLines)}\`;`)).toEqual([]);
  expect(getFaults(`const a = ${inside}${lines(maxLines + 1)}\`;`)).toEqual(['functions/features/users/a.ts: 61 lines']);
});
