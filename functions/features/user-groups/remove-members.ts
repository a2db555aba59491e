import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { removeMembers } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { idRows, idsIn } from '../../request/id-rows.ts';
import { lockMoves } from '../../request/lock-people.ts';
import { memberships, membersMoved } from '../../request/record-membership.ts';
import { livingGroup } from './rows.ts';

const removedRows = raw('user_groups.remove_members', { there: 'int4', members: 'int4', removed: 'int4' });

/** Several at once, all or none: one id that isn't a member leaves all members unchanged. */
export const removeManyMembers = bind(removeMembers, async ({ id, ids }, ctx) => {
  const wanted = [...new Set(ids)];
  const moved = sql`select d.user_id, (select g.name from user_groups g where g.id = ${id}::uuid) as group_name from d`;
  const [, , { rows }] = await ctx.database.withTenant(getEntry(ctx, 'userGroups.edit'), (db) => [
    ...lockMoves(db, sql`${id}::uuid`, idsIn(wanted)),
    removedRows(
      db,
      sql`with q as ${livingGroup(id)}, wanted as ${idRows(wanted)},
        there as (select count(*)::int as n from user_group_members m join wanted w on w.id = m.user_id join q on q.id = m.user_group_id),
        d as (delete from user_group_members m using wanted w, q, there
          where there.n = ${wanted.length} and m.user_group_id = q.id and m.user_id = w.id returning m.user_id),
        a as (${auditEach(ctx, {
          what: 'user_group.members_remove',
          row: sql`q.id`,
          facts: membersMoved(sql`d`),
          from: sql`q`,
          where: sql`exists (select from d)`,
        })}),
        ${memberships('moves', moved, 'removeFromGroup', ctx)}
        select (select count(*)::int from q) as there, there.n as members, (select count(*)::int from d) as removed from there`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.members !== wanted.length) throw new AppError('not_found', undefined, { field: 'ids' });
  return { removed: outcome.removed };
});
