import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { markUse } from '../../../domain/session/use-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const markUsed = raw('session.mark_use', { ends_at: 'timestamptz', last_at: 'timestamptz' });

export const markSessionUse = bind(markUse, async ({ used }, ctx) => {
  const { session } = ctx;
  const entry = getEntry(ctx, 'session.keep');
  const serverNow = new Date(ctx.clock.now()).toISOString();
  // Use doesn't extend an act-as session: it ends at its own time (BEHAVIOUR 8). A read-only one could not write either.
  if (session.acting) {
    await ctx.database.withTenant(entry, () => []);
    const endsAt = new Date(session.acting.until * 1000).toISOString();
    return { endsAt, lastAt: endsAt, serverNow };
  }
  const [{ rows }] = await ctx.database.withTenant(entry, (db) => [
    markUsed(db, sql`select * from app.session_used(${session.sid}::uuid, ${used === 'S'}::boolean)`),
  ]);
  const [row] = rows;
  if (!row) throw new AppError('session_gone');
  return { endsAt: toIso(row.ends_at), lastAt: toIso(row.last_at), serverNow };
});
