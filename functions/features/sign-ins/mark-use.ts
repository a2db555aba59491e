import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { markUse } from '../../../domain/sign-ins/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

/** A session of somebody who acts as another ends at its own time, whoever uses it (BEHAVIOUR 8). */
export const markSessionUse = bind(markUse, async ({ used }, ctx) => {
  const { session } = ctx;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'session.keep'), (db) => [
    db.execute(sql`select * from app.session_used(${session.sid}::uuid, ${used === 'S' && !session.acting}::boolean)`),
  ]);
  const [row] = rowsOf<{ ends_at: string; last_at: string }>(result);
  if (!row) throw new AppError('session_gone');
  return {
    endsAt: new Date(row.ends_at).toISOString(),
    lastAt: new Date(session.acting ? row.ends_at : row.last_at).toISOString(),
    serverNow: new Date(ctx.clock.now()).toISOString(),
  };
});
