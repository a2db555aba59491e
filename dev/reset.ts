import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from './folders.ts';
import { stopRunning } from './stop.ts';

// Deletes entries by name instead of the whole folder: MIRANTE_DATA may name one that holds other things too.
const ours = ['pg', 'pg.lock', 'run.json', 'secrets.json', 'worker', 'worker.env', 'worker.log', 'registry', 'mail.pem', 'mail.key'];

const folder = dataFolder();
await stopRunning(folder);
const found = ours.map((name) => join(folder, name)).filter(existsSync);
for (const path of found) rmSync(path, { recursive: true });
console.log(found.length > 0 ? `Cleared ${folder}; the next npm start begins with fresh demo data.` : 'There is nothing to clear.');
