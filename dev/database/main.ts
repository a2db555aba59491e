import { parseArgs } from 'node:util';
import { MigrationRefused } from '../../db/migrate.ts';
import { FolderInUse, takeLock } from './lock.ts';
import type { Passwords } from './roles.ts';
import { startDatabase } from './server.ts';

// The database process of `npm start`. Its parent holds an IPC channel; when that breaks, for whatever reason, this process ends.
// Alone: node dev/database/main.ts --folder .data/pg --port 5488

// An uncaught error of PGlite would print its whole bundled source.
process.on('uncaughtException', (error) => {
  console.error(`Database: ${error.message}`);
  process.exit(1);
});

const { values } = parseArgs({
  options: { folder: { type: 'string' }, port: { type: 'string' }, migrations: { type: 'string' }, seed: { type: 'boolean' } },
});
const folder = values.folder ?? '.data/pg';
const postgres = process.env.MIRANTE_POSTGRES;
const passwords: Passwords | undefined = process.env.MIRANTE_DATABASE_PASSWORDS && JSON.parse(process.env.MIRANTE_DATABASE_PASSWORDS);

try {
  const giveBack = takeLock(`${folder}.lock`);
  process.on('exit', giveBack);
  const database = await startDatabase({
    folder: postgres ? undefined : folder,
    postgres,
    passwords,
    migrations: values.migrations ?? 'migrations',
    port: Number(values.port ?? 0),
  });
  if (values.seed) {
    const { seed } = await import('../demo/seed.ts');
    await database.owner.atOnce(seed);
  }
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await database.close().catch(() => {});
    process.exit(0);
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, end);
  if (process.send) process.send({ endpoint: database.endpoint, applied: database.applied });
  else console.log(JSON.stringify({ endpoint: database.endpoint, urls: database.urls }));
} catch (error) {
  const hint = error instanceof MigrationRefused ? ' On a laptop, npm run reset begins afresh.' : '';
  console.error(`Database: ${error instanceof Error ? error.message : String(error)}${hint}`);
  process.exit(error instanceof FolderInUse ? 3 : 1);
}
