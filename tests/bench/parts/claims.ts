import pg, { type Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { type ClaimedRow, claimColumns, toClaim } from '../../../functions/features/automatic-actions/run/claim.ts';
import { atLeast, type Bench, exactly, remark, times, whole } from '../figure.ts';
import { getId, units } from '../fill.ts';
import { interleaved, median } from '../stats.ts';
import { smallWorld, type World } from '../world.ts';

const batch = 50;
const queue = 'claims';

const dateTypes = new Set([1082, 1184]); // date, timestamptz
/** Reads values as the product's driver does: a date or a time stays text. */
const getTypeParser = (id: number): ((text: string) => unknown) => (dateTypes.has(id) ? String : pg.types.getTypeParser(id));

/** Connections of the job's role, which send each step as one message, as the product sends one request. */
async function jobClients({ cluster, name }: World, count: number): Promise<Client[]> {
  const url = new URL(cluster.url(name));
  url.username = 'mirante_job';
  return Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client({ connectionString: url.href, types: { getTypeParser } });
      await client.connect();
      return client;
    }),
  );
}

/** One message of the job: what it asked, in one transaction. */
async function trip(client: Client, statements: readonly string[]): Promise<ClaimedRow[][]> {
  const results = await client.query(`begin; select app.enter_job(null); ${statements.join('; ')}; commit`);
  const each = results as unknown as { rows: ClaimedRow[] }[]; // because a message of several statements has several results
  return each.slice(2, -1).map(({ rows }) => rows);
}

/** Claims what is due in batches, computes the runs, and keeps them with the next claim, as the job does it; returns the runs made. */
async function claimAll(client: Client): Promise<number> {
  const claim = `select ${claimColumns} from app.claim_triggers(${batch}, '2 minutes')`;
  let [claimed = []] = await trip(client, [claim]);
  let runs = 0;
  while (claimed.length > 0) {
    const now = new Date();
    const kept = claimed.map((row) => toClaim(row, now));
    const keep = `select tenant_id, id from app.keep_runs('${JSON.stringify(kept).replaceAll("'", "''")}'::jsonb)`;
    const [made = [], next = []] = await trip(client, claimed.length < batch ? [keep] : [keep, claim]);
    runs += made.length;
    claimed = next;
  }
  return runs;
}

/** The same with pg-boss: jobs that are due are fetched in batches and completed. */
async function fetchAll(boss: PgBoss): Promise<number> {
  let done = 0;
  for (;;) {
    const jobs = await boss.fetch(queue, { batchSize: batch });
    if (jobs.length === 0) return done;
    await boss.complete(
      queue,
      jobs.map(({ id }) => id),
    );
    done += jobs.length;
  }
}

/** Tasks of ten tenants with a daily trigger each; between the rounds they are made due again. */
async function fillTriggers({ owner }: World, count: number): Promise<void> {
  await owner.query(
    `insert into tasks (tenant_id, id, name, sort_key, type, action, target_kind, state, starts_at, ends_at)
      select u.id, gen_random_uuid(), 'Claims ' || n, 'claims', 'maintenance', 'end', 'unit', 'active', now() - interval '1 day',
        now() + interval '1 year'
      from generate_series(1, $2::int) n join unnest($1::uuid[]) with ordinality u (id, at) on u.at = 1 + n % cardinality($1::uuid[])`,
    [units.map((unit) => getId('tenant', unit)), count],
  );
  await owner.query(
    `insert into task_triggers (tenant_id, id, task_id, frequency, times)
      select k.tenant_id, gen_random_uuid(), k.id, 'daily', '{06:00}' from tasks k where k.sort_key = 'claims'`,
  );
}
async function makeDue({ owner }: World): Promise<void> {
  await owner.query("delete from task_runs r using tasks k where k.id = r.task_id and k.sort_key = 'claims'");
  await owner.query(
    `update task_triggers g set next_at = now() - interval '1 minute', taken_until = null from tasks k
      where k.id = g.task_id and k.sort_key = 'claims'`,
  );
  await owner.query('vacuum analyze task_triggers');
  await owner.query('vacuum analyze task_runs');
}

/** Seconds of one round; every occurrence must have been taken exactly once. */
async function timedRound(count: number, work: () => Promise<number[]>): Promise<number> {
  const begun = performance.now();
  const taken = (await work()).reduce((total, each) => total + each, 0);
  const took = performance.now() - begun;
  if (taken !== count) throw new Error(`${taken} of ${count} were claimed`);
  return took;
}

export const bench: Bench = {
  name: 'claims',
  title: 'Claims of due triggers',
  async run({ share }) {
    const world = await smallWorld();
    const count = Math.max(500, Math.round(2_000 * share));
    const rounds = Math.max(3, Math.round(10 * share));
    const boss = new PgBoss({ connectionString: world.cluster.url(world.name), supervise: false, schedule: false });
    await boss.start();
    await boss.createQueue(queue);
    const clients = await jobClients(world, 4);
    const [first] = clients;
    if (!first) throw new Error('no connection');
    try {
      await fillTriggers(world, count);
      const insert = (jobs: number) =>
        boss.insert(
          queue,
          Array.from({ length: jobs }, (_, at) => ({ data: { at } })),
        );
      // The product writes the row of each occurrence when it claims it; in pg-boss that is inserting the job.
      const occurrences = async (jobs: number) => {
        for (let done = 0; done < jobs; done += batch) await insert(Math.min(batch, jobs - done));
        return fetchAll(boss);
      };
      const ours = (workers: number) => async () => {
        await makeDue(world);
        return timedRound(count, () => Promise.all(clients.slice(0, workers).map(claimAll)));
      };
      const theirs = (workers: number) => async () => {
        await world.owner.query('vacuum analyze');
        return timedRound(count, () => Promise.all(Array.from({ length: workers }, () => occurrences(count / workers))));
      };
      const fetchedAlone = async () => {
        await insert(count);
        await world.owner.query('vacuum analyze');
        return timedRound(count, async () => [await fetchAll(boss)]);
      };
      const alone = await interleaved(rounds, { product: ours(1), boss: theirs(1), fetched: fetchedAlone });
      const four = await interleaved(rounds, { product: ours(4), boss: theirs(4) });
      await makeDue(world);
      await world.owner.query(
        `update task_triggers set next_at = now() + interval '1 day' where id <> (select g.id from task_triggers g join tasks k
          on k.id = g.task_id where k.sort_key = 'claims' limit 1)`,
      );
      const many = await jobClients(world, 60);
      const ticks = await Promise.all(many.map(claimAll));
      await Promise.all(many.map((client) => client.end()));
      const rate = (took: readonly number[]) => Math.round((count / median(took)) * 1000);
      const how = `${count} due at once, batches of ${batch}, median of ${rounds} rounds in turns on one Postgres`;
      return [
        atLeast(median(alone.boss) / median(alone.product), 1, {
          name: 'occurrences a second against pg-boss 12, one worker',
          show: times,
          how:
            `${how}: claimed, their runs written and moved on, against inserted, fetched and completed; ` +
            `${rate(alone.product)} against ${rate(alone.boss)}`,
        }),
        remark(times(median(four.boss) / median(four.product)), {
          name: 'the same with four workers',
          how: `same run: ${rate(four.product)} against ${rate(four.boss)}`,
        }),
        remark(times(median(alone.fetched) / median(alone.product)), {
          name: 'the same against fetching and completing jobs that are there already',
          how: `same run: ${rate(alone.product)} against ${rate(alone.fetched)}; no row is made and nothing is moved on`,
        }),
        exactly(
          ticks.reduce((total, each) => total + each, 0),
          1,
          { name: '60 ticks of one minute at once', show: whole, how: '60 connections claim one due trigger: runs that are made' },
        ),
      ];
    } finally {
      await Promise.all(clients.map((client) => client.end()));
      await boss.stop({ graceful: false });
    }
  },
};
