import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import { runBatch } from '../../functions/features/user-imports/index.ts';
import { sendMessages } from '../../functions/request/messages.ts';
import { claim } from '../claim.ts';
import type { Tick } from '../tick.ts';

const perTick = { look: 100, forget: 200 };
const dueImports = raw('scheduled.due_user_imports', claim);
const forgetImports = raw('scheduled.forget_user_imports', { n: 'int4' });

/** Handles the next batch of the import in the message. */
export const continueUserImport = ({ at, env, database }: Tick, { tenant, id }: { tenant: string; id: string }): Promise<void> =>
  runBatch({ env, database, tenant, now: at.getTime() }, id);

/** Sends a message for each import whose lease has expired: its message was lost or its Worker was killed. */
export async function resumeUserImports({ env, database }: Tick): Promise<Record<string, number>> {
  const [{ rows: claims }] = await database.withJob(null, (db) => [
    dueImports(db, sql`select tenant_id, id from app.due_user_imports(${perTick.look})`),
  ]);
  await sendMessages(
    env,
    claims.map(({ tenant_id: tenant, id }) => ({ kind: 'user-import', tenant, id })),
  );
  return { due: claims.length };
}

/** Deletes old imports, because they hold personal data from the files. */
export async function forgetUserImports({ database }: Tick): Promise<Record<string, number>> {
  const [{ rows }] = await database.withJob(null, (db) => [forgetImports(db, sql`select app.forget_user_imports(${perTick.forget}) as n`)]);
  return { forgotten: rows[0]?.n ?? 0 };
}
