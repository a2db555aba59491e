import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from './database/lock.ts';
import { dataFolder } from './folders.ts';
import { runningOn } from './run-file.ts';

/** Ends the Mirante that runs on the data folder and waits until it is gone. */
export async function stopRunning(folder: string): Promise<boolean> {
  const run = runningOn(folder);
  if (!run) return false;
  process.kill(run.pid, 'SIGTERM');
  for (let waited = 0; waited < 15_000 && isAlive(run.pid); waited += 50) await pause(50);
  if (isAlive(run.pid)) throw new Error(`Process ${run.pid} did not end within 15 seconds.`);
  return true;
}

if (import.meta.main) console.log((await stopRunning(dataFolder())) ? 'Mirante has stopped.' : 'Mirante is not running.');
