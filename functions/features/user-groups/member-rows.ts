import { type SQL, sql } from 'drizzle-orm';
import { fold } from '../../../domain/text/fold.ts';
import type { MemberRow } from '../../../domain/user-groups/contract.ts';
import { effectOfMember } from '../../../domain/user-groups/effect.ts';
import { grantOf, reportsWithPlace, visibleReport } from '../reports/index.ts';

export type Row = {
  id: string;
  name: string;
  email: string;
  status: MemberRow['status'];
  since: string;
  sees_all: boolean;
  given: number;
  seen: number;
  only_here: number;
};

/** Members p of group x; who was removed is no member any more. */
export const source = sql`user_groups x join user_group_members n on n.tenant_id = x.tenant_id and n.user_group_id = x.id join users p on p.tenant_id = n.tenant_id and p.id = n.user_id and p.deleted_at is null`;

const administrator = sql`(p.profile <> 'user')`;
const living = sql`(o.valid_until is null or o.valid_until > app.now())`;
const given = (rule: SQL) =>
  sql`(select count(*)::int from grants o join ${reportsWithPlace} on r.tenant_id = o.tenant_id and r.id = o.report_id where o.tenant_id = n.tenant_id and o.user_group_id = n.user_group_id and ${living} and ${rule})`;

// The rule of viewing, asked about each member in turn.
const sees = visibleReport({ userId: sql`p.id`, seesAll: administrator });
const nothingElse = sql`not exists (select from grants x where x.tenant_id = o.tenant_id and x.report_id = o.report_id and x.id <> o.id and ${grantOf(sql`p.id`)})`;

export const rowColumns = sql`p.id, p.name, p.email, p.status, n.created_at as since, ${administrator} as sees_all, ${given(sql`true`)} as given, ${given(sees)} as seen,
  case when ${administrator} then 0 else ${given(sql`${sees} and ${nothingElse}`)} end as only_here`;

export function conditions({ id, search }: { id: string; search?: string | undefined }): SQL {
  const key = fold(search ?? '');
  const found = key ? sql`(strpos(p.sort_key, ${key}) > 0 or starts_with(p.email, ${key}))` : sql`true`;
  return sql`x.id = ${id}::uuid and ${found}`;
}

export function present(row: Row): MemberRow {
  const facts = {
    active: row.status === 'A' || row.status === 'T',
    seesAll: row.sees_all,
    given: row.given,
    seen: row.seen,
    onlyHere: row.only_here,
  };
  const { id, name, email, status } = row;
  const counts = { given: facts.given, seen: facts.seen, onlyHere: facts.onlyHere };
  return { id, name, email, status, since: new Date(row.since).toISOString(), effect: effectOfMember(facts), ...counts };
}
