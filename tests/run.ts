import { build } from '../dev/build.ts';
import { installChromium, preferHeadless } from './install-chromium.ts';
import { chosenTests, getProjects, lint, type Part, patientTests, runParts, tests, types, unused } from './parts.ts';
import { beginRecording, recording } from './recording.ts';
import { keepInMemory } from './scratch.ts';
import { findPostgres } from './support/postgres.ts';

// npm test: everything that must hold, from a fresh clone. npm test -- PATH: the test files of that path, or of any filter of vitest.

const builds: Part = {
  name: 'builds',
  run() {
    try {
      for (const part of ['web', 'worker'] as const) build(part);
      return { passed: 2, failed: 0 };
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      return { passed: 0, failed: 1 };
    }
  },
};

/** Before the lanes begin: several of them need it, and two apt-gets at once refuse each other. Without it the tests run on PGlite. */
function installPostgres(): void {
  try {
    findPostgres();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

/** The same part, if there is a browser for it. */
const inBrowser = (part: Part): Part => ({
  name: part.name,
  run(output, before) {
    const problem = installChromium();
    preferHeadless();
    if (!problem) return part.run(output, before);
    console.error(problem);
    return { passed: 0, failed: 1 };
  },
});

beginRecording();
keepInMemory();
const chosen = process.argv.slice(2);
if (chosen.length > 0) {
  const projects = await getProjects(chosen);
  const part = chosenTests(chosen);
  const needsBuild = [...projects].some((project) => project !== 'unit');
  await runParts([...(needsBuild ? [builds] : []), projects.has('e2e') ? inBrowser(part) : part, recording({ isWhole: false })]);
}

installPostgres();

// At a lower priority, and last in its lane: it fills what the browser's tests leave at the end.
const withoutTimeLimit = [types, lint, unused, patientTests('slow', 'slow'), patientTests('rules', 'unit', 'guards')];

// Parts that wait (for a queue, a retry, a start, a page) leave the processor to those that compute.
await runParts([
  builds,
  [
    [tests('api', 'api'), inBrowser(tests('browser', 'e2e'))],
    [tests('jobs', 'jobs'), tests('start', 'start')],
    [tests('growth', 'growth'), tests('isolation', 'isolation'), ...withoutTimeLimit],
  ],
  tests('timed', 'timed'),
  recording({ isWhole: true }),
]);
