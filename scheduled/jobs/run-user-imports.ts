import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/client.ts';
import { runBatch } from '../../functions/features/user-imports/index.ts';
import { sendMessages } from '../../functions/http/messages.ts';
import type { Tick } from '../tick.ts';

type Claim = { tenant_id: string; id: string };
const perTick = { look: 100, forget: 200 };

/** The next batch of the import that a message names. */
export const continueUserImport = ({ at, env, database }: Tick, { tenant, id }: { tenant: string; id: string }): Promise<void> =>
  runBatch({ env, database, tenant, now: at.getTime() }, id);

/** Sends a message for each import that nobody goes on with: what a lost message or a killed Worker left behind. */
export async function resumeUserImports({ env, database }: Tick): Promise<Record<string, number>> {
  const [due] = await database.withJob(null, (db) => [db.execute(sql`select tenant_id, id from app.due_user_imports(${perTick.look})`)]);
  const claims = rowsOf<Claim>(due);
  await sendMessages(
    env,
    claims.map(({ tenant_id: tenant, id }) => ({ kind: 'user-import', tenant, id })),
  );
  return { due: claims.length };
}

/** What people's files said does not lie here for ever. */
export async function forgetUserImports({ database }: Tick): Promise<Record<string, number>> {
  const [forgotten] = await database.withJob(null, (db) => [db.execute(sql`select app.forget_user_imports(${perTick.forget}) as n`)]);
  return { forgotten: rowsOf<{ n: number }>(forgotten)[0]?.n ?? 0 };
}
