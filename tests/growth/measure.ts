import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { root } from '../../dev/folders.ts';
import { startOidc } from '../../dev/idp-oidc/server.ts';
import { explain, MixedPlans, plansOfWork, type Touched, touchedBy } from '../bench/plans.ts';
import { makeWorld } from '../support/api-setup.ts';
import { query } from '../support/database.ts';
import { getRegistration } from '../support/entra.ts';
import { newHarness } from '../support/harness.ts';
import type { Cluster } from '../support/postgres.ts';
import { workIn } from '../support/world.ts';
import { type Asked, getAsked, makePlaces, type Places } from './asked.ts';
import { growing, type Sizes } from './growing.ts';
import { settle, stillBeats } from './settle.ts';
import { once, waysIn } from './ways-in.ts';

export type Grown = {
  touched: Map<string, Touched>;
  /** The calls that the planted violations made worse. */
  worse: Map<string, Touched>;
  /** Calls without an answer, which were not measured. */
  refused: string[];
  /** The lengths of tables and indexes. */
  sizes: Sizes;
};
type Options = {
  cluster: Cluster;
  name: string;
  tenants: number;
  /** Whether the planner uses indexes even for a table of a few rows, so that both sizes get the same plan. */
  byIndex: boolean;
  /** The measurements with fewer tenants. */
  small?: Grown;
};

/** A planted violation: without this index, the caller's sessions are searched among everyone's. */
export const planted = { sql: 'drop index sessions_user_across', name: 'admin: GET /api/auth/account/sessions' };
/** Another one: the index contains the column, but not in front, so that no table is read sequentially. */
export const plantedOrder = {
  sql: 'drop index users_account_across; create index users_account_across on users (tenant_id, account_id)',
  name: 'admin: GET /api/auth/account/factors',
};

/** How often a copied row is repeated within its tenant, so that tables fill more than a page or two. */
const inside = 8;

const maxTries = 6;
const fewestTries = 2;
const rounds = 3;
/** Plans of two connections that were logged at once are no answer: ask again. */
export const unlessMixed = (error: unknown): null => {
  if (error instanceof MixedPlans) return null;
  throw error;
};
const isSteady = (tries: Touched[]) => tries.length >= fewestTries && tries.at(-1)?.buffers === tries.at(-2)?.buffers;

/** The settings of a cluster that can explain each of its statements at run time. */
export const explaining = Object.entries(explain).map(([setting, value]) => `${setting} = '${value}'`);

/** Fills a database with copies of every place's rows, then makes every call and returns what each touched. Sign-in calls come last. */
export async function growTo({ cluster, name, tenants, byIndex, small }: Options): Promise<Grown> {
  const url = await cluster.create(name);
  const owner = await cluster.connect(name);
  await owner.query(`alter database "${name}" set random_page_cost = 1.1`);
  if (byIndex) await owner.query(`alter database "${name}" set enable_seqscan = off`);
  const { world, close } = await makeWorld(url);
  workIn(world);
  const idp = await startOidc({ port: 0 });
  const harness = newHarness({ ...getRegistration(idp), isAlone: true });
  try {
    await harness.listen();
    const places = await makePlaces();
    const asked = [...getAsked(harness, places, once), ...(await waysIn(harness, places, idp))];
    await crowd(owner, places, tenants);
    await stillBeats(owner);
    await settle(owner);
    const during = plansOfWork(cluster, name, owner);
    await setExplained(owner, 0);
    const refused: string[] = [];
    const sizes = await sizesByKind(owner);
    const grows = (call: string, one: Touched) => !small || growing(small, { touched: new Map([[call, one]]), sizes }).length > 0;
    const measure = async ({ name: call, lasting, prepare, ask }: Asked): Promise<Touched | null> => {
      const tries: Touched[] = [];
      await harness.database.fail({ rollBack: !lasting });
      // The first runs fill a connection's caches of functions and catalog, and may look up the host: the steady state counts.
      for (let time = 0; time < maxTries && !isSteady(tries); time += 1) {
        const answered = { wrong: '' };
        await prepare?.();
        const plans = await during(async () => (answered.wrong = await ask())).catch(unlessMixed);
        if (!plans) continue;
        if (answered.wrong) {
          refused.push(`${call}: ${answered.wrong}`);
          break;
        }
        const one = touchedBy(plans);
        // Later runs touch less: what doesn't seem to grow at once won't do so later.
        if (!grows(call, one)) return one;
        tries.push(one);
      }
      // A first run alone only shows how cold the connection was.
      if (tries.length < fewestTries) refused.push(`${call}: measured ${tries.length} times`);
      return tries.toSorted((a, b) => a.buffers - b.buffers)[0] ?? null;
    };
    const measured = async (wanted: readonly Asked[]): Promise<Map<string, Touched>> => {
      const touched = new Map<string, Touched>();
      for (const each of wanted) {
        const least = await measure(each);
        if (least) touched.set(each.name, least);
      }
      return touched;
    };
    const touched = await measured(asked);
    // What seems to grow is measured again, in tables without the dead rows of rolled-back writes.
    for (let round = 0; small && round < rounds; round += 1) {
      const suspects = new Set(growing(small, { touched, sizes: await sizesByKind(owner) }).map(({ name: suspect }) => suspect));
      await settle(owner);
      for (const [suspect, again] of await measured(asked.filter((each) => suspects.has(each.name)))) touched.set(suspect, again);
    }
    for (const { sql } of [planted, plantedOrder]) await owner.query(sql);
    const worse = await measured(asked.filter(({ name: each }) => [planted.name, plantedOrder.name].includes(each)));
    await setExplained(owner, -1);
    return { touched, refused, worse, sizes: await sizesByKind(owner) };
  } finally {
    await harness.close();
    await idp.close();
    await close();
    await owner.end();
  }
}

async function crowd(owner: Client, places: Places, tenants: number): Promise<void> {
  await owner.query(readFileSync(join(root, 'tests/growth/crowd.sql'), 'utf8'));
  const { tenant } = places.admin.own;
  const around = await query(
    `select id from tenants where id = $1 or id in (select tenant_id from users where account_id in (select account_id from users where tenant_id = $1))
      or id in (select above_id from relations where tenant_id = $1) or id in (select tenant_id from relations where above_id = $1)`,
    [tenant.id],
  );
  const ids = around.map((row) => row.id).filter((id) => id !== '00000000-0000-7000-8000-000000000001');
  await owner.query('begin');
  await owner.query('select tests.crowd($1, $2, $3)', [[tenant.id, ...ids], Math.ceil(tenants / ids.length), inside]);
  await owner.query('select tests.crowd_more()');
  await owner.query('commit');
}

/** Has the server log the plan of each statement that takes so many milliseconds; -1 for none. */
export async function setExplained(owner: Client, milliseconds: number): Promise<void> {
  await owner.query(`alter system set auto_explain.log_min_duration = ${milliseconds}`);
  await owner.query('select pg_reload_conf()');
  await pause(300);
}

async function sizesByKind(owner: Client): Promise<Sizes> {
  const { rows } = await owner.query(
    `select relname, greatest(reltuples, 0)::int as rows, relpages as pages, relkind,
        (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as first
      from pg_class c
      where relnamespace in ('public'::regnamespace, 'app'::regnamespace) and relkind in ('r', 'i')`,
  );
  return new Map(rows.map(({ relname, rows: n, pages, relkind, first }) => [relname, { rows: n, pages, first, isTable: relkind === 'r' }]));
}
