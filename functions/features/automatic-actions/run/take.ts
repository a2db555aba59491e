import { sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client.ts';
import { raw, typed } from '../../../../db/raw.ts';
import type { RunNotes } from '../../../../domain/automatic-actions/claim.ts';
import { readStanding, toStanding } from '../standing.ts';
import type { Work } from './work.ts';

/** Outlasts a message's deadline, so that no second Worker takes a run that is still worked on. */
const leaseSeconds = 90;

const takenRow = raw('tasks.take_run', {
  id: 'uuid',
  task_id: 'uuid',
  due_at: 'timestamptz',
  started_at: 'timestamptz',
  attempt: 'int4',
  by_hand: 'bool',
  notes: typed<RunNotes>('jsonb'),
});

const take = (db: Db, id: string) =>
  takenRow(
    db,
    sql`update task_runs r set state = 'running', attempt = r.attempt + 1, started_at = coalesce(r.started_at, app.now()),
        taken_until = app.now() + make_interval(secs => ${leaseSeconds}::int),
        next_try_at = app.now() + make_interval(secs => ${leaseSeconds}::int)
      where r.id = ${id}::uuid and r.state in ('claimed', 'running') and r.next_try_at <= app.now()
      returning r.id, r.task_id, r.due_at, r.started_at, r.attempt::int, r.trigger_id = r.id as by_hand, r.notes`,
  );

/** Takes a run under a lease, with its task as it stands now; null if another Worker has it or it is over. */
export async function takeRun({ database, tenant }: Work, id: string) {
  const [{ rows }, standing] = await database.withJob(tenant, (db) => [
    take(db, id),
    readStanding(db, sql`(select r.task_id from task_runs r where r.id = ${id}::uuid)`),
  ]);
  const [run] = rows;
  const found = toStanding(standing);
  return run && found ? { run, standing: found } : null;
}
