import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder } from '../folders.ts';
import { installationOf } from '../installation.ts';
import { Stopped } from '../stopped.ts';
import { options } from './options.ts';
import { rotateSigning } from './ring.ts';
import { rotateOf } from './rotate.ts';

// npm run keys: rotates the keys that sign sessions, those of the local data folder.
// npm run keys -- --env production [--seal] [--leaked]: those of an installation (docs/deploy.md, "Rotating keys").

process.on('disconnect', () => process.exit(1));

function rotateLocal(): void {
  const file = join(dataFolder(), 'secrets.json');
  const secrets = JSON.parse(readFileSync(file, 'utf8'));
  const first = rotateSigning(secrets.keys.JWT_KEYS);
  // A folder of an earlier version has no next key; one Worker, which is started anew, needs no time to learn it.
  secrets.keys.JWT_KEYS = first.isRotated ? first.ring : rotateSigning(first.ring).ring;
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  console.log(`New signing key in ${file}; the ones before still check what they signed. Restart npm start.`);
}

try {
  const { values } = parseArgs({ options });
  const { env, seal: isSeal = false, leaked: isLeaked = false } = values;
  if (env) {
    const { printed, said } = rotateOf(installationOf(env), { env, isSeal, isLeaked });
    // The ring alone on the standard output, so that it can be handed on.
    if (printed) console.log(printed);
    console.error(said);
  } else if (isSeal || isLeaked) {
    throw new Stopped('--seal and --leaked need --env production.');
  } else rotateLocal();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// A listener for the broken channel would keep a finished process alive.
process.exit(0);
