import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'mirante-test-';
/** Far more than a run keeps there, and what its processes take beside it. */
const needed = { folder: 8 * 2 ** 30, memory: 16 * 2 ** 30 };

/**
 * Keeps what a run writes and no one needs after it (databases, the browser tests' portals, copies of the project) in memory, where the
 * machine has the room: a busy disk lets a write wait for longer than the portal waits for its database.
 */
export function keepInMemory(): void {
  if (!existsSync(memory)) return;
  for (const name of readdirSync(memory).filter((each) => each.startsWith(prefix))) {
    const [pid = ''] = name.slice(prefix.length).split('-');
    if (!existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < needed.folder || process.availableMemory() < needed.memory) return;
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  // Postgres runs as a user of its own.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.env.MIRANTE_E2E_DATA ??= join(folder, 'portal');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
