import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { findSubjects } from '../../../domain/report-access/contract.ts';
import type { SubjectShown } from '../../../domain/report-access/fields.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

const mostPeople = 20;
const mostGroups = 10;

/** People who may sign in, and living user groups, by the beginning of a name or an e-mail; or people alone, whatever their status. */
export const findGrantSubjects = bind(findSubjects, async ({ q, who }, ctx) => {
  const key = fold(q);
  const anyone = who === 'anyone';
  const [groups, people] = await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => [
    db.execute(sql`select 'group' as kind, q.id, q.name, (select count(*) from user_group_members m where m.tenant_id = q.tenant_id and m.user_group_id = q.id)::text as detail
      from user_groups q where ${anyone ? sql`false` : sql`true`} and q.deleted_at is null and starts_with(q.sort_key, ${key}) order by q.sort_key, q.id limit ${mostGroups}`),
    db.execute(sql`select 'user' as kind, u.id, u.name, u.email as detail from users u
      where u.seat is null and ${anyone ? sql`u.deleted_at is null` : sql`u.status in ('A','T')`} and (starts_with(u.sort_key, ${key}) or starts_with(u.email, ${key})) order by u.sort_key, u.id limit ${mostPeople}`),
  ]);
  return { subjects: [...rowsOf<SubjectShown>(groups), ...rowsOf<SubjectShown>(people)] };
});
