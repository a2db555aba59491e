import { sql } from 'drizzle-orm';
import { openDatabase } from '../../db/client.ts';
import { random as seededRandom } from '../../dev/powerbi/model/facts.ts';
import type { KeptClaim } from '../../domain/automatic-actions/claim.ts';
import { advance, claimDue } from '../../functions/features/automatic-actions/index.ts';
import type { Env } from '../../functions/request/env.ts';

// The cron's part of the Worker in a process of its own, which the test kills: `week.test.ts` gives the connection, the first minute and
// the seed. Before each step it names it, so that the test can kill it between two of them.

type Order = {
  urls: Record<'app' | 'wide' | 'public' | 'door' | 'job', string>;
  endpoint: string;
  from: number;
  until: number;
  seed: number;
};
const { urls, endpoint, from, until, seed }: Order = JSON.parse(process.argv[2] ?? '');
const random = seededRandom(seed);
const minuteMs = 60_000;
const say = (step: string, at: number) => process.send?.({ step, at });

/** One tick: what is due is claimed and kept, and each run is advanced; the clock of the database is that of the tick. */
async function tick(at: number): Promise<void> {
  const now = new Date(at);
  const database = openDatabase(urls, endpoint, () => undefined, now.toISOString());
  let claims: KeptClaim[] = [];
  do {
    say('claim', at);
    const done = await claimDue(database, now, claims, claims.length === 0 || claims.length === 50 ? 50 : 0);
    claims = done.claims;
    say('claimed', at);
  } while (claims.length > 0);
  // A message may be lost with the Worker that sent it; runs that wait are found by the database, as the job finds them.
  const [{ rows }] = await database.withJob(null, (db) => [
    db.execute<{ tenant_id: string; id: string }>(sql`select tenant_id, id from app.due_runs(300)`),
  ]);
  for (const { tenant_id, id } of rows) {
    say('advance', at);
    await advance({ env: {} as Env, database, tenant: tenant_id, now }, id); // because a maintenance asks no service
    say('advanced', at);
  }
}

let last = from;
// Every fifth minute: ticks in between find nothing that this one doesn't. A tenth is lost, a tenth doubled, and each is up to four
// minutes late.
for (let at = from; at < until; at += 5 * minuteMs) {
  last = Math.max(last, at + Math.floor(random() * 4) * minuteMs);
  const times = random() < 0.1 ? 0 : random() < 0.1 ? 2 : 1;
  await Promise.all(Array.from({ length: times }, () => tick(last)));
  say('ticked', last);
}
say('done', until);
process.disconnect?.();
