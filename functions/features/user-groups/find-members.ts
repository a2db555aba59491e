import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { fold } from '../../../domain/text/fold.ts';
import { findMembers } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

const mostPeople = 20;
const mostNames = 200;

/** People to add, whatever their status: who is blocked today keeps his groups for tomorrow. */
export const findMembersToAdd = bind(findMembers, async ({ id, q }, ctx) => {
  const key = fold(q);
  const [groups, people, departments] = await ctx.database.withTenant(entryOf(ctx, 'userGroups.read'), (db) => [
    db.execute(
      sql`select q.id, q.name from user_groups q where q.deleted_at is null or q.id = ${id}::uuid order by q.id <> ${id}::uuid, q.sort_key, q.id limit ${mostNames}`,
    ),
    db.execute(sql`select u.id, u.name, u.email from users u where u.deleted_at is null and u.seat is null and (starts_with(u.sort_key, ${key}) or starts_with(u.email, ${key}))
      and not exists (select from user_group_members m where m.user_group_id = ${id}::uuid and m.user_id = u.id) order by u.sort_key, u.id limit ${mostPeople}`),
    db.execute(
      sql`select distinct u.department as name from users u where u.deleted_at is null and u.department <> '' order by 1 limit ${mostNames}`,
    ),
  ]);
  const [own, ...others] = rowsOf<{ id: string; name: string }>(groups);
  if (own?.id !== id) throw new AppError('not_found');
  return {
    people: rowsOf<{ id: string; name: string; email: string }>(people),
    departments: rowsOf<{ name: string }>(departments).map(({ name }) => name),
    groups: others,
  };
});
