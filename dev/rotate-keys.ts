import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from './folders.ts';
import { rotateRing } from './rotate-ring.ts';

// `npm run keys` rotates the signing keys of sessions: the ring of JWT_KEYS where it is set, else that of the local data folder.
const makeJwk = () => {
  const kid = randomUUID().slice(0, 8);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, jwk: { ...privateKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' } };
};

const given = process.env.JWT_KEYS;
if (given) {
  console.log(rotateRing(given, makeJwk()));
} else {
  const file = join(dataFolder(), 'secrets.json');
  const secrets = JSON.parse(readFileSync(file, 'utf8'));
  secrets.keys.JWT_KEYS = rotateRing(secrets.keys.JWT_KEYS, makeJwk());
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  console.log(`New signing key in ${file}; the one before still checks what it signed. Restart npm start.`);
}
