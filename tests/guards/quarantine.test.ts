import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import type { SourceFile } from './imports.ts';
import { projectFiles } from './project-files.ts';

/** Files that may retry a test until the cause of its failures is found, each with what is known of it. */
const quarantine: Record<string, string> = {};

const tryAgain = ({ path, text }: SourceFile): string[] => (/\bretry\s*:\s*[1-9{]|--retry\b/.test(text) ? [path] : []);

test('no test is retried outside the quarantine', () => {
  const files = projectFiles(/\.test\.tsx?$|^vitest\.config\.ts$|^tests\/(parts|run|check)\.ts$/);
  expect(files.length).toBeGreaterThan(100);
  const others = files.filter(({ path }) => !path.endsWith('guards/quarantine.test.ts'));
  expect(others.flatMap(tryAgain)).toEqual(Object.keys(quarantine));
});

test('no project outside the quarantine retries its tests', () => {
  const projects = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project ? [project.test] : [],
  );
  expect(projects.length).toBeGreaterThan(5);
  expect(projects.flatMap((project) => (project?.retry ? [[project.name, project.retry]] : []))).toEqual([]);
});

/** Attacks that race: each of their tests. Elsewhere a test of `tests/attack` races if it makes many calls at once. */
const races = ['tests/attack/fuzz/fuzz.test.ts', 'tests/attack/pairs-of-writes.jobs.test.ts'];
/** Tests of races that a second try could turn green: what an attacker needs to win only once must not fail even once. */
const retriedRaces = ({ path, text }: SourceFile): string[] =>
  text
    .split(/^\s*test\(\s*/m)
    .slice(1)
    .filter((test) => races.includes(path) || /Promise\.all\(\s*Array\.from\(/.test(test))
    .filter((test) => !/\bretry: 0\b/.test(test.slice(0, test.indexOf('=>'))))
    .map((test) => `${path}: ${test.slice(0, 60)}`);

test('a race in an attack has no second try', () => {
  const files = projectFiles(/^tests\/attack\/.*\.test\.ts$/);
  expect(races.every((path) => files.some((file) => file.path === path))).toBe(true);
  expect(files.flatMap(retriedRaces)).toEqual([]);
});

test('the guard sees a race that is retried', () => {
  const race = (options: string) =>
    `test('sixty at once', ${options}async () => {\n  await Promise.all(Array.from({ length: 60 }, one));\n});`;
  const found = (text: string, path = 'tests/attack/a.test.ts') => retriedRaces({ path, text }).length;
  expect(found(race(''))).toBe(1);
  expect(found(race('{ timeout: 1 }, '))).toBe(1);
  expect(found(race('{ retry: 0, timeout: 1 }, '))).toBe(0);
  expect(found("test('a', async () => {});")).toBe(0);
  expect(found("test('a', async () => {});", races[0])).toBe(1);
});

test.each(["test('x', { retry: 1 }, () => {});", 'const common = { retry: { count: 2 } };', "['run', '--retry=1']"])(
  'the guard sees %s',
  (text) => {
    expect(tryAgain({ path: 'a.test.ts', text })).toEqual(['a.test.ts']);
  },
);
