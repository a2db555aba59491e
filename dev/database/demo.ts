import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeedOptions } from '../demo/seed-options.ts';
import type { Database } from './server.ts';

/** The demo's state after the folder's last start: when its dates were computed, and for which addresses and keys. */
type Mark = { datedAt: number; madeFor: string };

const hourMs = 3_600_000;

/** Seeds the demo, or brings it up to date. A start soon after another with the same addresses has nothing to do and loads nothing. */
export async function bringDemo(database: Database, folder: string | undefined, options: SeedOptions): Promise<void> {
  const madeFor = createHash('sha256').update(JSON.stringify(options)).digest('hex');
  // Kept in the folder, because it describes this database only.
  const file = folder && join(folder, 'demo.json');
  const mark = file ? readMark(file) : undefined;
  if (mark?.madeFor === madeFor && Math.abs(Date.now() - mark.datedAt) < hourMs) return;
  const { seed } = await import('../demo/seed.ts');
  const datedAt = await database.owner.atOnce((sql) => seed(sql, { ...options, datedAt: mark?.datedAt }));
  if (file) writeFileSync(file, JSON.stringify({ datedAt, madeFor } satisfies Mark));
}

function readMark(file: string): Mark | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
