import { clientOf } from '../client.ts';
import { atMost, type Bench, between, exactly } from '../figure.ts';
import { emailOf, hostOf, units } from '../fill.ts';
import { startProduct, tokenOf } from '../product.ts';
import { median, timed } from '../stats.ts';
import { smallWorld } from '../world.ts';

const unit = units[1];
const host = hostOf(unit);
const twenty = Array.from({ length: 20 }, (_, at) => at);

export const bench: Bench = {
  name: 'signin',
  title: 'Signing in',
  async run({ share }) {
    const world = await smallWorld();
    const product = await startProduct(world);
    const client = clientOf(product.port);
    try {
      await tokenOf(client, host, emailOf(unit, 1));
      const one = (k: number) => tokenOf(client, host, emailOf(unit, k));
      const inTurn = await timed(async () => {
        for (const at of twenty) await one(10 + at);
      });
      let good = 0;
      const atOnce = await timed(() => Promise.all(twenty.map((at) => one(40 + at).then(() => (good += 1)))));

      const pairs = Math.max(8, Math.round(80 * share));
      const wrong = async (email: string, at: number) => {
        // An address and an account of its own for each, so that no limit is met.
        const headers = { 'cf-connecting-ip': `10.1.${at >> 8}.${at & 255}` };
        let status = 0;
        const took = await timed(async () => {
          status = (await client.call({ method: 'POST', path: '/api/login', host, headers, body: { email, password: 'wrong word' } }))
            .status;
        });
        if (status !== 401) throw new Error(`A wrong password answered ${status}.`);
        // The refusal of a known person is recorded after the answer; it must not burden the next one.
        await new Promise((resolve) => setTimeout(resolve, 25));
        return took;
      };
      const [known, unknown]: [number[], number[]] = [[], []];
      for (let pair = -4; pair < pairs; pair += 1) {
        const k = 1 + ((pair + 4) % 99);
        const sides = [
          async () => known.push(await wrong(emailOf(unit, k), pair * 2 + 8)),
          async () => unknown.push(await wrong(emailOf(unit, 1000 + pair), pair * 2 + 9)),
        ];
        for (const side of pair % 2 === 0 ? sides : sides.toReversed()) await side();
      }
      // The first four of each only warm up.
      return [
        exactly(good, 20, { name: '20 people sign in at once', how: 'over HTTP on raw workerd, from one address: how many get in' }),
        atMost(atOnce / inTurn, 1.2, { name: '20 at once against 20 in turn', how: 'whole time, same run; the hash is most of both' }),
        between(median(unknown.slice(4)) / median(known.slice(4)), 0.95, 1.05, {
          name: 'an unknown e-mail against a known one',
          how: `wrong password for both, median of ${pairs} pairs in turns`,
        }),
      ];
    } finally {
      client.close();
      await product.stop();
    }
  },
};
