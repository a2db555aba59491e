import { build } from '../dev/build.ts';
import { installChromium } from './install-chromium.ts';
import { lint, type Part, runParts, tests, types } from './parts.ts';

// npm test: everything that must hold, from a fresh clone.

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

const browser: Part = {
  name: 'browser',
  run(output) {
    const problem = installChromium();
    if (!problem) return tests('browser', 'e2e').run(output);
    console.error(problem);
    return { passed: 0, failed: 1 };
  },
};

// What waits (for a queue, a retry, a start) goes beside what computes.
await runParts([
  types,
  lint,
  builds,
  [[tests('api', 'api')], [tests('rules', 'unit', 'guards'), tests('jobs', 'jobs'), tests('start', 'start')]],
  browser,
]);
