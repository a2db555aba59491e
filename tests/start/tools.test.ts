import { fork } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { chromium } from '../support/chromium-path.ts';
import { end, getProcesses, leftovers, newDataFolder } from './portal.ts';

const at = (path: string) => JSON.stringify(join(root, path));

// A stand-in for vitest: a process whose worker starts workerd and a browser, and that reports when both are running.
const tool = `import { fork } from 'node:child_process';
fork(new URL('worker.mjs', import.meta.url));
setInterval(() => {}, 1000);`;
const worker = `import { writeFileSync } from 'node:fs';
import { getPlatformProxy } from ${at('node_modules/wrangler/wrangler-dist/cli.js')};
import { chromium } from ${at('node_modules/playwright-core/index.mjs')};
await getPlatformProxy({ persist: false, remoteBindings: false, envFiles: [] });
if (${existsSync(chromium)}) await chromium.launch({ executablePath: ${JSON.stringify(chromium)}, args: ['--no-sandbox'] });
writeFileSync(new URL('up', import.meta.url), '');
setInterval(() => {}, 1000);`;
const runner = `import { runGroup } from ${at('dev/child.ts')};
import ${at('tests/parts.ts')};
await runGroup([process.execPath, process.argv[2]], 'inherit', process.env);`;

/** A run of a tool as npm test makes it; ready when all its processes are running. */
async function runTool(folder: string) {
  for (const [name, text] of Object.entries({ 'tool.mjs': tool, 'worker.mjs': worker, 'runner.ts': runner }))
    writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'wrangler.json'), '{ "name": "empty", "compatibility_date": "2026-10-23" }');
  // Their environment names the folder, which identifies them for the test.
  const env = { ...process.env, MIRANTE_DATA: folder, WRANGLER_WRITE_LOGS: 'false', WRANGLER_SEND_METRICS: 'false' };
  const child = fork(join(folder, 'runner.ts'), [join(folder, 'tool.mjs')], { cwd: folder, env, execArgv: [], silent: true });
  for (const deadline = Date.now() + 60_000; !existsSync(join(folder, 'up')); await pause(50))
    if (Date.now() > deadline) throw new Error('The tool did not start.');
  return child;
}

const getCommands = (folder: string) => getProcesses(folder).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL', 'the end of who started it'] as const)(
  'npm test leaves neither workerd nor a browser behind after %s',
  async (how) => {
    const folder = newDataFolder();
    const child = await runTool(folder);
    expect(getCommands(folder).filter((command) => /workerd.serve/.test(command)).length).toBeGreaterThan(0);
    if (existsSync(chromium))
      expect(getCommands(folder).filter((command) => command.includes('--remote-debugging')).length).toBeGreaterThan(0);
    if (how === 'the end of who started it') child.disconnect();
    else end(child.pid ?? 0, how);
    expect(await leftovers(folder, 30_000)).toEqual([]);
  },
);
