import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { startOwn } from '../../../dev/child.ts';
import { type Client, getClient, wellDone } from '../client.ts';
import { atLeast, atMost, type Bench, type BenchOptions, exactly, remark } from '../figure.ts';
import { getHost, getId, units } from '../fill.ts';
import { startProduct } from '../product.ts';
import { startRecorder } from '../recorder.ts';
import { interleaved, median, sum, timed } from '../stats.ts';
import { smallWorld, type World } from '../world.ts';

const unit = units[0];
const tenant = getId('tenant', unit);
const host = getHost(unit);
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const callers = 8;
const each = (value: number) => value.toFixed(4);

/** A person as a directory sends one; numbers keep the names apart. */
const getPerson = (prefix: string, n: number) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
  externalId: `${prefix}-${n}`,
  userName: `${prefix}${n}@directory.test`,
  displayName: `Pessoa ${n}`,
  name: { givenName: 'Pessoa', familyName: String(n) },
  emails: [{ value: `${prefix}${n}@directory.test`, type: 'work', primary: true }],
  active: true,
  [enterprise]: { department: 'Comercial' },
});

async function getToken({ owner }: World): Promise<string> {
  const token = `mscim_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(token).digest();
  await owner.query('insert into scim_tokens (tenant_id, id, name, slot, prefix, hash) values ($1, $2, $3, 1, $4, $5)', [
    tenant,
    randomUUID(),
    'Bench',
    token.slice(0, 12),
    hash,
  ]);
  return token;
}

/** Creates people from..to with several concurrent callers; resolves with the last answer. */
async function provision(client: Client, token: string, prefix: string, count: number): Promise<void> {
  let next = 0;
  const caller = async () => {
    for (let n = next++; n < count; n = next++)
      await wellDone(client, { method: 'POST', path: '/scim/v2/Users', host, token, body: getPerson(prefix, n) });
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

function startScimmy({ urls, endpoint }: World): Promise<{ port: number; stop(): Promise<void> }> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const child = startOwn('scimmy-routers', 'tests/bench/floors/scimmy.js', ['--url', urls.owner, '--endpoint', endpoint], {
      onLine: (line) => said.push(line),
      onMessage: (message) => {
        if (typeof message === 'object' && message && 'port' in message && typeof message.port === 'number')
          resolve({ port: message.port, stop: () => child.stop() });
      },
    });
    void child.ended.then(() => reject(new Error(`scimmy-routers ended:\n${said.join('\n')}`)));
  });
}

/** Both create people in the same table in turns; the bulk sync is counted separately, so that the recorder slows no race. */
async function race(world: World, token: string, share: number) {
  const product = await startProduct(world);
  const scimmy = await startScimmy(world);
  const [ours, theirs] = [getClient(product.port), getClient(scimmy.port)];
  const count = Math.max(40, Math.round(300 * share));
  try {
    await provision(ours, token, 'warm-a', 100);
    await provision(theirs, token, 'warm-b', 100);
    return await interleaved(10, {
      product: async (round) => (count * 1000) / (await timed(() => provision(ours, token, `p${round}-`, count))),
      scimmy: async (round) => (count * 1000) / (await timed(() => provision(theirs, token, `s${round}-`, count))),
    });
  } finally {
    ours.close();
    theirs.close();
    await product.stop();
    await scimmy.stop();
  }
}

export const bench: Bench = {
  name: 'scim',
  title: 'People from a directory',
  async run({ share }: BenchOptions) {
    const world = await smallWorld();
    const token = await getToken(world);
    const people = Math.max(500, Math.round(10_000 * share));
    const recorder = await startRecorder(world.endpoint);
    const product = await startProduct({ ...world, endpoint: recorder.endpoint });
    const client = getClient(product.port);
    try {
      recorder.take();
      const ms = await timed(() => provision(client, token, 'sync', people));
      const trips = recorder.take();
      const statements = sum(trips.map((trip) => trip.statements.length));
      const came = await world.owner.query(
        `select count(*)::int as n,
          count(*) filter (
            where exists (select from audit a where a.tenant_id = u.tenant_id and a.row_id = u.id)
              and exists (select from scim_log l where l.tenant_id = u.tenant_id and l.row_id = u.id))::int as told
          from users u
          where u.tenant_id = $1 and u.user_name like 'sync%'`,
        [tenant],
      );
      const speeds = await race(world, token, share);
      const ratios = speeds.product.map((speed, round) => speed / (speeds.scimmy[round] ?? Number.NaN));
      return [
        atMost(statements / people, 1.1, {
          name: 'SQL statements for each person of a sync',
          show: each,
          how: `${statements} for ${people} people made one by one over HTTP, counted at the database endpoint, all of them: host, token and custom fields too`,
        }),
        atMost(trips.length / people, 1.1, { name: 'round trips for each person', show: each, how: `${trips.length}, same run` }),
        exactly(came.rows[0]?.told, people, {
          name: 'people that are there afterwards, each with its audit and its line in the log',
          how: 'counted past every policy',
        }),
        remark(`${Math.round(people / (ms / 1000))} people/s`, {
          name: 'people made a second',
          how: `${callers} callers, raw workerd, the recorder between; same run`,
        }),
        atLeast(median(ratios), 1.3, {
          name: 'people made a second against scimmy-routers',
          how:
            'scimmy-routers on Express in a process of its own, same Postgres, driver and endpoint, without policies, limit and custom ' +
            `fields; ${callers} callers, median of 10 turns`,
        }),
        remark(`${Math.round(median(speeds.product))} and ${Math.round(median(speeds.scimmy))} people/s`, {
          name: 'the product and scimmy-routers, median',
          how: 'same run, without the recorder',
        }),
      ];
    } finally {
      client.close();
      await product.stop();
      await recorder.close();
    }
  },
};
