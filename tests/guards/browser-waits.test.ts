import { expect, test } from 'vitest';
import type { SourceFile } from './imports.ts';
import { projectFiles } from './project-files.ts';

/** Browser tests that let time pass, each with the reason. All others wait for what they expect to see. */
const pauses: Record<string, string> = {
  'tests/e2e/report-views.test.ts': 'looks again and again for a mark that must never appear',
};

const withPause = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ text }) => /\bwaitForTimeout\(|\bnode:timers\/promises\b|\bPromise\(\(?\w+\)? => setTimeout\(/.test(text))
    .map(({ path }) => path);

test('a browser test waits for what it expects, not for a time', () => {
  const files = projectFiles(/^tests\/e2e\/.*\.ts$/);
  expect(files.length).toBeGreaterThan(30);
  expect(withPause(files)).toEqual(Object.keys(pauses));
});

test.each([
  'await page.waitForTimeout(500);',
  "import { setTimeout as pause } from 'node:timers/promises';",
  'await new Promise((resolve) => setTimeout(resolve, 500));',
])('the guard sees %s', (text) => {
  expect(withPause([{ path: 'tests/e2e/a.test.ts', text }])).toEqual(['tests/e2e/a.test.ts']);
});
