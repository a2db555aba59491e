import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, headlessChromium } from './support/chromium-path.ts';

const isRoot = process.getuid?.() === 0;

// An installed browser is never removed for another, and a machine without a network doesn't wait for one.
const options = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1', '--no-install-recommends', '--no-remove', '-y'];

function apt(said: 'inherit' | 'ignore', verb: string, ...names: string[]): boolean {
  const [command = '', ...rest] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', ...options, verb, ...names];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, rest, { env, stdio: ['ignore', 'ignore', said] }).status === 0;
}

/** Installs Debian's Chromium if there is none; returns the sentence to show where that isn't possible. */
export function installChromium(): string | undefined {
  if (existsSync(chromium)) return undefined;
  const canInstall = existsSync('/usr/bin/apt-get');
  const how = 'Install Chromium there, or name another one by MIRANTE_CHROMIUM.';
  if (!canInstall || process.env.MIRANTE_CHROMIUM)
    return `The browser tests cannot run: there is no ${chromium} and no apt-get to install it. ${how}`;
  console.log('Installing Chromium (apt-get)…');
  const add = (name: string) => apt('inherit', 'install', name);
  // Some Debian releases lack the headless build.
  const isThere = apt('inherit', 'update') && (add('chromium-headless-shell') || add('chromium'));
  return isThere
    ? undefined
    : `The browser tests cannot run: apt-get could not install chromium${isRoot ? '' : ' (it needs root or sudo without a password)'}. ${how}`;
}

/** Adds the headless build beside a full Chromium, in a container of its own: only root is asked, and if it fails the full one does. */
export function preferHeadless(): void {
  if (process.env.MIRANTE_CHROMIUM || existsSync(headlessChromium) || !existsSync(chromium)) return;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing the headless build of Chromium (apt-get)…');
  const add = () => apt('ignore', 'install', 'chromium-headless-shell');
  if (!add()) apt('ignore', 'update') && add();
}
