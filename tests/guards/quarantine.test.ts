import { expect, test } from 'vitest';
import type { SourceFile } from './imports.ts';
import { projectFiles } from './project-files.ts';

/** Test files that may try a test again until its cause is found, each with that cause as far as it is known. */
const quarantine: Record<string, string> = {};

const tryAgain = ({ path, text }: SourceFile): string[] => (/\bretry\s*:\s*[1-9{]|--retry\b/.test(text) ? [path] : []);

test('no test is tried again outside the quarantine', () => {
  const files = projectFiles(/\.test\.tsx?$|^vitest\.config\.ts$|^tests\/(parts|run|check)\.ts$/);
  expect(files.length).toBeGreaterThan(100);
  const others = files.filter(({ path }) => !path.endsWith('guards/quarantine.test.ts'));
  expect(others.flatMap(tryAgain)).toEqual(Object.keys(quarantine));
});

test.each(["test('x', { retry: 1 }, () => {});", 'const common = { retry: { count: 2 } };', "['run', '--retry=1']"])(
  'the guard sees %s',
  (text) => {
    expect(tryAgain({ path: 'a.test.ts', text })).toEqual(['a.test.ts']);
  },
);
