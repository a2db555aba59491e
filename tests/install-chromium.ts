import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from './support/chromium-path.ts';

/** Installs a Chromium of Debian where there is none; answers the sentence to show where that cannot be done. */
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
  // Not every Debian has the one without windows.
  const isThere = apt('update') && (add('chromium-headless-shell') || add('chromium'));
  return isThere
    ? undefined
    : `The browser tests cannot run: apt-get could not install chromium${isRoot ? '' : ' (it needs root or sudo without a password)'}. ${how}`;
}
