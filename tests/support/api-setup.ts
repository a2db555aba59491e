import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { build } from '../../dev/build.ts';
import { startDatabase } from '../../dev/database/server.ts';
import { root } from '../../dev/folders.ts';
import { startMail } from '../../dev/mail/server.ts';
import { startReportService } from '../../dev/powerbi/server.ts';
import { makeKeys } from '../../dev/secrets.ts';
import { hashPassword } from '../../functions/services/password.ts';
import { platform } from './make-tenant.ts';
import { password } from './password.ts';
import './provided.ts';

/** Once for all api tests: the built Worker, one database in memory, one report service. Every test makes its own tenant in it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(join(root, 'dist/index.html'))) build('web');
  build('worker');
  const database = await startDatabase({ migrations: join(root, 'migrations'), postgres: process.env.MIRANTE_POSTGRES });
  await database.owner.exec(readFileSync(join(root, 'tests/support/clock.sql'), 'utf8'));
  await database.owner.query(platform.sql, platform.params);
  const reportService = await startReportService({ port: 0 });
  const mail = await startMail({ smtpPort: 0, httpPort: 0 });
  // The runtime of every test file trusts the catcher's certificate; it reads the name of the file when it is loaded.
  const certificate = join(root, 'test-results', `mail-${process.pid}.pem`);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  writeFileSync(certificate, mail.certificate);
  process.env.NODE_EXTRA_CA_CERTS = certificate;
  project.provide('api', {
    database: { endpoint: database.endpoint, urls: database.urls },
    keys: makeKeys(),
    reportService: { url: reportService.url },
    mail: { url: mail.url, smtpPort: mail.smtpPort, tlsPort: mail.tlsPort },
    passwordHash: await hashPassword(password),
  });
  return async () => {
    await reportService.close();
    await mail.close();
    await database.close();
  };
}
