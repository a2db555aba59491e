import { type SQL, sql } from 'drizzle-orm';
import { lastOf } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { changeUsers } from '../../../domain/users/change-contract.ts';
import type { UserFilters } from '../../../domain/users/contract.ts';
import { maxByFilter } from '../../../domain/users/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { lockMoves, lockUsers, lockWithGroups } from '../../request/lock-people.ts';
import { wakeOutbox } from '../mail/index.ts';
import { getEffect } from './bulk-effects.ts';
import { conditions, removable } from './rows.ts';
import { orTaken } from './write-outcome.ts';

type Refusal = { id: string; name: string; reason: 'own_person' | 'already_accepted' | 'no_address' | 'email_taken' };
const changeRows = raw('users.change', { there: 'int4', fits: 'bool', changed: 'int4', refused_count: 'int4', refused: 'jsonb' });
const maxTold = 50;

/** The selected users: all named ones, or those that the list's filter shows. */
function meant(input: { ids?: string[] | undefined; filter?: UserFilters | undefined; action: string }, ctx: SessionContext): SQL {
  if (!input.ids)
    return sql`select x.* from users x where ${conditions(input.filter ?? {}, ctx)} order by x.sort_key, x.id limit ${maxByFilter + 1}`;
  const there = input.action === 'restore' ? removable : sql`x.deleted_at is null`;
  return sql`select x.* from users x join ${sql`(${idRows([...new Set(input.ids)])})`} wanted on wanted.id = x.id where ${there}`;
}

/**
 * One statement for all users: it changes those who can be changed and reports the others; if the list has changed since it was shown, it
 * changes none.
 */
export const changeManyUsers = bind(changeUsers, async (input, ctx) => {
  if (!input.ids === !input.filter) throw new AppError('required', { name: 'ids' }, { field: 'ids' });
  const wanted = input.ids ? new Set(input.ids).size : input.expected;
  if (wanted === undefined) throw new AppError('required', { name: 'expected' }, { field: 'expected' });
  if (input.action === 'remove' && input.typed !== String(wanted)) throw invalidInput('typed');
  const effect = getEffect(input, ctx);
  const people = sql`select l.id from (${meant(input, ctx)}) l`;
  const moves = input.action === 'addToGroup' || input.action === 'removeFromGroup';
  const ends = input.action === 'remove' || input.action === 'restore';
  const results = await orTaken(
    ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [
      ...(moves
        ? lockMoves(db, sql`${input.userGroupId ?? null}::uuid`, people)
        : ends
          ? lockWithGroups(db, people)
          : [lockUsers(db, people)]),
      changeRows(
        db,
        sql`with found as materialized (${meant(input, ctx)}),
          fits as materialized (select (select count(*)::int from found) as there, ${effect.needs ?? sql`true`} as fits),
          target as materialized (select f.* from found f, fits where fits.there = ${wanted} and fits.fits), ${effect.writes},
          refused as (select x.id, x.name, ${effect.refused ?? sql`null::text`} as reason from target x)
          select fits.there, fits.fits, (select count(*)::int from changed) as changed,
            (select count(*)::int from refused r where r.reason is not null) as refused_count,
            coalesce((select jsonb_agg(r) from (select * from refused r where r.reason is not null limit ${maxTold}) r), '[]') as refused
          from fits`,
      ),
    ]),
  );
  const [outcome] = lastOf(results).rows;
  if (!outcome || outcome.there !== wanted) throw new AppError(input.ids ? 'not_found' : 'changed_meanwhile');
  if (!outcome.fits) throw new AppError('not_found', undefined, { field: 'userGroupId' });
  if (input.action === 'invite' && outcome.changed > 0) wakeOutbox(ctx);
  const { changed, refused_count: refusedCount } = outcome;
  const refused = outcome.refused as Refusal[]; // because the statement builds the list
  return { changed, unchanged: wanted - changed - refusedCount, refused, refusedCount };
});
