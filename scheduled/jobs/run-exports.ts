import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { raw } from '../../db/raw.ts';
import { exports } from '../../db/schema/exports.ts';
import { advance } from '../../functions/features/exports/run/advance.ts';
import { sendMessages } from '../../functions/request/messages.ts';
import { claim } from '../claim.ts';
import type { Tick } from '../tick.ts';

const perTick = { look: 100, remove: 200 };
const dueExports = raw('scheduled.due_exports', claim);
const endedExports = raw('scheduled.ended_exports', claim);
const e = alias(exports, 'e');

/** Advances the export in the message by one step. */
export const advanceExport = ({ at, env, database }: Tick, { tenant, id }: { tenant: string; id: string }): Promise<void> =>
  advance({ env, database, tenant, now: at.getTime() }, id);

/** Sends a message for each export that is due and not leased: its message was lost or its Worker was killed. */
export async function resumeExports({ env, database }: Tick): Promise<Record<string, number>> {
  const [{ rows: claims }] = await database.withJob(null, (db) => [
    dueExports(db, sql`select tenant_id, id from app.due_exports(${perTick.look})`),
  ]);
  await sendMessages(
    env,
    claims.map(({ tenant_id: tenant, id }) => ({ kind: 'export', tenant, id })),
  );
  return { due: claims.length };
}

/** Removes expired files. A file that several exports share goes with the last of them. */
export async function removeOldExports({ env, database }: Tick): Promise<Record<string, number>> {
  const [{ rows: claims }] = await database.withJob(null, (db) => [
    endedExports(db, sql`select tenant_id, id from app.ended_exports(${perTick.remove})`),
  ]);
  const shared = sql<boolean>`exists (select from exports x where x.file = e.file and x.id <> e.id and x.state = 'ready'
    and x.expires_at > app.now())`;
  for (const { tenant_id: tenant, id } of claims) {
    const [[row]] = await database.withJob(tenant, (db) => [
      db
        .select({ file: e.file, shared })
        .from(e)
        .where(and(eq(e.id, id), isNotNull(e.file))),
    ]);
    if (!row?.file) continue;
    const { file } = row;
    // The file first: a row without its file is a dead link for a moment, but a file without its row would stay for ever.
    if (!row.shared) await env.FILES.delete(`${tenant}/${file}`);
    const state = sql`case when ${exports.state} = 'ready' then 'expired' else ${exports.state} end`;
    await database.withJob(tenant, (db) => [
      db
        .update(exports)
        .set({ file: null, state })
        .where(and(eq(exports.id, id), eq(exports.file, file))),
    ]);
  }
  return { removed: claims.length };
}
