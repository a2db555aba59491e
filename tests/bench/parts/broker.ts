import { randomInt } from 'node:crypto';
import { getClient, wellDone } from '../client.ts';
import { atMost, type Bench, exactly, milliseconds, percent, remark, times, whole } from '../figure.ts';
import { reportId, units } from '../fill.ts';
import { startProduct } from '../product.ts';
import { startService } from '../service.ts';
import { getSession, type Session } from '../sessions.ts';
import { interleaved, median, timed } from '../stats.ts';
import { smallWorld } from '../world.ts';

const unit = units[0];
const serviceTakesMs = 200;
const spanMs = 20 * 60_000;
// Every second report of the service's workspace has row-level security, so each viewer has a token of their own.
const ruled = (at: number) => reportId(unit, 2 * at);

export const bench: Bench = {
  name: 'broker',
  title: 'Embed tokens',
  async run({ share }) {
    const world = await smallWorld();
    const begun = Date.now();
    let moved = 0;
    const service = await startService(world, unit, () => begun + moved);
    const product = await startProduct(world, service.url);
    const client = getClient(product.port);
    const people: Session[] = [];
    for (let k = 1; k <= 100; k += 1) people.push(await getSession(world, unit, k));
    const embed = (person: Session | undefined, report: string) => {
      if (!person) throw new Error('no person');
      const headers = { 'x-test-now': new Date(begun + moved).toISOString() };
      return wellDone(client, { method: 'POST', path: `/api/auth/reports/${report}/embed`, ...person, headers, body: {} });
    };
    try {
      const views = Math.round(1000 * share);
      const before = await service.calls();
      const order = shuffled(Array.from({ length: views }, (_, at) => at % 100));
      for (const [at, person] of order.entries()) {
        moved = Math.round((at / views) * spanMs);
        await embed(people[person], ruled(1));
      }
      const calls = (await service.calls()) - before;
      moved = 0;

      await service.ask('POST', '/__sim/faults', { path: 'GenerateToken$', delayMs: serviceTakesMs });
      const rounds = Math.max(5, Math.round(30 * share));
      const took = await interleaved(rounds, {
        service: (round) => timed(() => service.generateToken(`direct-${round}`)),
        // A person whose token for this report hasn't been minted yet.
        product: (round) => timed(() => embed(people[round], ruled(2))),
        cached: (round) => timed(() => embed(people[round], ruled(1))),
      });
      const own = (median(took.product) - median(took.service)) / median(took.service);

      const beforeRush = await service.calls();
      await Promise.all(Array.from({ length: 40 }, () => embed(people[50], ruled(3))));
      const rush = (await service.calls()) - beforeRush;
      const how =
        `the service takes ${milliseconds(serviceTakesMs)}; a new identity through the portal against the same call straight to the ` +
        `service, median of ${rounds} in turns`;
      return [
        atMost(calls, 105, {
          name: `token calls for ${views} views by 100 identities`,
          show: whole,
          how: "GenerateToken calls in the service's log; 20 minutes by the test clock, order by chance",
        }),
        atMost(own, 0.15, { name: "our share of a new token's latency", show: percent, how }),
        remark(times(median(took.cached) / median(took.service)), {
          name: 'a token that is there already, against asking the service',
          how: 'same run; the service is not asked',
        }),
        exactly(rush, 1, { name: '40 at once for one identity', how: "GenerateToken calls in the service's log" }),
      ];
    } finally {
      client.close();
      await product.stop();
      await service.close();
    }
  },
};

function shuffled<T>(values: T[]): T[] {
  const mixed = [...values];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]; // because both places are inside
  }
  return mixed;
}
