import { spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../folders.ts';
import { type Say, Stopped } from '../stopped.ts';
import { quietWrangler, wranglerPath } from '../wrangler.ts';
import { remedyFor } from './cloudflare.ts';
import { getSecrets, type Settings } from './settings.ts';

/** A 20-digit hash of everything in a version, keyed because it includes secrets. The same content has the same tag. */
export function getTag(config: Record<string, unknown>, settings: Settings): string {
  const hmac = createHmac('sha256', settings.SEAL_KEYS ?? '');
  for (const folder of ['out', 'dist']) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort())
      hmac.update(`${path.slice(root.length)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}\n`);
  }
  return hmac
    .update(JSON.stringify(config).replaceAll(root, ''))
    .update(JSON.stringify(getSecrets(settings)))
    .digest('hex')
    .slice(0, 20);
}

type Upload = { config: Record<string, unknown>; settings: Settings; tag: string; message: string; say: Say };

/**
 * `wrangler deploy` with a generated configuration: wrangler.toml itself names no account to deploy to. Secrets go through a file that only
 * its owner can read and that is deleted afterwards: everyone on the machine can read arguments.
 */
export async function upload({ config, settings, tag, message, say }: Upload): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-deploy-'));
  try {
    const [configFile, secretsFile] = [join(folder, 'wrangler.json'), join(folder, 'secrets.json')];
    writeFileSync(configFile, JSON.stringify(config));
    writeFileSync(secretsFile, JSON.stringify(getSecrets(settings)), { mode: 0o600 });
    const credentials = { CLOUDFLARE_API_TOKEN: settings.CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID: settings.CLOUDFLARE_ACCOUNT_ID };
    await wrangler(['deploy', '--config', configFile, '--secrets-file', secretsFile, '--tag', tag, '--message', message], credentials, say);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Packs the upload, with all of wrangler's checks, without a network. */
export async function dryUpload(config: Record<string, unknown>, say: Say): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-deploy-'));
  try {
    const file = join(folder, 'wrangler.json');
    writeFileSync(file, JSON.stringify(config));
    await wrangler(['deploy', '--dry-run', '--config', file], { CLOUDFLARE_CF_FETCH_ENABLED: 'false' }, say);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Wrangler lists every module, file and binding: this prints only progress and problems, and everything when it failed. */
const worthTelling = /error|warn|success|total upload|^uploaded [^0-9]/i;

async function wrangler(args: string[], more: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const env = { ...process.env, ...quietWrangler, FORCE_COLOR: '0', ...more };
  const child = spawn(process.execPath, ['--no-warnings', wranglerPath, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const untold: string[] = [];
  const codes: number[] = [];
  const onLine = (coloured: string) => {
    const line = stripVTControlCharacters(coloured).trim();
    codes.push(...Array.from(line.matchAll(/\[code: (\d+)\]/g), ([, code]) => Number(code)));
    if (worthTelling.test(line)) say(`wrangler: ${line}`);
    else if (line) untold.push(line);
  };
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', onLine);
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status === 0) return;
  for (const line of untold) say(`wrangler: ${line}`);
  const remedy = remedyFor(codes) ?? 'Run the same command again.';
  throw new Stopped(`wrangler ${args[0]} failed; its message is above. What ran before still runs. ${remedy}`);
}
