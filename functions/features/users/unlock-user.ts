import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { unlockUser } from '../../../domain/users/change-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getAudit } from './write-parts.ts';

const unlockRows = raw('users.unlock', { lifted: 'bool' });

/** Lifts the half-hour lockout after five wrong passwords. */
export const unlockOneUser = bind(unlockUser, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [
    unlockRows(
      db,
      sql`with o as materialized (select x.id, app.lift_lock(x.id) as lifted from users x where x.id = ${id}::uuid and x.deleted_at is null),
        ${getAudit(ctx, 'user.unlock', {}, sql`o x where x.lifted`)}
        select lifted from o`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome) throw new AppError('not_found');
  return { lifted: outcome.lifted };
});
