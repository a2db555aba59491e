import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOf } from '../../../domain/format/iso.ts';
import { markUse } from '../../../domain/session/use-contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';

const markUsed = raw('session.mark_use', { ends_at: 'timestamptz', last_at: 'timestamptz' });

/** Use doesn't extend an act-as session: it ends at its own time (BEHAVIOUR 8). */
export const markSessionUse = bind(markUse, async ({ used }, ctx) => {
  const { session } = ctx;
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'session.keep'), (db) => [
    markUsed(db, sql`select * from app.session_used(${session.sid}::uuid, ${used === 'S' && !session.acting}::boolean)`),
  ]);
  const [row] = rows;
  if (!row) throw new AppError('session_gone');
  return {
    endsAt: isoOf(row.ends_at),
    lastAt: new Date(session.acting ? row.ends_at : row.last_at).toISOString(),
    serverNow: new Date(ctx.clock.now()).toISOString(),
  };
});
