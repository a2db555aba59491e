import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../../dev/build.ts';
import { root } from '../../../dev/folders.ts';
import { atMost, type Bench, remark, seconds } from '../figure.ts';
import { startPortal } from '../portal.ts';
import { median } from '../stats.ts';

export const bench: Bench = {
  name: 'start',
  title: 'The local start',
  async run({ share }) {
    return [...(await warmStart(Math.max(1, Math.round(3 * share)))), ...(await freshClone())];
  },
};

const temporary = () => mkdtempSync(join(tmpdir(), 'mirante-bench-start-'));
const forget = (...folders: string[]) => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};
const megabytes = (folder: string) => `${execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]} MB`;

/** `npm start` on data that it knows, until /healthz says ok. */
async function warmStart(rounds: number) {
  for (const part of ['web', 'worker'] as const) build(part);
  const data = temporary();
  const took: number[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const portal = await startPortal(data);
      // The first start makes the database and the demo.
      if (round > 0) took.push(portal.tookMs);
      await portal.stop();
    }
  } finally {
    forget(data);
  }
  const how = `node dev/boot.mjs start to a healthy portal, data and builds there, median of ${rounds}`;
  return [atMost(median(took), 4500, { name: 'warm npm start', show: seconds, how })];
}

/**
 * `npm start` in a clone of the last commit: first with an empty npm cache, then with the filled one, which leaves only the machine's
 * share.
 */
async function freshClone() {
  const cache = temporary();
  const once = async () => {
    const clone = temporary();
    const data = temporary();
    try {
      const result = spawnSync('git', ['clone', '--quiet', root, clone], { encoding: 'utf8' });
      if (result.status !== 0) throw new Error(result.stderr);
      const portal = await startPortal(data, { root: clone, env: { npm_config_cache: cache } });
      await portal.stop();
      return { tookMs: portal.tookMs, installed: megabytes(join(clone, 'node_modules')) };
    } finally {
      forget(clone, data);
    }
  };
  try {
    const empty = await once();
    const fetched = megabytes(cache);
    const filled = await once();
    return [
      atMost(empty.tookMs, 45_000, {
        name: 'npm start in a fresh clone, npm cache empty',
        show: seconds,
        how: `git clone, then node dev/boot.mjs start to a healthy portal; ${fetched} fetched, ${empty.installed} in node_modules`,
      }),
      remark(seconds(filled.tookMs), {
        name: 'the same with a filled npm cache',
        how: 'a second clone; the difference is what the registry took',
      }),
    ];
  } finally {
    forget(cache);
  }
}
