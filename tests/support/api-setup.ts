import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { build } from '../../dev/build.ts';
import { startDatabase } from '../../dev/database/server.ts';
import { root } from '../../dev/folders.ts';
import { startMail } from '../../dev/mail/server.ts';
import { startReportService } from '../../dev/powerbi/server.ts';
import { makeKeys } from '../../dev/secrets.ts';
import { getPasswords } from '../../functions/services/password.ts';
import { platform } from './make-tenant.ts';
import { cheapCost, password } from './password.ts';
import { realPostgres } from './postgres.ts';
import type { ApiWorld } from './provided.ts';

/**
 * Once for all API tests: the built Worker, one database, one report service; every test creates its own tenant. A project whose tests
 * affect all tenants (a tick does) creates one set for each worker (jobs-setup.ts).
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  return setUpWorlds(project, 1);
}

export async function setUpWorlds(project: TestProject, count: number): Promise<() => Promise<void>> {
  buildAll();
  const cluster = process.env.MIRANTE_POSTGRES ? null : await realPostgres();
  const made: World[] = [];
  // Sequentially: the first database of a cluster creates its roles.
  for (let n = 0; n < count; n += 1) made.push(await makeWorld((await cluster?.create(`world_${n}`)) ?? process.env.MIRANTE_POSTGRES));
  // The runtime of every test file trusts the catchers' certificates; it reads the name of the file when it is loaded.
  const certificates = join(root, 'test-results', `mail-${process.pid}.pem`);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  writeFileSync(certificates, made.map(({ certificate }) => certificate).join('\n'));
  process.env.NODE_EXTRA_CA_CERTS = certificates;
  project.provide(
    'worlds',
    made.map(({ world }) => world),
  );
  return async () => {
    for (const { close } of made) await close();
    await cluster?.close();
  };
}

export function buildAll(): void {
  if (!existsSync(join(root, 'dist/index.html'))) build('web');
  build('worker');
}

type World = { world: ApiWorld; certificate: string; close: () => Promise<void> };

/** Stand-ins and the endpoint of a database, which gets what the tests expect of it; with `isAsDeployed` it stays as it is. */
export async function makeWorld(postgres: string | undefined, { isAsDeployed = false } = {}): Promise<World> {
  const database = await startDatabase({ migrations: join(root, 'migrations'), postgres });
  if (!isAsDeployed) {
    for (const file of ['clock', 'fingerprint'])
      await database.owner.exec(readFileSync(join(root, 'tests/support', `${file}.sql`), 'utf8'));
    await database.owner.query(platform.sql, platform.params);
  }
  const reportService = await startReportService({ port: 0 });
  const mail = await startMail({ smtpPort: 0, httpPort: 0 });
  const world = {
    database: { endpoint: database.endpoint, urls: database.urls },
    keys: makeKeys(),
    reportService: { url: reportService.url },
    mail: { url: mail.url, smtpPort: mail.smtpPort, tlsPort: mail.tlsPort },
    passwordHash: await getPasswords(cheapCost).hash(password),
    worker: unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml')).workerOptions,
  };
  return {
    world,
    certificate: mail.certificate,
    async close() {
      await reportService.close();
      await mail.close();
      await database.close();
    },
  };
}
