import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import type { Tick } from '../tick.ts';

const perTick = 5;
const dueUnits = raw('scheduled.due_units', { id: 'uuid' });
const purgeUnit = raw('scheduled.purge_unit', { gone: 'bool' });

/** Deletes a unit's files and rows thirty days after its deletion. The files go first, because only the rows show that they are due. */
export async function forgetUnits({ env, database }: Tick): Promise<Record<string, number>> {
  const [{ rows: due }] = await database.withJob(null, (db) => [dueUnits(db, sql`select id from app.due_units(${perTick})`)]);
  let forgotten = 0;
  for (const { id } of due) {
    await removeFiles(env.FILES, `${id}/`);
    const [{ rows }] = await database.withJob(null, (db) => [purgeUnit(db, sql`select app.purge_unit(${id}::uuid) as gone`)]);
    if (rows[0]?.gone) forgotten += 1;
  }
  return { forgotten };
}

/** A listing returns at most a thousand files and does not return deleted ones again. */
async function removeFiles(files: Tick['env']['FILES'], prefix: string): Promise<void> {
  for (;;) {
    const { objects, truncated } = await files.list({ prefix });
    if (objects.length > 0) await files.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}
