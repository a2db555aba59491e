import { spawn } from 'node:child_process';
import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { isBuilt, parts } from './build.ts';
import { root } from './folders.ts';

const quietMs = 200;

/**
 * Rebuilds the Worker when one of its sources is saved while the portal runs. The Worker is stopped during the build, because `wrangler
 * dev` would pick up a half-written folder of modules. After a failed build it stays stopped until a source is saved again.
 */
export function rebuildOnChange(stopWorker: () => Promise<void>, startWorker: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  let isBuilding = false;
  let isStopped = false;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild(), quietMs).unref();
  };
  async function rebuild(): Promise<void> {
    // Changes saved during a build trigger another one afterwards.
    if (isBuilding || (isBuilt('worker') && !isStopped)) return;
    isBuilding = true;
    if (!isStopped) await stopWorker();
    isStopped = !(await runBuild());
    if (!isStopped) startWorker();
    isBuilding = false;
    if (!isStopped) wait();
  }
  // Folder by folder: a recursive watch loses a file that an editor replaces when it saves.
  for (const path of parts.worker.sources.flatMap(getFolders)) watch(path, { persistent: false }, wait);
}

function getFolders(source: string): string[] {
  const path = join(root, source);
  if (!statSync(path).isDirectory()) return [path];
  const inside = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [path, ...inside.map((entry) => join(entry.parentPath, entry.name))];
}

function runBuild(): Promise<boolean> {
  const command = ['--disable-warning=ExperimentalWarning', join(root, 'dev/build.ts'), 'worker'];
  const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}
