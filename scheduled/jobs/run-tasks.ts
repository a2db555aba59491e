import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import type { JobMessage } from '../../domain/jobs/message.ts';
import { advance, claimDue } from '../../functions/features/automatic-actions/index.ts';
import { sendMessages } from '../../functions/request/messages.ts';
import { claim } from '../claim.ts';
import type { Tick } from '../tick.ts';

const perClaim = 50;
/** Rounds of claims in one tick; the next one goes on. */
const rounds = 40;
const waitingRuns = 300;

const dueRuns = raw('scheduled.due_runs', claim);
type Run = { tenant: string; id: string };

/** Claims the triggers that are due and sends a message for each run, and again for those that wait for another attempt. */
export async function claimTasks({ at, env, database }: Tick): Promise<Record<string, number>> {
  const send = (runs: readonly Run[]) =>
    sendMessages(
      env,
      runs.map(({ tenant, id }): JobMessage => ({ kind: 'task-run', tenant, id, at: at.toISOString() })),
    );
  const [{ rows }] = await database.withJob(null, (db) => [dueRuns(db, sql`select tenant_id, id from app.due_runs(${waitingRuns}::int)`)]);
  await send(rows.map(({ tenant_id, id }) => ({ tenant: tenant_id, id })));
  const total = { waiting: rows.length, claimed: 0, runs: 0 };
  let claims: Awaited<ReturnType<typeof claimDue>>['claims'] = [];
  for (let round = 0; round <= rounds; round += 1) {
    // A batch that wasn't full was the last one.
    const isLast = round === rounds || (round > 0 && claims.length < perClaim);
    const done = await claimDue(database, at, claims, isLast ? 0 : perClaim);
    await send(done.runs);
    claims = done.claims;
    total.claimed += claims.length;
    total.runs += done.runs.length;
    if (claims.length === 0) break;
  }
  return total;
}

/** Does one attempt of a run. */
export const runTask = ({ at, env, database }: Tick, { tenant, id }: Run): Promise<void> => advance({ env, database, tenant, now: at }, id);
