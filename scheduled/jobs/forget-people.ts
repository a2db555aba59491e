import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import type { Tick } from '../tick.ts';

const perTick = 200;
const purgeRemoved = raw('scheduled.purge_removed', { tenant_id: 'uuid', picture: 'text?' });

/** Deletes all personal data of users removed thirty days ago, pictures included. */
export async function forgetPeople({ env, database }: Tick): Promise<Record<string, number>> {
  const [{ rows: gone }] = await database.withJob(null, (db) => [
    purgeRemoved(db, sql`select tenant_id, picture from app.purge_removed(${perTick})`),
  ]);
  await Promise.all(gone.flatMap(({ tenant_id, picture }) => (picture ? [env.FILES.delete(`${tenant_id}/${picture}`)] : [])));
  return { forgotten: gone.length };
}
