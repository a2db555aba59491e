import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../dev/folders.ts';
import { localSecrets, workerSecrets } from '../../../dev/secrets.ts';
import { getCpu } from '../cpu.ts';
import { atMost, type Bench, kilobytes, milliseconds, remark, times } from '../figure.ts';
import { getSettings, silentBindings } from '../product.ts';
import { firstAnswer, type Modules, onlyModule, spawnRawWorker } from '../raw-workerd.ts';
import { interleaved, median } from '../stats.ts';
import { builtWorker, getGz, loadedWith } from '../worker-modules.ts';

const empty = onlyModule(readFileSync(join(root, 'tests/bench/floors/empty.js'), 'utf8'));

export const bench: Bench = {
  name: 'worker',
  title: 'The Worker',
  async run({ share }) {
    const modules = builtWorker();
    const atStart = loadedWith(modules);
    return [
      atMost(getGz(modules, atStart), 250_000, {
        name: 'modules loaded at the start, gz',
        show: kilobytes,
        how: `${atStart.length} of ${modules.size} modules, each as gzip -6: the entry and what it imports`,
      }),
      atMost(getGz(modules), 1_200_000, { name: 'all modules, gz', show: kilobytes, how: 'the same for everything that is uploaded' }),
      ...(await startUp(modules, Math.max(2, Math.round(12 * share)))),
    ];
  },
};

const syntheticEndpoints = 1000;

/** The same Worker with a thousand more routes in its table, each of a separate feature that is never called. */
function withMoreEndpoints(modules: Modules): Modules {
  const more = Array.from({ length: syntheticEndpoints }, (_, at) => {
    const path = `/api/auth/synthetic${at}`;
    return `{method:"GET",path:"${path}/{id}",pattern:"${path}/:id",load:()=>import("./synthetic.js")}`;
  });
  const text = modules.get('index.js') ?? '';
  const planted = text.replace(/\[(?=\{method:["`])/, `[${more.join(',')},`);
  if (planted === text) throw new Error('The route table was not found in the built entry.');
  return new Map([...modules, ['index.js', planted], ['synthetic.js', 'export const routes = [];']]);
}

/**
 * From spawning workerd to the first answer that went through the Worker's own code and its route table, without a database call. The
 * request matches the table, because the router builds its index at the first match.
 */
async function startUp(modules: Modules, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-bench-'));
  const secrets = localSecrets(folder);
  const bindings = silentBindings(getSettings({ endpoint: 'http://127.0.0.1:9/sql', secrets: workerSecrets(secrets) }));
  rmSync(folder, { recursive: true });
  const cpu = { product: [] as number[], larger: [] as number[], without: [] as number[], empty: [] as number[] };
  const once = async (name: keyof typeof cpu, start: () => ReturnType<typeof spawnRawWorker>) => {
    const worker = await start();
    await firstAnswer(worker, '/assets/none');
    const took = performance.now() - worker.spawnedAt;
    cpu[name].push(getCpu(worker.pid));
    await worker.stop();
    return took;
  };
  const larger = withMoreEndpoints(modules);
  const took = await interleaved(rounds, {
    product: () => once('product', () => spawnRawWorker(modules, bindings)),
    larger: () => once('larger', () => spawnRawWorker(larger, bindings)),
    without: () => once('without', () => spawnRawWorker(modules, bindings, [])),
    empty: () => once('empty', () => spawnRawWorker(empty)),
  });
  const [own, floor] = [median(took.product), median(took.empty)];
  const how = `spawn of raw workerd to the first answer, median of ${rounds} in turns`;
  const shown = (name: keyof typeof cpu) => `${milliseconds(median(cpu[name]))} of processor`;
  return [
    atMost(own / floor, 2.5, {
      name: 'first answer against an empty Worker',
      how: `${how}: ${milliseconds(own)} (${shown('product')}) against ${milliseconds(floor)} (${shown('empty')}), both with new_module_registry`,
    }),
    remark(times(median(took.without) / floor), {
      name: 'the same without new_module_registry',
      how: `same run: ${milliseconds(median(took.without))} (${shown('without')})`,
    }),
    atMost((median(took.larger) - own) / syntheticEndpoints, 0.05, {
      name: 'one more endpoint, at the start',
      show: (value) => `${value.toFixed(3)} ms`,
      how: `same run, a route table with ${syntheticEndpoints} more lines: ${milliseconds(median(took.larger))}, the difference divided by them`,
    }),
  ];
}
