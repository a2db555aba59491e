import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { MigrationRefused } from '../../db/migrate.ts';
import { idpKeys } from '../idp/people.ts';
import { localSecrets } from '../secrets.ts';
import { bringDemo } from './demo.ts';
import { keepStatistics } from './keep-statistics.ts';
import { FolderInUse, takeLock } from './lock.ts';
import { startDatabase } from './server.ts';

// The database process of `npm start`. Its parent holds an IPC channel; when that breaks, for whatever reason, this process ends.
// Standalone: node dev/database/main.ts --folder .data/pg --port 5488

// An uncaught error of PGlite would print its whole bundled source.
process.on('uncaughtException', (error) => {
  console.error(`Database: ${error.message}`);
  process.exit(1);
});

// Before anything that takes time: the parent may be gone in the middle of a migration.
let close = async () => {};
let isEnding = false;
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await close().catch(() => {});
  process.exit(0);
}
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, end);

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    port: { type: 'string' },
    migrations: { type: 'string' },
    seed: { type: 'string' },
    smtp: { type: 'string' },
    site: { type: 'string' },
    idp: { type: 'string' },
  },
});
const folder = values.folder ?? '.data/pg';
const postgres = process.env.MIRANTE_POSTGRES;
const { passwords, keys } = localSecrets(dirname(folder));

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
  // The demo needs the address of the report service that its reports live at, and where the mail catcher listens.
  if (values.seed) {
    const getPort = (text: string | undefined) => (text ? Number(text) : undefined);
    const idp = values.idp ? { port: Number(values.idp), certificate: (await idpKeys(dirname(folder))).certificate } : undefined;
    const options = { sealKeys: keys.SEAL_KEYS, reportServiceUrl: values.seed, idp };
    await bringDemo(database, postgres ? undefined : folder, {
      ...options,
      smtpPort: getPort(values.smtp),
      sitePort: getPort(values.site),
    });
  }
  const endStatistics = postgres ? () => {} : keepStatistics(database.owner);
  close = async () => {
    endStatistics();
    await database.close();
  };
  if (process.send) process.send({ endpoint: database.endpoint, applied: database.applied });
  else console.log(JSON.stringify({ endpoint: database.endpoint, urls: database.urls }));
} catch (error) {
  const said = error instanceof Error ? error.message : String(error);
  // Before the first release, older databases aren't migrated.
  const hint = error instanceof MigrationRefused ? `This data folder is of another version (${said}). Run npm run reset: it` : '';
  console.error(hint ? `${hint} deletes the local data, and the next npm start begins afresh.` : `Database: ${said}`);
  process.exit(error instanceof FolderInUse ? 3 : 1);
}
