import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration } from '../../db/migrate.ts';
import { root } from '../folders.ts';

/** Where the snapshots of this clone lie. */
export const snapshots = join(root, 'node_modules/.cache/mirante/database');

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

/** Another migration, another order, another PGlite: another name, so that a stale snapshot is never found. */
export function snapshotName(migrations: readonly Migration[]): string {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'));
  return sha256([version, ...migrations.map(({ name, sha256 }) => `${name} ${sha256}`)].join('\n')).slice(0, 32);
}

/** The snapshot of this name, if intact: its file is called `<name>.<hash of the content>.tar`. */
export async function keptSnapshot(shelf: string, name: string): Promise<Blob | undefined> {
  const files = await readdir(shelf).catch(() => []);
  const file = files.find((each) => each.startsWith(`${name}.`) && each.endsWith('.tar'));
  const content = file && (await readFile(join(shelf, file)).catch(() => undefined));
  if (!content || file !== `${name}.${sha256(content)}.tar`) return undefined;
  return new Blob([content]);
}

/** Keeps only the latest snapshot: older ones belong to outdated migrations. */
export async function keepSnapshot(shelf: string, name: string, snapshot: Blob): Promise<void> {
  const content = Buffer.from(await snapshot.arrayBuffer());
  await mkdir(shelf, { recursive: true });
  const file = `${name}.${sha256(content)}.tar`;
  const older = (await readdir(shelf)).filter((each) => each !== file);
  // Two starts may write at once: neither may read the other's partial file.
  const half = join(shelf, `${process.pid}.half`);
  await writeFile(half, content);
  await rename(half, join(shelf, file));
  await Promise.all(older.map((each) => rm(join(shelf, each), { force: true })));
}
