import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from './support/chromium-path.ts';

/** Installs Debian's Chromium if there is none; returns the sentence to show where that isn't possible. */
export function installChromium(): string | undefined {
  if (existsSync(chromium)) return undefined;
  const canInstall = existsSync('/usr/bin/apt-get');
  const how = 'Install Chromium there, or name another one by MIRANTE_CHROMIUM.';
  if (!canInstall || process.env.MIRANTE_CHROMIUM)
    return `The browser tests cannot run: there is no ${chromium} and no apt-get to install it. ${how}`;
  console.log('Installing Chromium (apt-get)…');
  const isRoot = process.getuid?.() === 0;
  const apt = (...args: string[]) => {
    const [command = '', ...rest] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(command, rest, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
  const add = (name: string) => apt('install', '-y', '--no-install-recommends', name);
  // Some Debian releases lack the headless build.
  const isThere = apt('update') && (add('chromium-headless-shell') || add('chromium'));
  return isThere
    ? undefined
    : `The browser tests cannot run: apt-get could not install chromium${isRoot ? '' : ' (it needs root or sudo without a password)'}. ${how}`;
}
