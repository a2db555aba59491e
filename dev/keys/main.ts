import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder } from '../folders.ts';
import { getInstallation, getSecret } from '../installation.ts';
import { Stopped } from '../stopped.ts';
import { options } from './options.ts';
import { rotateSigning } from './ring.ts';
import { rotateSecret } from './rotate.ts';
import { sealAgain } from './seal-again.ts';

// npm run keys: rotates the keys that sign sessions, those of the local data folder.
// npm run keys -- --env production [--seal] [--seal-again] [--leaked]: those of an installation (docs/deploy.md, "Rotating keys").

process.on('disconnect', () => process.exit(1));

function rotateLocal(): void {
  const file = join(dataFolder(), 'secrets.json');
  const secrets = JSON.parse(readFileSync(file, 'utf8'));
  const first = rotateSigning(secrets.keys.JWT_KEYS);
  // A folder of an earlier version has no next key; the one local Worker is restarted and knows it at once.
  secrets.keys.JWT_KEYS = first.isRotated ? first.ring : rotateSigning(first.ring).ring;
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  console.log(`New signing key in ${file}; the ones before still check what they signed. Restart npm start.`);
}

/** Brings what older keys sealed in an installation's database under the current one. */
async function sealEverythingAgain(env: string): Promise<void> {
  const installation = getInstallation(env);
  const ring = getSecret(installation, 'SEAL_KEYS');
  if (!ring) throw new Stopped(`SEAL_KEYS stands neither in the environment nor in ${installation.file} (docs/deploy.md).`);
  const counts = await sealAgain(getSecret(installation, 'DATABASE_URL_MIGRATE'), ring, console.log);
  const lost = counts.filter(({ unreadable }) => unreadable > 0);
  if (lost.length > 0)
    throw new Stopped(
      `Some values were left as they are: their key is missing in the ring. Add it from a copy of ${installation.file}, or set them anew in the portal.`,
    );
}

try {
  const { values } = parseArgs({ options });
  const { env, seal: isSeal = false, leaked: isLeaked = false } = values;
  if (env && values['seal-again']) await sealEverythingAgain(env);
  else if (env) {
    const { printed, said } = rotateSecret(getInstallation(env), { env, isSeal, isLeaked });
    // The ring alone on the standard output, so that it can be handed on.
    if (printed) console.log(printed);
    console.error(said);
  } else if (isSeal || isLeaked || values['seal-again']) {
    throw new Stopped('--seal, --seal-again and --leaked need --env production.');
  } else rotateLocal();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// A listener for the broken channel would keep a finished process alive.
process.exit(0);
