import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { confirmsDeletion } from '../../../domain/text/deletion-name.ts';
import { removeUser, restoreUser } from '../../../domain/users/change-contract.ts';
import type { Status } from '../../../domain/users/person.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { lockWithGroups } from '../../http/lock-people.ts';
import { bringBack, removal } from './removal.ts';
import { removable, undoUntil } from './rows.ts';
import { orTaken } from './write-outcome.ts';

/** Only the name as it stands is held against what was typed: a rename in between is told. */
export const removeOneUser = bind(removeUser, async ({ id, typed }, ctx) => {
  if (id === ctx.session.sub) throw new AppError('own_person');
  const [found] = await ctx.database.withTenant(entryOf(ctx, 'users.edit'), (db) => [
    db.execute(sql`select name from users where id = ${id}::uuid and deleted_at is null`),
  ]);
  const [person] = rowsOf<{ name: string }>(found);
  if (!person) throw new AppError('not_found');
  if (!confirmsDeletion(typed, person.name)) throw new AppError('invalid_input', { name: 'typed', reason: 'invalid' }, { field: 'typed' });
  const [, , result] = await ctx.database.withTenant(entryOf(ctx, 'users.edit'), (db) => [
    ...lockWithGroups(db, sql`${id}::uuid`),
    db.execute(
      sql`with target as (select x.id from users x where x.id = ${id}::uuid and x.name = ${person.name}), ${removal(sql`target`, ctx)} select deleted_at from changed`,
    ),
  ]);
  const [removed] = rowsOf<{ deleted_at: string }>(result);
  if (!removed) throw new AppError('not_found');
  return { undoUntil: undoUntil(removed.deleted_at) };
});

export const restoreOneUser = bind(restoreUser, async ({ id }, ctx) => {
  const [, , result] = await orTaken(
    ctx.database.withTenant(entryOf(ctx, 'users.edit'), (db) => [
      ...lockWithGroups(db, sql`${id}::uuid`),
      db.execute(
        sql`with target as (select x.id, x.preferences from users x where x.id = ${id}::uuid and ${removable}), ${bringBack(sql`target`, ctx)} select id, status, version from changed`,
      ),
    ]),
  );
  const [back] = rowsOf<{ id: string; status: Status; version: number }>(result);
  if (!back) throw new AppError('not_found');
  return back;
});
