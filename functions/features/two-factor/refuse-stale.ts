import { AppError } from '../../../domain/errors/catalogue.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { readStale } from './two-factor.sql.ts';

/** BEHAVIOUR 13: entering a unit from above needs a second factor given within twelve hours, for users who have one or must. One trip. */
export async function refuseStale(ctx: SessionContext): Promise<void> {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'units.enter'), (db) => [readStale(db, ctx.session.sid)]);
  if (rows[0]?.stale) throw new AppError('factor_stale');
}
