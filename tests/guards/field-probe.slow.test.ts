import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { Clone } from './clone.ts';
import { type FieldRecipe, groupNote, type Part } from './field-recipe.ts';
import { userNote } from './field-recipe-users.ts';

const sources = [
  'domain',
  'i18n',
  'db',
  'functions',
  'web',
  'dev/demo',
  ...['base', 'server', 'web'].map((part) => `tsconfig.${part}.json`),
];

/** A line of the sources as it stands. */
const lineOf = (file: string, begin: string): string => {
  const line = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .find((each) => each.startsWith(begin));
  if (line === undefined) throw new Error(`${file} has no line that begins ${begin}`);
  return line;
};
const linesOf = (text: string) => text.split('\n');
const written = ({ from, to }: { from: string; to: string }) => linesOf(to).filter((line) => !linesOf(from).includes(line)).length;

const recipes: Record<string, FieldRecipe> = { 'report groups': groupNote, users: userNote };
const partNames: Part[] = ['server', 'web'];

describe.each(Object.entries(recipes))('a field of %s has one home (docs/data.md, "Add a field"):', { timeout: 300_000 }, (_, field) => {
  const { parts, removals } = field;
  const edits = field.recipe(lineOf);
  let clone: Clone;
  beforeAll(() => {
    clone = new Clone(sources);
    for (const part of partNames) clone.keepPart(part, parts[part]);
  });
  afterAll(() => clone?.remove());

  test('the recipe for a new text is short, and the product compiles with it', () => {
    for (const edit of edits) clone.edit(edit);
    for (const part of partNames) expect(clone.compile(part).text).toBe('');
    expect(new Set(edits.map(({ file }) => file)).size).toBeLessThanOrEqual(16);
    expect(edits.reduce((sum, edit) => sum + written(edit), 0)).toBeLessThanOrEqual(140);
  });

  test.each(Object.entries(removals))('no omission is silent: %s', (_name, { compile, each }) => {
    const undo = each.map((removal) => clone.edit(removal)).reverse();
    const { files, text } = clone.compile(compile);
    for (const back of undo) back();
    const silent = each.filter(({ red }) => !files.includes(red)).map(({ file, from }) => `${file}: ${from.trim()}`);
    expect(silent, text).toEqual([]);
  });
});
