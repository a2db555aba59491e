import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '../../../db/client.ts';
import type { JobMessage } from '../../../domain/jobs/message.ts';
import { batchRows, maxRows } from '../../../domain/user-imports/limits.ts';
import { runBatch } from '../../../functions/features/user-imports/run-batch.ts';
import type { Env } from '../../../functions/request/env.ts';
import { getClient, wellDone } from '../client.ts';
import { atMost, type Bench, type BenchOptions, exactly, milliseconds, remark, times, whole } from '../figure.ts';
import { getId, units } from '../fill.ts';
import { startProduct } from '../product.ts';
import { startRecorder } from '../recorder.ts';
import { getSession } from '../sessions.ts';
import { smallWorld } from '../world.ts';

const base = '/api/auth/user-imports';
const perRow = (value: number) => value.toFixed(4);

/** A list of people in groups; every tenth has a telephone number. */
const getList = (people: number, from: number) =>
  Buffer.from(
    [
      'Nome;E-mail;Telefone;Departamento;Grupos',
      ...Array.from({ length: people }, (_, at) => {
        const n = from + at;
        return `Pessoa ${n};pessoa${n}@lista.test;${n % 10 ? '' : `11 9${10_000_000 + n}`};Comercial;Turma ${n % 20}`;
      }),
    ].join('\r\n'),
  );

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now();
  const value = await work();
  return { value, ms: performance.now() - begun };
}

/** The run as the queue drives it: one message after the other, until none follows. */
async function getRun(database: Pick<Database, 'withJob'>, tenant: string, id: string): Promise<number> {
  let messages: JobMessage[] = [];
  const queue = { send: async (message: JobMessage) => void messages.push(message) };
  const env = { MAIL_QUEUE: queue, WORK_QUEUE: queue } as unknown as Env; // because a batch of an import asks for nothing else
  for (let batches = 1; ; batches += 1) {
    messages = [];
    await runBatch({ env, database, tenant, now: Date.now() }, id);
    if (!messages.some(({ kind }) => kind === 'user-import')) return batches;
  }
}

/** The same people by plain multi-row inserts, through the same driver, role and policies. */
async function bareInserts(database: Pick<Database, 'withJob'>, tenant: string, people: number): Promise<void> {
  for (let from = 0; from < people; from += batchRows) {
    await database.withJob(tenant, (db) => [
      db.execute(sql`insert into users (tenant_id, id, email, name, sort_key, profile, status)
        select ${tenant}::uuid, gen_random_uuid(), 'bare' || n || '@lista.test', 'Pessoa ' || n, 'pessoa ' || n, 'user', 'A'
        from generate_series(${from}::int, ${Math.min(people, from + batchRows) - 1}::int) n`),
    ]);
  }
}

export const bench: Bench = {
  name: 'imports',
  title: 'People from a file',
  async run({ share }: BenchOptions) {
    const world = await smallWorld();
    const recorder = await startRecorder(world.endpoint);
    const product = await startProduct({ ...world, endpoint: recorder.endpoint });
    const client = getClient(product.port);
    const database = openDatabase(world.urls, recorder.endpoint, () => undefined);
    const people = Math.max(batchRows + 1, Math.round(maxRows * share));
    const [unit, other] = units;
    const tenant = getId('tenant', unit);
    try {
      const { host, token } = await getSession(world, unit, 1);
      await wellDone(client, { path: base, host, token });
      const trips: number[] = [];
      /** A call of the wizard; its trips are kept, the host's own not. */
      const step = async (call: { method?: string; path: string; body?: unknown; bytes?: Uint8Array }) => {
        recorder.take();
        const { value, ms } = await timed(() => wellDone(client, { ...call, host, token }));
        trips.push(recorder.take().filter(({ role }) => role === 'mirante_app').length);
        return { answer: JSON.parse(value.text), ms };
      };
      const prepared = async (from: number, count: number) => {
        const sent = await step({ method: 'PUT', path: `${base}/file?name=lista.csv`, bytes: getList(count, from) });
        const { id } = sent.answer;
        const { answer } = await step({ path: `${base}/${id}` });
        const body = { mapping: answer.mapping, choices: { makeGroups: true }, fixed: {} };
        const mapped = await step({ method: 'PUT', path: `${base}/${id}/mapping`, body });
        return { id: String(id), sent, mapped };
      };
      const { id, sent, mapped } = await prepared(0, people);
      const started = await step({ method: 'POST', path: `${base}/${id}/start`, body: {} });
      recorder.take();
      const run = await timed(() => getRun(database, tenant, id));
      const runTrips = recorder.take().length;
      const bare = await timed(() => bareInserts(database, getId('tenant', other), people));
      const came = await world.owner.query(
        `select count(*)::int as n
          from users u
          where u.tenant_id = $1 and u.email like '%@lista.test' and exists (select from user_group_members m where m.user_id = u.id)`,
        [tenant],
      );
      // Two lists at once, and seats for less than both.
      const seats = Math.round(people * 0.3);
      const lists = [await prepared(100_000, Math.round(people * 0.25)), await prepared(200_000, Math.round(people * 0.25))];
      await world.owner.query('update tenants set user_limit = users_used + $2 where id = $1', [tenant, seats]);
      for (const list of lists) await step({ method: 'POST', path: `${base}/${list.id}/start`, body: {} });
      await Promise.all(lists.map((list) => getRun(database, tenant, list.id)));
      const full = await world.owner.query(
        `select (select user_limit - users_used from tenants where id = $1) as left,
          (select sum(succeeded)::int from user_imports where id = any ($2::uuid[])) as n`,
        [tenant, lists.map((list) => list.id)],
      );
      await world.owner.query('update tenants set user_limit = null where id = $1', [tenant]);
      const how = `${people} people, each in one of twenty groups, on a real Postgres`;
      return [
        remark(`${Math.round(people / (run.ms / 1000))} rows/s`, {
          name: 'people a second, memberships, invitations and audit with them',
          how: `${how}; the batches of the queue one after the other, without a pause between`,
        }),
        remark(times(run.ms / bare.ms), {
          name: 'the same against bare inserts',
          how: `inserts of ${batchRows} users, nothing else, same run`,
        }),
        atMost(runTrips / people, 0.01, {
          name: 'round trips of the run for each row',
          show: perRow,
          how: `${runTrips} for ${people} rows: one for each ${batchRows}, and one that finds the end`,
        }),
        atMost(Math.max(...trips), 2, {
          name: 'round trips of a step of the wizard',
          show: whole,
          how: 'upload, read, map, start; the most of them',
        }),
        exactly(came.rows[0]?.n, people, { name: 'people that are there afterwards, in their group', how: 'counted past every policy' }),
        exactly(full.rows[0]?.n, seats, {
          name: 'two lists at once for fewer seats than people: how many get in',
          how: `${seats} seats; ${full.rows[0]?.left} are left`,
        }),
        remark(milliseconds(sent.ms), {
          name: `reading and keeping a file of ${people} rows`,
          how: 'PUT of the file over HTTP on raw workerd',
        }),
        remark(milliseconds(mapped.ms), { name: 'checking all of them', how: 'PUT of the mapping, same run' }),
        remark(milliseconds(started.ms), { name: 'checking them once more and beginning', how: 'POST of the start, same run' }),
      ];
    } finally {
      client.close();
      await product.stop();
      await recorder.close();
    }
  },
};
