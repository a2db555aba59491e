import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';

/** BEHAVIOUR 13: who enters a unit from above has given his second factor within twelve hours, if he has one or must. One trip. */
export async function refuseStale(ctx: SessionContext): Promise<void> {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'units.enter'), (db) => [
    db.execute(sql`select app.factor_stale(${ctx.session.sid}::uuid) as stale`),
  ]);
  if (rowsOf<{ stale: boolean }>(result)[0]?.stale) throw new AppError('factor_stale');
}
