import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { secretsIn } from '../installation.ts';
import { makeKeys } from '../secrets.ts';
import { type Say, Stopped } from '../stopped.ts';
import { type Cloudflare, unlessMissing } from './cloudflare.ts';
import { everySetting, given, made, roleUrls, type Settings } from './settings.ts';
import type { Target } from './target.ts';

/** The file's values under those of the environment, which is how a CI gives them. */
export function readSettings(file: string, environment: NodeJS.ProcessEnv): Settings {
  const found = secretsIn(file);
  return Object.fromEntries(everySetting.map((name) => [name, environment[name] || found[name] || '']));
}

export function writeSettings(file: string, settings: Settings): void {
  const line = (name: string) => {
    const value = settings[name] ?? '';
    if (/['\n]/.test(value)) throw new Stopped(`${name} holds a quotation mark or a line break, which the file can't keep.`);
    return `${name in given ? `\n# From: ${given[name as keyof typeof given]}.\n` : ''}${name}='${value}'`; // because it was just looked for
  };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(
    file,
    `# The secrets of one installation (docs/deploy.md). Keep a copy in a safe place.\n${everySetting.map(line).join('\n')}\n`,
    {
      mode: 0o600,
    },
  );
  chmodSync(file, 0o600);
}

/**
 * Writes the file, generates what it can and says what is left. Never generates a key that the Worker already has: everything sealed with
 * SEAL_KEYS would be lost, and everyone would be signed out.
 */
export async function makeSecrets(
  file: string,
  settings: Settings,
  target: Target,
  cloudflare: Cloudflare | null,
  say: Say,
): Promise<void> {
  const next = { ...settings };
  const missing = made.filter((name) => !next[name]);
  writeSettings(file, next);
  const waiting = ['CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_API_TOKEN', 'DATABASE_URL_MIGRATE'].filter((name) => !next[name]);
  if (!cloudflare || waiting.length > 0) {
    say(`Fill in ${waiting.join(', ')} in ${file}, then run this again: it makes the rest.`);
    return;
  }
  if (!URL.canParse(next.DATABASE_URL_MIGRATE ?? '')) throw new Stopped('DATABASE_URL_MIGRATE is no address.');
  const path = cloudflare.inAccount(`/workers/scripts/${target.name}/secrets`);
  const atWorker = (await unlessMissing(cloudflare.call<{ name: string }[]>('GET', path)))?.map(({ name }) => name) ?? [];
  const lost = missing.filter((name) => atWorker.includes(name));
  if (lost.length > 0) {
    throw new Stopped(
      `The Worker ${target.name} has ${lost.join(', ')} already: copy the value from where ${file} is kept. Made anew, sealed values ` +
        "couldn't be read any more. Nothing was made.",
    );
  }
  const keys: Settings = makeKeys();
  for (const name of missing) next[name] = keys[name] ?? roleUrl(name, next.DATABASE_URL_MIGRATE ?? '');
  writeSettings(file, next);
  say(missing.length > 0 ? `Made ${missing.join(', ')} in ${file}.` : `Nothing was missing that could be made; ${file} is complete.`);
  const open = Object.keys(given).filter((name) => !next[name] && !(name === 'ENTRA_CLIENT_SECRET' && !target.vars.ENTRA_CLIENT_ID));
  say(open.length > 0 ? `Still to fill in: ${open.join(', ')}.` : 'Keep a copy of it in a safe place: nothing else knows SEAL_KEYS.');
}

/** The owner's connection string with another user: one database, six roles. */
function roleUrl(name: string, owner: string): string {
  const url = new URL(owner);
  url.username = roleUrls.find((each) => each.name === name)?.role ?? '';
  url.password = randomBytes(18).toString('base64url');
  url.searchParams.delete('channel_binding');
  return url.href;
}
