import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  customerHost,
  deploy,
  dryRun,
  listVersions,
  prepareSecrets,
  restore,
  restoreDrill,
  rollback,
  smoke,
  type Work,
} from './deploy/run.ts';
import { readSettings } from './deploy/secrets-file.ts';
import { getTarget, type TargetName, targetNames } from './deploy/target.ts';
import { root } from './folders.ts';
import { secretsFile } from './installation.ts';
import { type Say, Stopped } from './stopped.ts';

// npm run deploy: settings, build, what is missing at Cloudflare, database, upload, routes, smoke test (docs/deploy.md). One of the options
// below does something else instead.

export const options = {
  env: { type: 'string', default: 'production' },
  'dry-run': { type: 'boolean' },
  'make-secrets': { type: 'boolean' },
  smoke: { type: 'boolean' },
  versions: { type: 'boolean' },
  rollback: { type: 'boolean' },
  to: { type: 'string' },
  force: { type: 'boolean' },
  'customer-host': { type: 'string' },
  unit: { type: 'string' },
  'restore-drill': { type: 'string' },
  restore: { type: 'string' },
} as const;

export async function main(args: string[], environment: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const { values } = parse(args);
  if (!targetNames.includes(values.env as TargetName)) throw new Stopped(`--env is ${targetNames.join(' or ')}.`); // because includes wants its own kind
  const target = getTarget(values.env as TargetName); // because the line above looked
  const file = secretsFile(target.env);
  const settings = readSettings(file, environment);
  const work: Work = {
    target,
    settings,
    secretsFile: file,
    migrations: join(root, 'migrations'),
    say,
    ask: fetch,
    patienceMs: 90_000,
    cloudflareApi: environment.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4',
    neonApi: 'https://console.neon.tech/api/v2',
  };
  if (values['make-secrets']) return prepareSecrets(work);
  if (values.versions) return listVersions(work);
  if (values.rollback) return rollback(work, values.to, values.force ?? false);
  if (values['customer-host']) return customerHost(work, values['customer-host'], values.unit);
  if (values['restore-drill']) return restoreDrill(work, values['restore-drill']);
  if (values.restore) return restore(work, values.restore);
  if (values.smoke) return smoke(work);
  return values['dry-run'] ? dryRun(work) : deploy(work);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options });
  } catch (error) {
    throw new Stopped(`${error instanceof Error ? error.message : error}. The options: --${Object.keys(options).join(', --')}.`);
  }
}

if (import.meta.main) {
  process.on('disconnect', () => process.exit(1));
  await main(process.argv.slice(2), process.env, console.log).catch((error: Error) => {
    console.error(error instanceof Stopped ? error.message : error);
    process.exit(1);
  });
  // A listener for the broken channel would keep a finished process alive.
  process.exit(0);
}
