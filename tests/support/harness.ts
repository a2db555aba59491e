import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createTestHarness } from 'wrangler';
import { root } from '../../dev/folders.ts';
import { type LocalSecrets, workerSecrets } from '../../dev/secrets.ts';
import { databaseOf } from './database.ts';
import { cheapCost } from './password.ts';
import { world } from './world.ts';

export type HarnessOptions = { vars?: Record<string, string>; secrets?: Record<string, string> };

/**
 * The built Worker in workerd, for one test file: it has its own KV and R2, its own count of round trips and its own faults.
 * `harness.fetch('http://some-host.localhost/path')` sets the host that the Worker sees.
 */
export function newHarness({ vars = {}, secrets = {} }: HarnessOptions = {}) {
  const { database: stored, keys, reportService, mail } = world();
  const database = databaseOf(randomUUID());
  const local = workerSecrets({ passwords: passwordsOf(stored.urls), keys });
  const server = createTestHarness({
    root,
    workers: [
      {
        configPath: join(root, 'wrangler.toml'),
        prebuiltWorkerDir: join(root, 'out'),
        vars: {
          STAGE: 'test',
          PRODUCT_HOST: 'localhost',
          NEON_FETCH_ENDPOINT: database.endpoint,
          ENTRA_AUTHORITY: reportService.url,
          REPORT_SERVICE_API: reportService.url,
          AZURE_MANAGEMENT_API: reportService.url,
          REPORT_SERVICE_EMBED_ORIGIN: reportService.url,
          SMTP_HOST: 'localhost',
          SMTP_PORT: String(mail.smtpPort),
          SMTP_PROTOCOL: 'starttls',
          SMTP_USER: '',
          SMTP_FROM: 'portal@mirante.test',
          SMTP_STAND_IN: `localhost:${mail.smtpPort},localhost:${mail.tlsPort}`,
          TEST_CLOCK: '1',
          // People sign in thousands of times here; what a guess costs is measured in the benches.
          PASSWORD_COST: cheapCost,
          ...vars,
        },
        secrets: { ...local, ...secrets },
      },
    ],
  });
  return Object.assign(server, { database });
}
export type Harness = ReturnType<typeof newHarness>;

/** A harness that lives as long as its test file and tells its log when a test fails. Call it at the top of the file. */
export function useHarness(options?: HarnessOptions): Harness {
  const harness = newHarness(options);
  beforeAll(async () => {
    await harness.listen();
  });
  afterAll(() => harness.close());
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') harness.debug();
    harness.clearLogs();
  });
  return harness;
}

function passwordsOf(urls: Record<string, string>): LocalSecrets['passwords'] {
  const entries = Object.entries(urls).map(([role, url]) => [role, new URL(url).password]);
  return Object.fromEntries(entries); // because urls has exactly the roles
}
