import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './database/lock.ts';

export type Run = {
  pid: number;
  url?: string;
  port?: number;
  mail?: string;
  reportService?: string;
  site?: string;
  idp?: string;
  database?: string;
};

const getFile = (folder: string) => join(folder, 'run.json');

/**
 * The process that runs on this data folder; undefined when there is none or it is dead. Pids are reused, so its command is checked too.
 */
export function runningOn(folder: string): Run | undefined {
  try {
    const run: Run = JSON.parse(readFileSync(getFile(folder), 'utf8'));
    return isAlive(run.pid) && isStart(run.pid) ? run : undefined;
  } catch {
    return undefined;
  }
}

function isStart(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.ts');
  } catch {
    return true; // Without /proc a living process is believed.
  }
}

/** Claims the folder for this process; returns the other process when one has it. */
export function claimRun(folder: string): Run | undefined {
  mkdirSync(folder, { recursive: true });
  const other = runningOn(folder);
  if (other) return other;
  rmSync(getFile(folder), { force: true });
  try {
    writeSync(openSync(getFile(folder), 'wx'), JSON.stringify({ pid: process.pid }));
    return undefined;
  } catch {
    return runningOn(folder) ?? { pid: 0 };
  }
}

export function recordRun(folder: string, run: Run): void {
  writeFileSync(getFile(folder), JSON.stringify(run));
}

export function forgetRun(folder: string): void {
  rmSync(getFile(folder), { force: true });
}
