import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/client.ts';
import type { Tick } from '../tick.ts';

const perTick = 200;

/** Thirty days after a removal nothing personal is left of somebody, his picture included. */
export async function forgetPeople({ env, database }: Tick): Promise<Record<string, number>> {
  const [result] = await database.withJob(null, (db) => [db.execute(sql`select tenant_id, picture from app.purge_removed(${perTick})`)]);
  const gone = rowsOf<{ tenant_id: string; picture: string | null }>(result);
  await Promise.all(gone.flatMap(({ tenant_id, picture }) => (picture ? [env.FILES.delete(`${tenant_id}/${picture}`)] : [])));
  return { forgotten: gone.length };
}
