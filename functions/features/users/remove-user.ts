import { and, eq, isNull, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { confirmsDeletion } from '../../../domain/text/deletion-name.ts';
import { removeUser, restoreUser } from '../../../domain/users/change-contract.ts';
import type { Status } from '../../../domain/users/person.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { lockWithGroups } from '../../request/lock-people.ts';
import { bringBack, removal } from './removal.ts';
import { removable, undoUntil } from './rows.ts';
import { orTaken } from './write-outcome.ts';

const removedRows = raw('users.remove', { deleted_at: 'timestamptz' });
const backRows = raw('users.restore', { status: 'text', version: 'int4' });

/** The typed text is only compared with the current name: a rename in between is reported. */
export const removeOneUser = bind(removeUser, async ({ id, typed }, ctx) => {
  if (id === ctx.session.sub) throw new AppError('own_person');
  const [[person]] = await ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [
    db
      .select({ name: users.name })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt))),
  ]);
  if (!person) throw new AppError('not_found');
  if (!confirmsDeletion(typed, person.name)) throw invalidInput('typed');
  const [, , { rows }] = await ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [
    ...lockWithGroups(db, sql`${id}::uuid`),
    removedRows(
      db,
      sql`with target as (select x.id from users x where x.id = ${id}::uuid and x.name = ${person.name}),
        ${removal(sql`target`, ctx)} select deleted_at from changed`,
    ),
  ]);
  const [removed] = rows;
  if (!removed) throw new AppError('not_found');
  return { undoUntil: undoUntil(removed.deleted_at) };
});

export const restoreOneUser = bind(restoreUser, async ({ id }, ctx) => {
  const [, , { rows }] = await orTaken(
    ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [
      ...lockWithGroups(db, sql`${id}::uuid`),
      backRows(
        db,
        sql`with target as (select x.id, x.preferences from users x where x.id = ${id}::uuid and ${removable}),
          ${bringBack(sql`target`, ctx)} select status, version from changed`,
      ),
    ]),
  );
  const [back] = rows;
  if (!back) throw new AppError('not_found');
  return { id, version: back.version, status: back.status as Status }; // because a check constraint allows these only
});
