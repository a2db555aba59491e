import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { experimental_readRawConfig as readRawConfig } from 'wrangler';
import { root } from './folders.ts';

/** A command that ends with a sentence for whoever typed it. */
export class Refused extends Error {
  override name = 'Refused';
}

/** What one installation is made of, as far as a command on this machine needs it: its vars in wrangler.toml, and where its secrets stand. */
export type Installation = {
  vars: Record<string, string>;
  /** The one file of its secrets; git ignores the folder. It may be missing where the environment holds them. */
  file: string;
};

export function installationOf(env: string): Installation {
  const { rawConfig } = readRawConfig({ config: join(root, 'wrangler.toml') });
  const known = rawConfig.env ?? {};
  const vars = known[env]?.vars;
  if (!vars) throw new Refused(`--env ${env}: one of ${Object.keys(known).join(', ')} is needed (wrangler.toml).`);
  return {
    vars: Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)])),
    file: join(root, '.secrets', `${env}.env`),
  };
}

/** A secret by name: the environment's, which is how a CI gives it, else the file's; empty where neither has it. */
export function secretOf({ file }: Pick<Installation, 'file'>, name: string, environment: NodeJS.ProcessEnv = process.env): string {
  if (environment[name]) return environment[name];
  if (!existsSync(file)) return '';
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Refused(`Others on this machine can read ${file}: chmod 600 ${file}`);
  return parseEnv(readFileSync(file, 'utf8'))[name] ?? '';
}

/** Puts another value into the file and leaves everything else as it stands; cut off, the file is the old one or the new one. */
export function replaceSecret(file: string, name: string, value: string): void {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`${name}=`));
  if (at < 0 || /['\n]/.test(value)) throw new Refused(`${file} has no line ${name}='…' to write to.`);
  const half = `${file}.half`;
  writeFileSync(half, lines.with(at, `${name}='${value}'`).join('\n'), { mode: 0o600 });
  renameSync(half, file);
}
