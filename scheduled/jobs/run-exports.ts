import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/client.ts';
import { advance } from '../../functions/features/exports/run/advance.ts';
import { sendMessages } from '../../functions/http/messages.ts';
import type { Tick } from '../tick.ts';

type Claim = { tenant_id: string; id: string };
const perTick = { look: 100, remove: 200 };

/** One step of the export that a message names. */
export const advanceExport = ({ at, env, database }: Tick, { tenant, id }: { tenant: string; id: string }): Promise<void> =>
  advance({ env, database, tenant, now: at.getTime() }, id);

/** Sends a message for each export whose time has come and that nobody holds: what a lost message or a killed Worker left behind. */
export async function resumeExports({ env, database }: Tick): Promise<Record<string, number>> {
  const [due] = await database.withJob(null, (db) => [db.execute(sql`select tenant_id, id from app.due_exports(${perTick.look})`)]);
  const claims = rowsOf<Claim>(due);
  await sendMessages(
    env,
    claims.map(({ tenant_id: tenant, id }) => ({ kind: 'export', tenant, id })),
  );
  return { due: claims.length };
}

/** Removes files whose day is over; one that several exports share goes with the last of them. */
export async function removeOldExports({ env, database }: Tick): Promise<Record<string, number>> {
  const [ended] = await database.withJob(null, (db) => [db.execute(sql`select tenant_id, id from app.ended_exports(${perTick.remove})`)]);
  const claims = rowsOf<Claim>(ended);
  for (const { tenant_id: tenant, id } of claims) {
    const [found] = await database.withJob(tenant, (db) => [
      db.execute(
        sql`select e.file, exists (select from exports x where x.file = e.file and x.id <> e.id and x.state = 'ready' and x.expires_at > app.now()) as shared from exports e where e.id = ${id}::uuid and e.file is not null`,
      ),
    ]);
    const [row] = rowsOf<{ file: string; shared: boolean }>(found);
    if (!row) continue;
    // The file first: a row without its file is a dead link for a moment, a file without its row would lie there for ever.
    if (!row.shared) await env.FILES.delete(`${tenant}/${row.file}`);
    await database.withJob(tenant, (db) => [
      db.execute(
        sql`update exports set file = null, state = case when state = 'ready' then 'expired' else state end where id = ${id}::uuid and file = ${row.file}`,
      ),
    ]);
  }
  return { removed: claims.length };
}
