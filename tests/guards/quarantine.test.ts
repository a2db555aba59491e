import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import type { SourceFile } from './imports.ts';
import { projectFiles } from './project-files.ts';

/** Test files that may retry a test until the cause of its failures is found, each with what is known of it. */
const quarantine: Record<string, string> = {
  'vitest.config.ts': 'the projects below',
};
/** Projects whose tests are retried once: they wait for a browser. What is called over the wire, an attack's race above all, has no second try. */
const projectsAgain = ['e2e'];

const tryAgain = ({ path, text }: SourceFile): string[] => (/\bretry\s*:\s*[1-9{]|--retry\b/.test(text) ? [path] : []);

test('no test is retried outside the quarantine', () => {
  const files = projectFiles(/\.test\.tsx?$|^vitest\.config\.ts$|^tests\/(parts|run|check)\.ts$/);
  expect(files.length).toBeGreaterThan(100);
  const others = files.filter(({ path }) => !path.endsWith('guards/quarantine.test.ts'));
  expect(others.flatMap(tryAgain)).toEqual(Object.keys(quarantine));
});

test('only projects that may run on a busy machine retry, and once', () => {
  const projects = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project ? [project.test] : [],
  );
  expect(projects.length).toBeGreaterThan(5);
  expect(projects.flatMap((project) => (project?.retry ? [[project.name, project.retry]] : []))).toEqual(
    projectsAgain.map((name) => [name, 1]),
  );
});

test.each(["test('x', { retry: 1 }, () => {});", 'const common = { retry: { count: 2 } };', "['run', '--retry=1']"])(
  'the guard sees %s',
  (text) => {
    expect(tryAgain({ path: 'a.test.ts', text })).toEqual(['a.test.ts']);
  },
);
