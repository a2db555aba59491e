import { expect, test } from 'vitest';
import { cyclesIn } from './cycles.ts';
import { sources } from './project-files.ts';

const at = (path: string, text: string) => ({ path, text });

test('no files import each other in a circle', () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(1000);
  expect(cyclesIn(files)).toEqual([]);
});

test.each([
  ['a value', "import { b } from './b.ts';"],
  ['a type', "import type { B } from './b.ts';"],
  ['a re-export', "export { b } from './b.ts';"],
  ['what comes later', "const b = () => import('./b.ts');"],
])('the guard sees a circle through %s', (_, text) => {
  const files = [at('web/a.ts', text), at('web/b.ts', "import { c } from './c/c.ts';"), at('web/c/c.ts', "export { a } from '../a.ts';")];
  expect(cyclesIn(files)).toEqual([['web/a.ts', 'web/b.ts', 'web/c/c.ts']]);
  expect(cyclesIn(files.slice(0, 2))).toEqual([]);
});

test('the guard sees two circles apart, and a file that imports itself', () => {
  const files = [
    at('a.ts', "import { b } from './b.ts';\nimport { c } from './c.ts';"),
    at('b.ts', "import type { A } from './a.ts';"),
    at('c.ts', "import { d } from './d.ts';"),
    at('d.ts', "import { c } from './c.ts';"),
    at('e.ts', "import { e } from './e.ts';"),
  ];
  expect(cyclesIn(files).toSorted()).toEqual([['a.ts', 'b.ts'], ['c.ts', 'd.ts'], ['e.ts']]);
});
