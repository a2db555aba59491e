import { mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export class FolderInUse extends Error {}

/** True for a running process, including another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Takes a lock file for this process, also from a dead process. Returns the function that releases it. */
export function takeLock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeSync(openSync(file, 'wx'), String(process.pid));
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const pid = Number(readFileSync(file, 'utf8'));
      if (pid > 0 && isAlive(pid)) throw new FolderInUse(`The database folder is in use by process ${pid} (${file}).`);
      rmSync(file, { force: true });
    }
  }
  throw new FolderInUse(`Another process took ${file} at the same moment.`);
}
