import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../dev/folders.ts';

export type Count = { passed: number; failed: number };
export type Part = { name: string; run(): Count | Promise<Count> };

const one = (isGood: boolean): Count => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 });

let current: ChildProcess | undefined;

// Whoever ends this process ends the tool that it runs: nothing goes on testing after its reader has left.
for (const event of ['SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(event, () => {
    current?.kill('SIGTERM');
    process.exit(1);
  });
}

function runTool(path: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, 'node_modules', path), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  current = child;
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

export const types: Part = { name: 'types', run: async () => one(await runTool('typescript/bin/tsc', ['-b'])) };
export const lint: Part = {
  name: 'lint',
  run: async () => one(await runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])),
};

/** One vitest project or several; its tests are counted one by one. */
export function tests(name: string, ...projects: string[]): Part {
  return { name, run: () => runVitest(name, projects) };
}

type Results = { numPassedTests: number; numFailedTests: number; testResults: { status: string; assertionResults: unknown[] }[] };

async function runVitest(name: string, projects: string[]): Promise<Count> {
  const file = join(root, 'test-results', `${name}.json`);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  rmSync(file, { force: true });
  const args = ['run', ...projects.flatMap((project) => ['--project', project])];
  const isGood = await runTool('vitest/vitest.mjs', args, { MIRANTE_RESULTS: file });
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const results: Results = JSON.parse(readFileSync(file, 'utf8'));
  // A file that cannot be loaded has no failed test of its own, and a broken set-up has not even a file.
  const brokenFiles = results.testResults.filter((each) => each.status === 'failed' && each.assertionResults.length === 0).length;
  const failed = results.numFailedTests + brokenFiles;
  return { passed: results.numPassedTests, failed: isGood ? failed : Math.max(failed, 1) };
}

/** Runs every part whatever the others say, then closes with the one line that counts. */
export async function runParts(parts: Part[]): Promise<never> {
  const lines: string[] = [];
  const total = { passed: 0, failed: 0 };
  for (const { name, run } of parts) {
    console.log(`\n── ${name}`);
    const begun = performance.now();
    const { passed, failed } = await run();
    total.passed += passed;
    total.failed += failed;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    lines.push(`${failed === 0 ? '✓' : '✗'} ${name.padEnd(10)} ${`${seconds} s`.padStart(8)}   ${passed} passed, ${failed} failed`);
  }
  console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
}
