import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { experimental_readRawConfig as readRawConfig } from 'wrangler';
import { root } from './folders.ts';
import { Stopped } from './stopped.ts';

/** One installation, as commands on this machine see it: its vars in wrangler.toml, and the location of its secrets. */
export type Installation = {
  vars: Record<string, string>;
  /** The one file of its secrets; git ignores the folder. It may be missing where the environment holds them. */
  file: string;
};

export function getInstallation(env: string): Installation {
  const { rawConfig } = readRawConfig({ config: join(root, 'wrangler.toml') });
  const known = rawConfig.env ?? {};
  const vars = known[env]?.vars;
  if (!vars) throw new Stopped(`--env ${env}: one of ${Object.keys(known).join(', ')} is needed (wrangler.toml).`);
  return {
    vars: Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)])),
    file: secretsFile(env),
  };
}

/** The only location of an installation's secrets; git ignores the folder. */
export const secretsFile = (env: string): string => join(root, '.secrets', `${env}.env`);

/** The file's values; empty without a file. A file that other users of this machine can read is refused. */
export function secretsIn(file: string): NodeJS.Dict<string> {
  if (!existsSync(file)) return {};
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Stopped(`Others on this machine can read ${file}: chmod 600 ${file}`);
  return parseEnv(readFileSync(file, 'utf8'));
}

/** A secret by name: the environment's, which is how a CI gives it, else the file's; empty where neither has it. */
export const getSecret = ({ file }: Pick<Installation, 'file'>, name: string, environment: NodeJS.ProcessEnv = process.env): string =>
  environment[name] || (secretsIn(file)[name] ?? '');

/** Replaces one value in the file, atomically: if interrupted, the file is either the old or the new one. */
export function replaceSecret(file: string, name: string, value: string): void {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`${name}=`));
  if (at < 0 || /['\n]/.test(value)) throw new Stopped(`${file} has no line ${name}='…' to write to.`);
  const half = `${file}.half`;
  writeFileSync(half, lines.with(at, `${name}='${value}'`).join('\n'), { mode: 0o600 });
  renameSync(half, file);
}
