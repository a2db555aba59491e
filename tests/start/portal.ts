import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach } from 'vitest';
import { root } from '../../dev/folders.ts';
import { type Run, runningOn } from '../../dev/run-file.ts';

export type Portal = { process: ChildProcess; said: () => string; ready: () => Promise<Run>; ended: Promise<number | null> };

const folders: string[] = [];

/** A separate data folder; any process that still runs on it after a test is ended, so that a failed test leaves nothing behind. */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-start-'));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) {
    for (const pid of getProcesses(folder)) end(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Ends a process that may already be gone. */
export function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Runs `npm start` in a separate process group, as a terminal would. */
export function startPortal(folder: string, port: number): Portal {
  let text = '';
  const env = { ...process.env, MIRANTE_DATA: folder, MIRANTE_PORT: String(port) };
  const child = spawn(process.execPath, ['dev/boot.mjs', 'start'], { cwd: root, detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  async function ready(): Promise<Run> {
    for (const deadline = Date.now() + 90_000; Date.now() < deadline; await pause(50)) {
      const run = runningOn(folder);
      if (run?.url) return run;
      if (child.exitCode !== null) break;
    }
    throw new Error(`The portal did not start:\n${text}`);
  }
  return { process: child, said: () => text, ready, ended };
}

/** Every running process whose command or environment names the folder: the boot, the start and all their children. */
export function getProcesses(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => {
      try {
        const isZombie = /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
        return !isZombie && `${readFileSync(`/proc/${pid}/cmdline`)}${readFileSync(`/proc/${pid}/environ`)}`.includes(folder);
      } catch {
        return false; // ended in between, or another user's
      }
    });
}

/** Waits until no process of the folder is left and returns those that remain after the timeout. */
export async function leftovers(folder: string, withinMs: number): Promise<number[]> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await pause(50)) if (getProcesses(folder).length === 0) return [];
  return getProcesses(folder);
}
