import { getClient, wellDone } from '../client.ts';
import { atMost, type Bench, between, exactly } from '../figure.ts';
import { getEmail, getHost, units } from '../fill.ts';
import { getToken, startProduct } from '../product.ts';
import { median, timed } from '../stats.ts';
import { smallWorld } from '../world.ts';

const unit = units[1];
const host = getHost(unit);
/**
 * How long a signed-in user waits for the home page: with no load, and while 200 strangers guess passwords at once, each from a different
 * address.
 */
async function startPageInFlood(port: number) {
  const [client, crowd] = [getClient(port), getClient(port, 256)];
  try {
    const token = await getToken(client, host, getEmail(unit, 2));
    const startPage = () =>
      timed(async () => {
        await wellDone(client, { path: '/api/auth/dashboard', host, token });
      });
    const guess = async (at: number) => {
      const headers = { 'cf-connecting-ip': `10.2.0.${at}` };
      const body = { email: getEmail(unit, 200 + at), password: 'wrong word' };
      return (await crowd.call({ method: 'POST', path: '/api/login', host, headers, body })).status;
    };
    const [quiet, busy]: [number[], number[]] = [[], []];
    for (let at = 0; at < 16; at += 1) quiet.push(await startPage());
    let over = false;
    const guesses = Promise.all(Array.from({ length: 200 }, (_, at) => guess(at))).finally(() => {
      over = true;
    });
    while (!over) busy.push(await startPage());
    const others = (await guesses).filter((status) => status !== 401 && status !== 429);
    return [
      atMost(median(busy) / median(quiet), 5, {
        name: 'another person’s start page while 200 wrong sign-ins run at once',
        how:
          `median of ${busy.length} against ${quiet.length} quiet ones: ${median(quiet).toFixed(0)} ms → ${median(busy).toFixed(0)} ` +
          `ms, the longest ${Math.max(...busy).toFixed(0)} ms`,
      }),
      exactly(others.length, 0, { name: 'of these sign-ins answered neither 401 nor 429', how: 'the same run' }),
    ];
  } finally {
    client.close();
    crowd.close();
  }
}

const twenty = Array.from({ length: 20 }, (_, at) => at);

export const bench: Bench = {
  name: 'signin',
  title: 'Signing in',
  async run({ share }) {
    const world = await smallWorld();
    const product = await startProduct(world);
    const client = getClient(product.port);
    try {
      await getToken(client, host, getEmail(unit, 1));
      const one = (k: number) => getToken(client, host, getEmail(unit, k));
      const inTurn = await timed(async () => {
        for (const at of twenty) await one(10 + at);
      });
      let good = 0;
      const atOnce = await timed(() => Promise.all(twenty.map((at) => one(40 + at).then(() => (good += 1)))));

      const pairs = Math.max(8, Math.round(80 * share));
      const wrong = async (email: string, at: number) => {
        // Each has a separate address and account, so that no limit is reached.
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
          async () => known.push(await wrong(getEmail(unit, k), pair * 2 + 8)),
          async () => unknown.push(await wrong(getEmail(unit, 1000 + pair), pair * 2 + 9)),
        ];
        for (const side of pair % 2 === 0 ? sides : sides.toReversed()) await side();
      }
      // The first four of each only warm up.
      return [
        ...(await startPageInFlood(product.port)),
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
