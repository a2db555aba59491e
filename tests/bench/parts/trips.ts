import { can } from '../../../domain/access/permissions.ts';
import { endpoints } from '../../../domain/contract/all.ts';
import type { Endpoint } from '../../../domain/contract/endpoint.ts';
import type { Call, Ids, Sample } from '../../guards/sample.ts';
import { samples } from '../../guards/samples.ts';
import { getClient } from '../client.ts';
import { atMost, type Bench, type Figure, remark, whole } from '../figure.ts';
import { getEmail, getHost, getId, groupId, platform, reportId, subgroupId, userId } from '../fill.ts';
import { startProduct } from '../product.ts';
import { startService } from '../service.ts';
import { getSession } from '../sessions.ts';
import { smallWorld, type World } from '../world.ts';

// A separate unit with one group and one sub-group, so that the sample names the whole order.
const unit = 5;
const ids: Partial<Ids> = {
  user: userId(unit, 2),
  user2: userId(unit, 3),
  group: groupId(unit, 1),
  subgroup: subgroupId(unit, 1),
  report: reportId(unit, 1),
  report2: reportId(unit, 3),
};
/** The sample as a call in this world; null if it refers to something this world lacks: the guards' world has it, and counts its trips. */
function getCall(sample: Sample): Call | null {
  if (sample.alone) return null;
  let isWhole = true;
  const named = new Proxy(ids, {
    get(known, key: keyof Ids) {
      if (key in known) return known[key];
      isWhole = false;
      return unknown;
    },
  });
  try {
    const call = sample.of(named as Ids, getEmail(unit, 1)); // because missing facts return null above
    return isWhole ? call : null;
  } catch {
    // It refers to one of the tests' stand-ins.
    return null;
  }
}
const unknown = '00000000-0000-4000-8000-000000000000';
const getName = ({ method, path }: Endpoint) => `${method} ${path}`;
type Measured = { name: string; method: string; first: number; later: number };

async function narrow({ owner }: World): Promise<void> {
  const tenant = getId('tenant', unit);
  await owner.query('update reports set group_id = $2, subgroup_id = $3 where tenant_id = $1', [tenant, ids.group, ids.subgroup]);
  await owner.query('delete from viewers where tenant_id = $1', [tenant]);
  await owner.query('delete from subgroups where tenant_id = $1 and id <> $2', [tenant, ids.subgroup]);
  await owner.query('delete from groups where tenant_id = $1 and id <> $2', [tenant, ids.group]);
}

function getCounter({ endpoint, urls }: World) {
  const ask = async (method: string, path: string): Promise<{ requests: number }> =>
    (await fetch(new URL(path, endpoint), { method, headers: { 'neon-connection-string': urls.owner } })).json();
  return { reset: () => ask('POST', '/__db/stats/reset?tag=trips'), read: () => ask('GET', '/__db/stats?tag=trips') };
}

export const bench: Bench = {
  name: 'trips',
  title: 'Round trips to the database',
  async run() {
    const world = await smallWorld();
    await narrow(world);
    const service = await startService(world, unit);
    const product = await startProduct({ ...world, endpoint: `${world.endpoint}/trips` }, service.url);
    const client = getClient(product.port);
    const counter = getCounter(world);
    const measured: Measured[] = [];

    async function getTrips(endpoint: Endpoint, { path, body }: Call): Promise<number | null> {
      const isPlatform = !['public', 'signedIn'].includes(endpoint.needs) && !mayAdmin(endpoint);
      const { host, token } = await getSession(world, isPlatform ? platform : unit, 1);
      // A host lookup is cached for ten seconds: warm it before counting.
      await client.call({ path: '/api/timezone/all', host, token });
      await counter.reset();
      const answer = await client.call({ method: endpoint.method, path, host, token, body });
      // This bench has no file storage; the guards count the calls that store files.
      if (answer.status >= 500 && product.said.slice(-3).join('').includes('Network connection lost')) return null;
      if (answer.status >= 500)
        throw new Error(`${getName(endpoint)}: ${answer.status} ${answer.text}\n${product.said.slice(-3).join('\n')}`);
      // Work after the answer (waitUntil) counts too.
      await new Promise((resolve) => setTimeout(resolve, 60));
      return (await counter.read()).requests;
    }
    const mayAdmin = (endpoint: Endpoint) =>
      endpoint.needs !== 'public' &&
      endpoint.needs !== 'signedIn' &&
      endpoint.needs !== 'playlist' &&
      endpoint.needs !== 'embedded' &&
      can({ profile: 'admin', flags: [] }, endpoint.needs);

    try {
      // The complete order is only known before the samples add a group.
      const isOrder = ({ path }: Endpoint) => path.endsWith('/order');
      const all: readonly Endpoint[] = endpoints;
      // Calls of a display need a display, which the bench's world lacks; the guard counts their trips.
      for (const endpoint of all.filter(({ needs }) => needs !== 'playlist').toSorted((a, b) => Number(isOrder(b)) - Number(isOrder(a)))) {
        for (const sample of samples[getName(endpoint)] ?? []) {
          const [call, again] = [getCall(sample), getCall(sample)];
          if (!call || !again) continue;
          const first = await getTrips(endpoint, call);
          const later = await getTrips(endpoint, again);
          if (first !== null && later !== null) measured.push({ name: getName(endpoint), method: endpoint.method, first, later });
        }
      }
    } finally {
      client.close();
      await product.stop();
      await service.close();
    }
    return getFigures(measured);
  },
};

function getFigures(measured: Measured[]): Figure[] {
  const isSignIn = ({ name }: Measured) => name === 'POST /api/login';
  const most = (of: Measured[]) => Math.max(...of.map(({ later }) => later));
  const count = (of: Measured[]) => new Set(of.map(({ name }) => name)).size;
  const gets = measured.filter(({ method }) => method === 'GET');
  const writes = measured.filter((each) => each.method !== 'GET' && !isSignIn(each));
  const how = (of: Measured[]) => `the most of ${count(of)} endpoints, counted at the database endpoint, the host already known`;
  const firsts = measured.filter(({ first, later }) => first !== later);
  return [
    atMost(most(gets), 1, { name: 'an authenticated GET', show: whole, how: how(gets) }),
    atMost(most(writes), 2, { name: 'a write', show: whole, how: how(writes) }),
    atMost(most(measured.filter(isSignIn)), 2, { name: `sign-in`, show: whole, how: `${getHost(unit)}, a right password` }),
    ...firsts.map(({ name, method, first }) => {
      const shown = { name: `${name}, the first call`, show: whole, how: 'what is cached or stored for later calls is not yet there' };
      return atMost(first, method === 'GET' ? 1 : 2, shown);
    }),
    remark(
      gets
        .concat(writes)
        .filter(({ later }) => later === 1)
        .length.toString(),
      {
        name: 'sample calls with exactly one trip',
        how: `of ${gets.length + writes.length}`,
      },
    ),
  ];
}
