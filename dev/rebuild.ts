import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { parts } from './build.ts';
import { root } from './folders.ts';

const quietMs = 200;

/** Builds the Worker anew when somebody saves a source of it while the portal runs; `wrangler dev` takes up what was built. */
export function rebuildOnChange(): void {
  let timer: NodeJS.Timeout | undefined;
  let isBuilding = false;
  let isWanted = false;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(build, quietMs).unref();
  };
  const build = () => {
    isWanted = isBuilding;
    if (isBuilding) return;
    isBuilding = true;
    const command = ['--disable-warning=ExperimentalWarning', join(root, 'dev/build.ts'), 'worker'];
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (text) => /Built/.test(String(text)) && process.stdout.write(text));
    child.stderr.pipe(process.stderr);
    child.on('exit', () => {
      isBuilding = false;
      if (isWanted) build();
    });
  };
  for (const source of parts.worker.sources) watch(join(root, source), { recursive: true, persistent: false }, wait);
}
