import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../../../dev/folders.ts';
import { type Call, getClient, requestsPerSecond, wellDone } from '../client.ts';
import { getCpu } from '../cpu.ts';
import { atLeast, atMost, type Bench, remark, times } from '../figure.ts';
import { reportId, units } from '../fill.ts';
import { startProduct } from '../product.ts';
import { onlyModule, type RawWorker, startRawWorker } from '../raw-workerd.ts';
import { startRecorder } from '../recorder.ts';
import { getSession, type Session } from '../sessions.ts';
import { interleaved, median } from '../stats.ts';
import { smallWorld, type World } from '../world.ts';

const path = '/api/auth/reports?size=50';
const callers = 8;

/** What the product's list asks of the database, word for word. */
async function getStatements(world: World, session: Session) {
  const recorder = await startRecorder(world.endpoint);
  const product = await startProduct({ ...world, endpoint: recorder.endpoint });
  const client = getClient(product.port);
  await wellDone(client, { path, ...session });
  recorder.take();
  await wellDone(client, { path, ...session });
  const [batch, ...more] = recorder.take();
  if (!batch || more.length > 0) throw new Error('The list is not one batch any more.');
  client.close();
  await product.stop();
  await recorder.close();
  return batch.statements;
}

async function bundleOfBare(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      lib: { entry: join(root, 'tests/bench/floors/bare-list.ts'), formats: ['es'] },
      minify: false,
      write: false,
      rolldownOptions: { external: [/^node:/, /^cloudflare:/] },
    },
  });
  const [output] = Array.isArray(built) ? built : [];
  const chunk = output?.output[0];
  if (!chunk) throw new Error('The bare handler could not be bundled.');
  return chunk.code;
}

async function startBare(world: World, session: Session): Promise<RawWorker> {
  const text = (value: string) => ({ kind: 'text' as const, value });
  return startRawWorker(onlyModule(await bundleOfBare()), {
    DATABASE_URL: text(world.urls.app),
    NEON_FETCH_ENDPOINT: text(world.endpoint),
    JWT_KEYS: text(world.secrets.JWT_KEYS),
    STATEMENTS: text(JSON.stringify(await getStatements(world, session))),
  });
}

export const bench: Bench = {
  name: 'list',
  title: 'A list of 50 rows',
  async run({ share }) {
    const world = await smallWorld();
    const session = await getSession(world, units[0], 1);
    const product = await startProduct(world);
    const bare = await startBare(world, session);
    const empty = await startRawWorker(onlyModule(readFileSync(join(root, 'tests/bench/floors/empty.js'), 'utf8')));
    const sides = {
      product: getSide(product, { path, ...session }),
      bare: getSide(bare, { path: '/list', ...session }),
      empty: getSide(empty, { path: '/', ...session }),
    };
    const body = { reportId: reportId(units[0], 1) };
    const small = getSide(product, { method: 'POST', path: '/api/auth/report_view/check/exist/report', ...session, body });
    try {
      const answer = JSON.parse((await wellDone(sides.product.client, sides.product.call)).text);
      if (answer.items.length !== 50) throw new Error(`The list has ${answer.items.length} rows.`);
      for (const side of [...Object.values(sides), small]) await side.speed(500);
      const rounds = Math.max(2, Math.round(10 * share));
      const speed = await interleaved(rounds, { product: () => sides.product.speed(1500), bare: () => sides.bare.speed(1500) });
      const ratios = speed.product.map((value, round) => value / (speed.bare[round] ?? value));
      const each = Math.max(100, Math.round(500 * share));
      const cpu = await interleaved(Math.max(2, Math.round(6 * share)), {
        product: () => sides.product.cpu(each),
        bare: () => sides.bare.cpu(each),
        small: () => small.cpu(each),
        // These are so cheap that a clock of 10 ms needs ten times as many.
        empty: () => sides.empty.cpu(each * 10),
      });
      const mean = (values: number[]) => values.reduce((total, value) => total + value, 0) / values.length;
      return [
        atLeast(median(ratios), 0.9, {
          name: 'requests/s against a bare Hono handler',
          how: `the same SQL and a check of the token, both on raw workerd over one Postgres, ${callers} callers, median of ${rounds} turns of 1.5 s`,
        }),
        atMost(mean(cpu.product) / mean(cpu.bare), 1.43, {
          name: 'CPU of a request against the bare handler',
          how: `workerd's own processor time over ${each} requests in turns`,
        }),
        remark(times(mean(cpu.product) / mean(cpu.empty)), {
          name: 'the same against an empty handler',
          how: 'same run; the empty handler answers {}',
        }),
        remark(times(mean(cpu.bare) / mean(cpu.empty)), { name: 'the bare handler against an empty one', how: 'same run' }),
        remark(times(mean(cpu.small) / mean(cpu.empty)), {
          name: 'a small request of the product against an empty handler',
          how: 'same run; one row',
        }),
      ];
    } finally {
      for (const side of [...Object.values(sides), small]) side.client.close();
      await Promise.all([product.stop(), bare.stop(), empty.stop()]);
    }
  },
};

function getSide(worker: RawWorker, call: Call) {
  const client = getClient(worker.port);
  return {
    client,
    call,
    speed: (ms: number) => requestsPerSecond(client, call, callers, ms),
    /** Milliseconds of workerd's processor time per request. */
    async cpu(count: number): Promise<number> {
      const before = getCpu(worker.pid);
      let left = count;
      const caller = async () => {
        while (left-- > 0) await wellDone(client, call);
      };
      await Promise.all(Array.from({ length: callers }, caller));
      return (getCpu(worker.pid) - before) / count;
    },
  };
}
