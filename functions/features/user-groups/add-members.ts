import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addMembers } from '../../../domain/user-groups/contract.ts';
import { mostAtOnce, mostByFilter } from '../../../domain/user-groups/limits.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { idRows, idsIn } from '../../request/id-rows.ts';
import { lockMoves } from '../../request/lock-people.ts';
import { memberships, membersMoved } from '../../request/record-membership.ts';
import { livingGroup } from './rows.ts';

type Filter = { department?: string | undefined; profile?: string | undefined; group?: string | undefined };
const addedRows = raw('user_groups.add_members', {
  there: 'int4',
  people: 'int4',
  source: 'int4',
  wanted: 'int4',
  added: 'int4',
  ids: 'uuid[]',
  unknown: 'text[]',
});

function matching(filter: Filter | undefined): SQL {
  if (!filter) return sql`false`;
  const { department, profile, group } = filter;
  return sql.join(
    [
      sql`u.status in ('A','T')`,
      ...(department ? [sql`u.department = ${department}`] : []),
      ...(profile ? [sql`u.profile = ${profile}`] : []),
      ...(group ? [sql`u.id in (select m.user_id from user_group_members m where m.user_group_id = ${group}::uuid)`] : []),
    ],
    sql` and `,
  );
}

/** Members by id, by address and by filter in one statement; a missing named user leaves everything unchanged. */
export const addManyMembers = bind(addMembers, async ({ id, people, addresses, filter }, ctx) => {
  const named = [...new Set(people)];
  const sourceThere = filter?.group
    ? sql`(select count(*)::int from user_groups f where f.id = ${filter.group}::uuid and f.deleted_at is null)`
    : sql`1`;
  const moved = sql`select m.user_id, (select g.name from user_groups g where g.id = ${id}::uuid) as group_name from m`;
  const [, , { rows }] = await ctx.database.withTenant(entryOf(ctx, 'userGroups.edit'), (db) => [
    // Adding members by hand gives no profile, but a directory may map a profile to the group at the same moment.
    ...lockMoves(db, sql`${id}::uuid`, idsIn(named)),
    addedRows(
      db,
      sql`with q as ${livingGroup(id)}, named as ${idRows(named)},
        mails as (select distinct lower(e) as email from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) e),
        known as (select count(*)::int as people, ${sourceThere} as source
          from users u join named n on n.id = u.id where u.deleted_at is null),
        wanted as (select u.id, u.name, u.sort_key from users u, known
          where known.people = ${named.length} and known.source = 1 and u.deleted_at is null
            and (u.id in (select n.id from named n) or u.email in (select e.email from mails e) or (${matching(filter)}))
          order by u.sort_key, u.id limit ${mostByFilter}),
        m as (insert into user_group_members (user_group_id, user_id) select q.id, w.id from q, wanted w
          on conflict do nothing returning user_id),
        a as (${auditEach(ctx, {
          what: 'user_group.members_add',
          row: sql`q.id`,
          facts: membersMoved(sql`m`),
          from: sql`q`,
          where: sql`exists (select from m)`,
        })}),
        ${memberships('moves', moved, 'addToGroup', ctx)}
        select (select count(*)::int from q) as there, known.people, known.source, (select count(*)::int from wanted) as wanted,
          (select count(*)::int from m) as added, array(select m.user_id from m limit ${mostAtOnce + 1}) as ids,
          array(select e.email from mails e where not exists (select from users u where u.deleted_at is null and u.email = e.email)
            order by e.email) as unknown from known`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.people !== named.length) throw new AppError('not_found', undefined, { field: 'people' });
  if (outcome.source !== 1) throw new AppError('not_found', undefined, { field: 'filter' });
  const { added, wanted, unknown, ids } = outcome;
  return { added, existing: wanted - added, unknown, ids: added <= mostAtOnce ? ids : [] };
});
