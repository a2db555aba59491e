import pg from 'pg';
import { clientOf } from '../client.ts';
import { type Bench, exactly } from '../figure.ts';
import { groupId, hostOf, idOf, units } from '../fill.ts';
import { startProduct } from '../product.ts';
import { sessionOf } from '../sessions.ts';
import { smallWorld, type World } from '../world.ts';

const unit = units[1];
const host = hostOf(unit);
const many = (count: number) => Array.from({ length: count }, (_, at) => at);

/** 60 connections as the door's role guess at one account at the same moment. */
async function guesses({ cluster, name }: World): Promise<number> {
  const url = new URL(cluster.url(name));
  url.username = 'mirante_door';
  const clients = await Promise.all(
    many(60).map(async () => {
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      return client;
    }),
  );
  const states = await Promise.all(
    clients.map((client, at) =>
      client
        .query('select state from app.sign_in_facts($1, $2, $3, $4, null, null)', [
          idOf('tenant', unit),
          host,
          'guessed@race.test',
          `10.2.0.${at}`,
        ])
        .then(({ rows }) => rows[0]?.state),
    ),
  );
  await Promise.all(clients.map((client) => client.end()));
  return states.filter((state) => state === 'ok').length;
}

export const bench: Bench = {
  name: 'races',
  title: 'Races on a real Postgres',
  async run() {
    const world = await smallWorld();
    const product = await startProduct(world);
    const client = clientOf(product.port);
    try {
      const inSql = await guesses(world);
      const wrong = { email: 'also-guessed@race.test', password: 'wrong word' };
      const answers = await Promise.all(
        many(60).map((at) =>
          client.call({ method: 'POST', path: '/api/login', host, headers: { 'cf-connecting-ip': `10.3.0.${at}` }, body: wrong }),
        ),
      );
      const { token } = await sessionOf(world, unit, 1);
      const id = groupId(unit, 3);
      const before = await world.owner.query('select version from groups where id = $1', [id]);
      const body = { version: before.rows[0]?.version, audience: 'everyone', viewers: [] };
      const writes = await Promise.all(
        many(40).map((at) =>
          client.call({
            method: 'PUT',
            path: `/api/auth/groups/${id}`,
            host,
            token,
            body: { ...body, name: `Race ${at}`, description: '' },
          }),
        ),
      );
      const audit = await world.owner.query(
        "select count(*)::int as n from audit where row_id = $1 and what = 'group.edit' and change ? 'after'",
        [id],
      );
      const count = (of: { status: number }[], status: number) => of.filter((answer) => answer.status === status).length;
      return [
        exactly(inSql, 5, {
          name: '60 guesses at once at one account',
          how: '60 connections call app.sign_in_facts: how many are looked at',
        }),
        exactly(count(answers, 401), 5, {
          name: 'the same over HTTP',
          how: `from 60 addresses: answered 401; the others ${count(answers, 429)} × 429`,
        }),
        exactly(count(writes, 200), 1, {
          name: '40 guarded writes of one version',
          how: `PUT of one group: done; the others ${count(writes, 409)} × 409`,
        }),
        exactly(audit.rows[0]?.n, 1, { name: 'what they left in the audit', how: 'rows of the change that was done' }),
      ];
    } finally {
      client.close();
      await product.stop();
    }
  },
};
