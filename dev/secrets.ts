import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getUrls, makePasswords, type Passwords } from './database/roles.ts';
import { newSealRing, newSigningRing } from './keys/ring.ts';

export type WorkerSecrets = Record<
  | 'DATABASE_URL_APP'
  | 'DATABASE_URL_WIDE'
  | 'DATABASE_URL_PUBLIC'
  | 'DATABASE_URL_DOOR'
  | 'DATABASE_URL_JOB'
  | 'JWT_KEYS'
  | 'SEAL_KEYS'
  | 'FILE_KEY',
  string
>;
export type Keys = Pick<WorkerSecrets, 'JWT_KEYS' | 'SEAL_KEYS' | 'FILE_KEY'>;
export type LocalSecrets = { passwords: Passwords; keys: Keys };

/** Fresh keys in the shapes that the Worker reads; nothing random is ever committed, so no installation shares a key with another. */
export const makeKeys = (): Keys => ({
  JWT_KEYS: newSigningRing(),
  SEAL_KEYS: newSealRing(),
  FILE_KEY: randomBytes(32).toString('base64'),
});

/** Made once per data folder: sessions and sealed values outlive a restart. */
export function localSecrets(folder: string): LocalSecrets {
  const file = join(folder, 'secrets.json');
  const kept: LocalSecrets | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  // A folder of an earlier version lacks the passwords of newer roles.
  const secrets: LocalSecrets = { passwords: { ...makePasswords(), ...kept?.passwords }, keys: kept?.keys ?? makeKeys() };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

export function workerSecrets({ passwords, keys }: LocalSecrets): WorkerSecrets {
  const urls = getUrls(passwords);
  return {
    DATABASE_URL_APP: urls.app,
    DATABASE_URL_WIDE: urls.wide,
    DATABASE_URL_PUBLIC: urls.public,
    DATABASE_URL_DOOR: urls.door,
    DATABASE_URL_JOB: urls.job,
    ...keys,
  };
}

/** Written for wrangler's --env-file; arguments would show the secrets to everyone who lists processes. */
export function writeWorkerEnvironment(folder: string, secrets: WorkerSecrets & { ENTRA_CLIENT_SECRET: string }): string {
  const file = join(folder, 'worker.env');
  const lines = Object.entries(secrets).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  return file;
}
