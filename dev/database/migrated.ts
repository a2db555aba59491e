import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { migrate, readMigrations } from '../../db/migrate.ts';
import { type Engine, openEngine } from './engine.ts';
import { borrow } from './owner.ts';
import { keepSnapshot, keptSnapshot, snapshotName, snapshots } from './snapshot.ts';

type Options = { folder?: string | undefined; postgres?: string | undefined; migrations: string; shelf?: string };
type Migrated = { engine: Engine; applied: string[] };

/** A database with every migration applied. A new PGlite comes from the snapshot of the last one that had the same migrations. */
export async function openMigrated(options: Options): Promise<Migrated> {
  const { folder, postgres } = options;
  if (postgres) return open(options);
  if (!folder) return makeNew(options);
  // Marks a folder in the making: if a start was killed midway, the database is incomplete.
  const unfinished = `${folder}.unfinished`;
  if (existsSync(join(folder, 'PG_VERSION')) && !existsSync(unfinished)) return open(options);
  await mkdir(dirname(folder), { recursive: true });
  writeFileSync(unfinished, '');
  const made = await makeNew(options);
  rmSync(unfinished);
  return made;
}

async function makeNew(options: Options): Promise<Migrated> {
  const { folder, migrations, shelf = snapshots } = options;
  const clear = () => folder && rmSync(folder, { recursive: true, force: true });
  const name = snapshotName(await readMigrations(migrations));
  const snapshot = await keptSnapshot(shelf, name);
  clear();
  if (snapshot) {
    const loaded = await open(options, snapshot).catch(() => null);
    if (loaded) return loaded;
    clear();
  }
  const made = await open(options);
  // Without a snapshot the next new database takes a few seconds longer; that's no reason to fail.
  if (made.engine.dump) await keepSnapshot(shelf, name, await made.engine.dump()).catch(() => {});
  return made;
}

async function open({ folder, postgres, migrations }: Options, snapshot?: Blob): Promise<Migrated> {
  const engine = await openEngine({ folder, postgres, snapshot });
  try {
    return { engine, applied: await borrow(engine, (_, connection) => migrate(connection, migrations)) };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
