import { and, count, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { userGroupMembers } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { fold } from '../../../domain/text/fold.ts';
import type { MemberRow } from '../../../domain/user-groups/contract.ts';
import { effectOfMember } from '../../../domain/user-groups/effect.ts';
import { getGrant, reportsWithPlace, visibleReport } from '../reports/index.ts';

export const n = alias(userGroupMembers, 'n');
export const p = alias(users, 'p');

const administrator = sql<boolean>`(p.profile <> 'user')`;
const living = sql`(o.valid_until is null or o.valid_until > app.now())`;
const given = (rule: SQL) =>
  sql<number>`(select count(*)::int from grants o join ${reportsWithPlace} on r.tenant_id = o.tenant_id and r.id = o.report_id
    where o.tenant_id = n.tenant_id and o.user_group_id = n.user_group_id and ${living} and ${rule})`;

// The visibility rule, applied to each member in turn.
const sees = visibleReport({ userId: sql`p.id`, seesAll: administrator });
const nothingElse = sql`not exists (select from grants x
  where x.tenant_id = o.tenant_id and x.report_id = o.report_id and x.id <> o.id and ${getGrant(sql`p.id`)})`;

export const rowColumns = {
  id: p.id,
  name: p.name,
  email: p.email,
  status: p.status,
  since: n.createdAt,
  seesAll: administrator,
  given: given(sql`true`),
  seen: given(sees),
  onlyHere: sql<number>`case when ${administrator} then 0 else ${given(sql`${sees} and ${nothingElse}`)} end`,
};

/** The join of members n with their users p; removed users are no longer members. */
export const membership = and(eq(p.tenantId, n.tenantId), eq(p.id, n.userId), isNull(p.deletedAt));
/** The query for members p of a group; the caller adds conditions, order and limit. */
export const shownRows = (db: Db) => db.select(rowColumns).from(n).innerJoin(p, membership);
type Row = Awaited<ReturnType<typeof shownRows>>[number];

export function conditions({ id, search }: { id: string; search?: string | undefined }): SQL | undefined {
  const key = fold(search ?? '');
  return and(eq(n.userGroupId, id), key ? or(sql`strpos(${p.sortKey}, ${key}) > 0`, sql`starts_with(${p.email}, ${key})`) : undefined);
}

export function present({ id, name, email, status, since, seesAll, ...counts }: Row): MemberRow {
  const active = status === 'A' || status === 'T';
  return {
    id,
    name,
    email,
    status,
    since: toIso(since),
    effect: effectOfMember({ active, seesAll, ...counts }),
    ...counts,
  };
}

/** Members of a group, counted under the same conditions. */
export const countMembers = (db: Db, where: SQL | undefined) => db.select({ n: count() }).from(n).innerJoin(p, membership).where(where);
