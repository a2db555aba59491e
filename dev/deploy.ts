import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.ts';
import { prepareDatabase } from './deploy-database.ts';
import { deployFaults, productionConfig, secretNames } from './deploy-settings.ts';
import { root } from './folders.ts';
import { quietWrangler, wranglerPath } from './wrangler.ts';

// npm run deploy: settings, pages, Worker, database, upload, in this order; each step that fails stops the rest.
// npm run deploy -- --dry-run (and without CLOUDFLARE_API_TOKEN): the same up to the first step that leaves this machine, told and not done.

const isDry = process.argv.includes('--dry-run') || !process.env.CLOUDFLARE_API_TOKEN;
process.on('disconnect', () => process.exit(1));

function wrangler(...args: string[]): void {
  const env = { ...process.env, ...quietWrangler, ...(isDry ? { CLOUDFLARE_CF_FETCH_ENABLED: 'false' } : {}) };
  const command = [wranglerPath, ...args, '--env', 'production'];
  const { status } = spawnSync(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`wrangler ${args[0]} failed; its message is above.`);
}

/** Through a file that only its owner can read and that is gone afterwards: arguments can be read by everyone on the machine. */
function uploadWithSecrets(secrets: Record<string, string>): void {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-deploy-'));
  try {
    const file = join(folder, 'secrets.json');
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    wrangler('deploy', '--secrets-file', file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function deploy(): Promise<void> {
  const config = productionConfig();
  const faults = deployFaults(process.env, config);
  for (const fault of faults) console.log(`  ✗ ${fault}`);
  if (faults.length > 0 && !isDry) throw new Error('Nothing was deployed: the settings above are not right (docs/deploy.md).');
  console.log(
    faults.length > 0
      ? `${faults.length} settings are missing or wrong for a real deployment (docs/deploy.md).`
      : 'The settings are right.',
  );

  for (const part of ['web', 'worker'] as const) build(part);
  console.log('The pages and the Worker are built.');
  if (isDry) {
    wrangler('deploy', '--dry-run');
    console.log('\nDry run: nothing left this machine. A deployment would now');
    console.log(
      '  1. apply the migrations that DATABASE_URL_MIGRATE lacks, give the five roles their passwords, refuse roles that bypass the policies',
    );
    console.log(`  2. upload the Worker "${config.name}" for ${config.vars.PRODUCT_HOST} with the secrets ${secretNames.join(', ')}`);
    return;
  }
  const secrets = Object.fromEntries(secretNames.map((name) => [name, process.env[name] ?? '']));
  const applied = await prepareDatabase(process.env.DATABASE_URL_MIGRATE ?? '', secrets);
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database has every migration.');
  uploadWithSecrets(secrets);
  console.log(`Deployed: https://${config.vars.PRODUCT_HOST}`);
}

await deploy().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
// A listener for the broken channel would keep a finished process alive.
process.exit(0);
