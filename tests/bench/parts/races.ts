import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { getClient } from '../client.ts';
import { type Bench, exactly } from '../figure.ts';
import { getHost, getId, groupId, units } from '../fill.ts';
import { startProduct } from '../product.ts';
import { getSession } from '../sessions.ts';
import { smallWorld, type World } from '../world.ts';

const unit = units[1];
const host = getHost(unit);
const many = (count: number) => Array.from({ length: count }, (_, at) => at);

/** The answers to 60 simultaneous connections as the role of sign-in. */
async function atOnce({ cluster, name }: World, ask: (at: number) => { text: string; values: unknown[] }): Promise<unknown[]> {
  const url = new URL(cluster.url(name));
  url.username = 'mirante_door';
  const clients = await Promise.all(
    many(60).map(async () => {
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      return client;
    }),
  );
  const told = await Promise.all(clients.map((client, at) => client.query(ask(at)).then(({ rows }) => rows[0]?.told)));
  await Promise.all(clients.map((client) => client.end()));
  return told;
}

/** Guesses at one account. */
async function guesses(world: World): Promise<number> {
  const told = await atOnce(world, (at) => ({
    text: 'select state as told from app.sign_in_facts($1, $2, $3, $4, null, null)',
    values: [getId('tenant', unit), host, 'guessed@race.test', `10.2.0.${at}`],
  }));
  return told.filter((state) => state === 'ok').length;
}

/** Sessions that begin by one proof. */
async function beginnings(world: World): Promise<number> {
  const { rows } = await world.owner.query("select id from users where tenant_id = $1 and status = 'A' and seat is null limit 1", [
    getId('tenant', unit),
  ]);
  const proof = randomBytes(32);
  await world.owner.query(
    "insert into tickets (hash, purpose, tenant_id, host, body, expires_at) values ($1, 'proof', $2, $3, $4, now() + interval '1 minute')",
    [...[proof, getId('tenant', unit), host], JSON.stringify({ way: 'saml', userId: rows[0]?.id })],
  );
  const told = await atOnce(world, () => {
    const secret = () => `\\x${randomBytes(32).toString('hex')}`;
    const session = { sid: randomUUID(), until: '2099-01-01', longest: '2099-01-01', kept: secret(), ticket: secret(), link: secret() };
    return {
      text: 'select app.session_begin($1, $2, $3, $4::jsonb) as told',
      values: [proof, getId('tenant', unit), host, JSON.stringify(session)],
    };
  });
  return told.filter((outcome) => outcome === 'ok').length;
}

export const bench: Bench = {
  name: 'races',
  title: 'Races on a real Postgres',
  async run() {
    const world = await smallWorld();
    const product = await startProduct(world);
    const client = getClient(product.port);
    try {
      const inSql = await guesses(world);
      const begun = await beginnings(world);
      const wrong = { email: 'also-guessed@race.test', password: 'wrong word' };
      const answers = await Promise.all(
        many(60).map((at) =>
          client.call({ method: 'POST', path: '/api/login', host, headers: { 'cf-connecting-ip': `10.3.0.${at}` }, body: wrong }),
        ),
      );
      const { token } = await getSession(world, unit, 1);
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
        exactly(begun, 1, { name: '60 sessions at once by one proof', how: '60 connections call app.session_begin: how many begin' }),
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
