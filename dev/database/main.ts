import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { MigrationRefused } from '../../db/migrate.ts';
import { localSecrets } from '../secrets.ts';
import { keepStatistics } from './keep-statistics.ts';
import { FolderInUse, takeLock } from './lock.ts';
import { startDatabase } from './server.ts';

// The database process of `npm start`. Its parent holds an IPC channel; when that breaks, for whatever reason, this process ends.
// Alone: node dev/database/main.ts --folder .data/pg --port 5488

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
    const { seed } = await import('../demo/seed.ts');
    const { idpKeys } = await import('../idp/people.ts');
    const portOf = (text: string | undefined) => (text ? Number(text) : undefined);
    const ports = { smtpPort: portOf(values.smtp), sitePort: portOf(values.site) };
    const idp = values.idp ? { port: Number(values.idp), certificate: (await idpKeys(dirname(folder))).certificate } : undefined;
    const options = { sealKeys: keys.SEAL_KEYS, reportServiceUrl: values.seed, idp, ...ports };
    await database.owner.atOnce((sql) => seed(sql, options));
  }
  const endStatistics = postgres ? () => {} : keepStatistics(database.owner);
  close = async () => {
    endStatistics();
    await database.close();
  };
  if (process.send) process.send({ endpoint: database.endpoint, applied: database.applied });
  else console.log(JSON.stringify({ endpoint: database.endpoint, urls: database.urls }));
} catch (error) {
  const hint =
    error instanceof MigrationRefused
      ? ' No data from before the first release is kept: npm run reset starts over with fresh demo data.'
      : '';
  console.error(`Database: ${error instanceof Error ? error.message : String(error)}${hint}`);
  process.exit(error instanceof FolderInUse ? 3 : 1);
}
