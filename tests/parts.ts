import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runGroup } from '../dev/child.ts';
import { root } from '../dev/folders.ts';
import { nodeFlags } from './node-flags.ts';
import { tsc } from './support/tsc.ts';

type Slow = { file: string; seconds: number };
/**
 * `red`: each failure with its message, one per line; `shaky`: tests that failed once and passed on retry; `slow`: how long each file took.
 */
export type Count = { passed: number; failed: number; red?: string[]; shaky?: string[]; slow?: Slow[] };
/** Where a part's tools write: the console, or a file while other parts run at the same time. */
type Output = 'inherit' | number;
/** A part receives the counts of the parts that ended before it. */
export type Part = { name: string; run(output: Output, before: readonly Count[]): Count | Promise<Count> };

const one = (isGood: boolean): Count => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 });

// dev/boot.mjs was killed: stop, and end every tool with this process.
process.on('disconnect', () => process.exit(1));

type HowRun = { env?: NodeJS.ProcessEnv; niceness?: number; flags?: string[] };
/** What has no time limit leaves the processor to the tests that wait for an answer: on a slow machine these would wait too long. */
const patient = 5;

function runTool(path: string, args: string[], output: Output, { env = {}, niceness, flags = [] }: HowRun = {}): Promise<boolean> {
  return runGroup([process.execPath, ...flags, join(root, 'node_modules', path), ...args], output, { ...process.env, ...env }, niceness);
}

export const types: Part = {
  name: 'types',
  run: async (output) => one(await runTool(tsc.tool, ['-b', ...tsc.args], output, { env: tsc.env, niceness: patient })),
};
export const lint: Part = {
  name: 'lint',
  run: async (output) =>
    one(await runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'], output, { niceness: patient })),
};

/** Applies the fixes of lint: layout, order of imports, and fixes that change no behaviour. */
export const format: Part = {
  name: 'format',
  run: async (output) => one(await runTool('@biomejs/biome/bin/biome', ['check', '--write', '.'], output)),
};

/** Files, exports and packages that nothing uses, and packages that package.json doesn't name (knip.jsonc). */
export const unused: Part = {
  name: 'unused',
  run: async (output) => one(await runTool('knip/bin/knip.js', [], output, { niceness: patient })),
};

/** One vitest project or several; its tests are counted one by one. */
export const tests = (name: string, ...projects: string[]): Part => vitestPart(name, projects);
export const patientTests = (name: string, ...projects: string[]): Part => vitestPart(name, projects, patient);

function vitestPart(name: string, projects: string[], niceness?: number): Part {
  const args = projects.flatMap((project) => ['--project', project]);
  return { name, run: (output) => runVitest(name, args, output, niceness) };
}

/** Options and path filters that are passed to vitest. */
export const chosenTests = (args: string[]): Part => ({ name: 'chosen', run: (output) => runVitest('chosen', args, output) });

/** The projects with files that match the filter. */
export async function getProjects(args: string[]): Promise<Set<string>> {
  const file = getResults('files.json');
  rmSync(file, { force: true });
  await runTool('vitest/vitest.mjs', ['list', '--filesOnly', `--json=${file}`, ...args], 'inherit');
  const files: { projectName: string }[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return new Set(files.map(({ projectName }) => projectName));
}

/** The same without counting; `files` narrows the run. */
export const runTests = (projects: string[], files: string[]): Promise<boolean> =>
  runTool('vitest/vitest.mjs', ['run', ...projects.flatMap((project) => ['--project', project]), ...files], 'inherit');

type Assertion = { status: string; fullName: string; failureMessages?: string[] };
type FileResult = {
  name: string;
  status: string;
  message?: string;
  startTime: number;
  endTime: number;
  assertionResults: Assertion[];
};
type Results = { numPassedTests: number; numFailedTests: number; testResults: FileResult[] };

async function runVitest(name: string, args: string[], output: Output, niceness?: number): Promise<Count> {
  const file = getResults(`${name}.json`);
  rmSync(file, { force: true });
  const isGood = await runTool('vitest/vitest.mjs', ['run', ...args], output, {
    env: { MIRANTE_RESULTS: file },
    niceness,
    flags: nodeFlags,
  });
  // The test runner crashed; the leash printed the signal.
  if (!existsSync(file)) return { passed: 0, failed: 1, red: [`${name}: vitest ended without results`] };
  const results: Results = JSON.parse(readFileSync(file, 'utf8'));
  // A file that cannot be loaded has no failed test of its own; for a broken set-up there isn't even a file.
  const brokenFiles = results.testResults.filter((each) => each.status === 'failed' && each.assertionResults.length === 0).length;
  const failed = results.numFailedTests + brokenFiles;
  return {
    passed: results.numPassedTests,
    failed: isGood ? failed : Math.max(failed, 1),
    red: results.testResults.flatMap((file) => getLines(file, 'failed')),
    shaky: results.testResults.flatMap((file) => getLines(file, 'passed')),
    slow: results.testResults.map((each) => ({ file: relative(root, each.name), seconds: (each.endTime - each.startTime) / 1000 })),
  };
}

/** The tests of a file that failed first and passed on retry. */
function getLines({ name, status, message, assertionResults }: FileResult, ended: 'failed' | 'passed'): string[] {
  const line = (test: string, said = '') => `${relative(root, name)} › ${test}: ${said.replace(/\s+/g, ' ').slice(0, 240)}`;
  const lines = assertionResults
    .filter((each) => each.status === ended && (each.failureMessages ?? []).length > 0)
    .map((each) => line(each.fullName, each.failureMessages?.[0]));
  const isBroken = status === 'failed' && !assertionResults.some((each) => each.status === 'failed');
  return isBroken && ended === 'failed' ? [line('(the file)', message)] : lines;
}

function getResults(name: string): string {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  return join(root, 'test-results', name);
}

type Ended = Count & { name: string; seconds: number };

async function runPart({ name, run }: Part, output: Output, before: readonly Count[]): Promise<Ended> {
  const begun = performance.now();
  const count = await run(output, before);
  return { ...count, name, seconds: (performance.now() - begun) / 1000 };
}

/** Buffers its output in a file and prints it in one piece at the end, so that parallel parts don't interleave. */
async function runBeside(part: Part, before: readonly Count[]): Promise<Ended> {
  const file = getResults(`${part.name}.log`);
  const output = openSync(file, 'w');
  const ended = await runPart(part, output, before);
  closeSync(output);
  console.log(`\n── ${part.name}\n${readFileSync(file, 'utf8')}`);
  return ended;
}

async function inOrder(parts: Part[], before: readonly Count[]): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const part of parts) ended.push(await runBeside(part, [...before, ...ended]));
  return ended;
}

/**
 * Runs every part, even after failures, then prints the one line that counts. A list among the parts holds lanes that run in parallel; the
 * parts of a lane run in sequence.
 */
export async function runParts(steps: (Part | Part[][])[]): Promise<never> {
  const all: Ended[] = [];
  for (const step of steps) {
    if (Array.isArray(step)) {
      console.log(`\n── ${step.map((lane) => lane.map(({ name }) => name).join(', then ')).join(' · beside: ')}`);
      const before = [...all];
      all.push(...(await Promise.all(step.map((lane) => inOrder(lane, before)))).flat());
    } else {
      console.log(`\n── ${step.name}`);
      all.push(await runPart(step, 'inherit', all));
    }
  }
  const lines = all.map(
    ({ name, seconds, passed, failed }) =>
      `${failed === 0 ? '✓' : '✗'} ${name.padEnd(10)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${passed} passed, ${failed} failed`,
  );
  const total = (which: 'passed' | 'failed') => all.reduce((sum, ended) => sum + ended[which], 0);
  const slow = all.flatMap((ended) => ended.slow ?? []).toSorted((one, other) => other.seconds - one.seconds);
  const slowest = slow.slice(0, 10).map(({ file, seconds }) => `  ${`${seconds.toFixed(1)} s`.padStart(8)}   ${file}`);
  if (slow.length > 10) console.log(`\nThe slowest files:\n${slowest.join('\n')}`);
  // The names of the failures come last, so that the end of a long log shows them all.
  for (const [title, which] of [
    ['Passed when tried again', 'shaky'],
    ['Failed', 'red'],
  ] as const) {
    const named = all.flatMap((ended) => ended[which] ?? []);
    if (named.length > 0) console.log(`\n${title}:\n${named.map((line) => `  ${line}`).join('\n')}`);
  }
  console.log(`\n${lines.join('\n')}\n\n${total('passed')} passed, ${total('failed')} failed`);
  process.exit(total('failed') === 0 ? 0 : 1);
}
