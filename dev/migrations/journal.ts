import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The migrations that drizzle-kit knows. */
export function getJournal(migrations: string): { idx: number; tag: string }[] {
  const file = join(migrations, 'meta/_journal.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).entries : [];
}
