import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import { settleTask } from '../../functions/features/automatic-actions/index.ts';
import { claim } from '../claim.ts';
import type { Tick } from '../tick.ts';

const perTick = 200;
const dueTasks = raw('scheduled.due_tasks', claim);

/** Tasks that end or are about to, those of partners whose relation is over, and maintenance that is to be announced. */
export async function tellOfTasks({ at, database }: Tick): Promise<Record<string, number>> {
  const [{ rows }] = await database.withJob(null, (db) => [dueTasks(db, sql`select tenant_id, id from app.due_tasks(${perTick}::int)`)]);
  for (const { tenant_id: tenant, id } of rows) await settleTask({ database, tenant, now: at }, id);
  return { due: rows.length };
}
