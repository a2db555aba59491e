import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { root as here } from '../../dev/folders.ts';
import { type Run, runningOn } from '../../dev/run-file.ts';

export type Portal = { port: number; run: Run; tookMs: number; stop(): Promise<void> };

type Options = { root?: string; env?: NodeJS.ProcessEnv };

/** Runs `npm start`, here or in another clone, with a separate data folder and ports; resolves when it reports healthy. */
export async function startPortal(data: string, { root = here, env = {} }: Options = {}): Promise<Portal> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['dev/boot.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, ...env, MIRANTE_DATA: data, MIRANTE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  for (;;) {
    const run = runningOn(data);
    if (run?.port) {
      const stop = async () => {
        child.kill('SIGTERM');
        await ended;
      };
      return { port: run.port, run, tookMs: performance.now() - begun, stop };
    }
    if (child.exitCode !== null || performance.now() - begun > 300_000) throw new Error(`The portal did not start:\n${said}`);
    await pause(10);
  }
}
