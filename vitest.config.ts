import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { nodeFlags } from './tests/node-flags.ts';

// What takes longest begins first, or a worker waits for it at the end; on a fresh clone no earlier run says what that is.
const longest = [
  ...[
    'screens',
    'screens-of-publishing',
    'soak',
    'everyday-reports',
    'report-views',
    'publishing',
    'playlists',
    'people-road',
    'users',
    'two-factor',
    'everyday',
    'report-groups',
  ],
  // A tick of these is for every tenant that the files before them left.
  ...['trials', 'maintenance', 'mail-lanes', 'slots', 'exports-faults', 'user-imports'],
  ...[
    'recipe',
    'field-probe',
    'isolation-across',
    'isolation',
    'report-service-faults',
    'walk',
    'planted',
    'tenants-purge',
    'pairs-of-writes',
    'mail-delivery',
    'mail-server',
  ],
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const getPlace = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(/\/([^/.]+)\.[^/]*$/.exec(moduleId)?.[1] ?? '');
      return at < 0 ? longest.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => getPlace(one) - getPlace(other));
  }
}

// Two workers, for the two cores of the machine that proves it all.
// The time limits are those of a machine that is busy with something else: at ten times the load 60 s were too few for a test of seven.
const common = {
  environment: 'node',
  execArgv: nodeFlags,
  maxWorkers: 2,
  minWorkers: 1,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
} as const;
// Files of a worker share what they import, and one Worker or browser: these take longer to start than most files run.
const together = { isolate: false, setupFiles: 'tests/support/each-file.ts' } as const;
// These touch nothing outside their own objects, and what they stub they put back: a fresh process for each file would double their time.
// Never threads: two that compile WebAssembly (PGlite) at once share one registry of V8 and now and then crash the whole process.
const inFewProcesses = { isolate: false, pool: 'forks' } as const;
// Compiles copies of the project, fills whole databases or waits for a timer: `npm run check` leaves it to `npm test`.
const slow = '**/*.slow.test.ts';
// Guards that ask the database have `.db` in their name; `npm run check` leaves them out.
const needsDatabase = 'tests/guards/**/*.db.test.ts';
// Each call beside each tenant: a fifth of all API tests, so another lane of `npm test` runs them.
const isolation = 'tests/guards/isolation*.db.test.ts';
// Tests that let time pass for jobs have `.jobs` in their name: a tick is for every tenant, so each worker has a database of its own.
const ticks = 'tests/**/*.jobs.test.ts';

// Tests whose subject is how long something takes have `.timed` in their name: beside other parts a slow machine makes them red.
const timed = '**/*.timed.test.ts';

export default defineConfig({
  test: {
    // What a passed test's Worker said is of no use to who reads the log.
    silent: 'passed-only',
    // A list that was to be empty is printed whole: what a busy machine found once can't be asked for again.
    chaiConfig: { truncateThreshold: 0 },
    sequence: { sequencer: LongestFirst },
    reporters: process.env.MIRANTE_RESULTS ? ['default', 'json'] : ['default'],
    outputFile: { json: process.env.MIRANTE_RESULTS ?? '' },
    projects: [
      {
        test: {
          ...common,
          ...inFewProcesses,
          name: 'unit',
          include: [
            'db/**/*.test.ts',
            'domain/**/*.test.ts',
            'i18n/**/*.test.ts',
            'functions/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'dev/**/*.test.ts',
          ],
          exclude: [slow, timed],
        },
      },
      { test: { ...common, ...inFewProcesses, name: 'guards', include: ['tests/guards/**/*.test.ts'], exclude: [needsDatabase, slow] } },
      { test: { ...common, ...inFewProcesses, name: 'slow', include: [`{dev,domain,tests/guards}/${slow}`] } },
      {
        test: {
          ...common,
          ...together,
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/attack/**/*.test.ts', needsDatabase],
          exclude: [ticks, isolation, timed],
          globalSetup: ['tests/support/api-setup.ts'],
        },
      },
      {
        test: { ...common, ...together, name: 'isolation', include: [isolation], globalSetup: ['tests/support/api-setup.ts'] },
      },
      {
        test: {
          ...common,
          ...together,
          name: 'jobs',
          // A message of an earlier file that is tried again, half a minute later, holds up the queue of this one.
          testTimeout: 240_000,
          include: [ticks],
          globalSetup: ['tests/support/jobs-setup.ts'],
        },
      },
      {
        test: {
          ...common,
          ...together,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          name: 'timed',
          include: [`{dev,tests}/${timed}`],
          globalSetup: ['tests/support/jobs-setup.ts'],
        },
      },
      {
        test: {
          // Each worker has a portal and a browser of its own: files at once do not see each other's changes. A browser test waits for
          // a third of its time: a third worker uses the processor in the meantime.
          ...common,
          ...together,
          maxWorkers: 3,
          // A journey of half a minute on a quick machine takes two on a slow one.
          testTimeout: 300_000,
          sequence: { groupOrder: 1 },
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/e2e-setup.ts'],
        },
      },
      {
        test: {
          ...common,
          ...together,
          name: 'growth',
          include: ['tests/growth/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 1_800_000,
        },
      },
      {
        test: {
          ...common,
          name: 'start',
          include: ['tests/start/**/*.test.ts'],
          fileParallelism: false,
        },
      },
    ],
  },
});
