import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../../dev/build.ts';
import { root } from '../../../dev/folders.ts';
import { localSecrets, workerSecrets } from '../../../dev/secrets.ts';
import { quietWrangler, wranglerPath } from '../../../dev/wrangler.ts';
import { gz } from '../built-files.ts';
import { atMost, type Bench, kilobytes, milliseconds, remark, seconds, times } from '../figure.ts';
import { startPortal } from '../portal.ts';
import { builtWorker, productBindings, settingsOf } from '../product.ts';
import { firstAnswer, spawnRawWorker } from '../raw-workerd.ts';
import { interleaved, median } from '../stats.ts';

const empty = readFileSync(join(root, 'tests/bench/floors/empty.js'), 'utf8');

export const bench: Bench = {
  name: 'worker',
  title: 'The Worker and the local start',
  async run({ share }) {
    const script = builtWorker();
    return [
      atMost(gz(script), 600_000, { name: 'Worker bundle, gz', show: kilobytes, how: 'gzip -6 of out/index.js as it is uploaded' }),
      remark(kilobytes(minifiedSize()), { name: 'the same, minified', how: 'wrangler deploy --minify, then gzip -6' }),
      ...(await startUp(script, Math.max(2, Math.round(8 * share)))),
      ...(await warmStart(Math.max(1, Math.round(3 * share)))),
    ];
  },
};

function minifiedSize(): number {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-bench-'));
  const command = [wranglerPath, 'deploy', '--env=', '--dry-run', '--minify', '--outdir', folder];
  const result = spawnSync(process.execPath, command, { cwd: root, env: { ...process.env, ...quietWrangler }, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${result.stdout}${result.stderr}`);
  const size = gz(readFileSync(join(folder, 'index.js')));
  rmSync(folder, { recursive: true });
  return size;
}

/** From spawning workerd to the first answer that went through the Worker's own code; no database is asked for it. */
async function startUp(script: string, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-bench-'));
  const secrets = localSecrets(folder);
  const vars = settingsOf({ endpoint: 'http://127.0.0.1:9/sql', secrets: workerSecrets(secrets) });
  rmSync(folder, { recursive: true });
  const once = async (start: () => ReturnType<typeof spawnRawWorker>) => {
    const begun = performance.now();
    const worker = await start();
    await firstAnswer(worker, '/assets/none');
    const took = performance.now() - begun;
    await worker.stop();
    return took;
  };
  const took = await interleaved(rounds, {
    product: () => once(() => spawnRawWorker(script, productBindings(vars))),
    empty: () => once(() => spawnRawWorker(empty)),
  });
  const [own, floor] = [median(took.product), median(took.empty)];
  const how = `spawn of raw workerd to the first answer, median of ${rounds}, in turns with an empty Worker`;
  return [
    atMost(own, 100, { name: 'start-up to the first answer', show: milliseconds, how }),
    remark(times(own / floor), {
      name: 'the same against an empty Worker',
      how: `an empty Worker takes ${milliseconds(floor)} in the same run`,
    }),
  ];
}

/** `npm start` on data that it knows, until /healthz says ok. */
async function warmStart(rounds: number) {
  for (const part of ['web', 'worker'] as const) build(part);
  const data = mkdtempSync(join(tmpdir(), 'mirante-bench-start-'));
  const took: number[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const portal = await startPortal(data);
      // The first start makes the database and the demo.
      if (round > 0) took.push(portal.tookMs);
      await portal.stop();
    }
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
  const how = `node dev/boot.mjs start to a healthy portal, data and builds there, median of ${rounds}`;
  return [atMost(median(took), 5000, { name: 'warm npm start', show: seconds, how })];
}
