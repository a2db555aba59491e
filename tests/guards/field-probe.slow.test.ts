import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { Clone } from './clone.ts';
import { groupNote, type Part, type Removal } from './field-recipe.ts';
import { userRemark } from './field-recipe-users.ts';
import { otherFields } from './field-removals.ts';
import { capacityFields } from './field-removals-capacity.ts';

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
const getLine = (file: string, begin: string): string => {
  const line = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .find((each) => each.startsWith(begin));
  if (line === undefined) throw new Error(`${file} has no line that begins ${begin}`);
  return line;
};
const recipes = { 'report groups': groupNote.recipe(getLine), users: userRemark.recipe(getLine) };
const getLines = (text: string) => text.split('\n');
const written = ({ from, to }: { from: string; to: string }) => getLines(to).filter((line) => !getLines(from).includes(line)).length;

const features = [groupNote, userRemark, otherFields, capacityFields];
const partNames: Part[] = ['server', 'web'];
/** What is undone together: of each feature one list of removals, because features can't cause the failure of each other's files. */
const rounds = partNames.flatMap((compile) => {
  const lists = features.map(({ removals }) => Object.entries(removals).filter(([, removal]) => removal.compile === compile));
  return Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, round) => {
    const now = lists.flatMap((list) => list.slice(round, round + 1));
    return { compile, name: now.map(([name]) => name).join('; '), each: now.flatMap(([, { each }]): Removal[] => each) };
  });
});

describe('a field has one home (docs/data.md, "Add a field"):', { timeout: 300_000 }, () => {
  let clone: Clone;
  beforeAll(() => {
    clone = new Clone(sources);
    for (const part of partNames)
      clone.keepPart(
        part,
        features.flatMap(({ parts }) => parts[part]),
      );
  });
  afterAll(() => clone?.remove());

  test('the recipe for a new text is short, and the product compiles with it', () => {
    for (const edits of Object.values(recipes)) {
      for (const edit of edits) clone.edit(edit);
      expect(new Set(edits.map(({ file }) => file)).size).toBeLessThanOrEqual(16);
      expect(edits.reduce((sum, edit) => sum + written(edit), 0)).toBeLessThanOrEqual(140);
    }
    for (const part of partNames) expect(clone.compile(part).text).toBe('');
  });

  test.each(rounds)('no omission is silent: $name', ({ compile, each }) => {
    const undo = each.map((removal) => clone.edit(removal)).reverse();
    const { files, text } = clone.compile(compile);
    for (const back of undo) back();
    const silent = each.filter(({ red }) => !files.includes(red)).map(({ file, from }) => `${file}: ${from.trim()}`);
    expect(silent, text).toEqual([]);
  });
});
