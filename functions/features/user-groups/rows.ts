import { type SQL, sql } from 'drizzle-orm';
import { searchWords } from '../../../domain/text/fold.ts';
import type { UserGroupRow } from '../../../domain/user-groups/contract.ts';
import type { UserGroupView } from '../../../domain/user-groups/limits.ts';
import type { SortColumn } from '../../http/keyset.ts';

export type Row = {
  id: string;
  name: string;
  description: string;
  members: number;
  reports: number;
  deleted: boolean;
  version: number;
  created_at: string;
};

/** How many living people are in group x; also a column to sort by. */
const memberCount = sql`(select count(*) from user_group_members m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id and u.deleted_at is null where m.tenant_id = x.tenant_id and m.user_group_id = x.id)`;
const reportCount = sql`(select count(*) from grants o where o.tenant_id = x.tenant_id and o.user_group_id = x.id and (o.valid_until is null or o.valid_until > app.now()))`;

export const rowColumns = sql`x.id, x.name, x.description, ${memberCount}::int as members, ${reportCount}::int as reports, x.deleted_at is not null as deleted, x.version, x.created_at`;

export const columns: Record<string, SortColumn> = {
  name: { sql: sql`x.sort_key`, cast: 'text' },
  members: { sql: memberCount, cast: 'bigint' },
  created: { sql: sql`x.created_at`, cast: 'timestamptz' },
};

export const present = (row: Row): UserGroupRow => ({
  id: row.id,
  name: row.name,
  description: row.description,
  members: row.members,
  reports: row.reports,
  deleted: row.deleted,
  version: row.version,
  createdAt: new Date(row.created_at).toISOString(),
});

const views: Record<UserGroupView, SQL> = {
  all: sql`x.deleted_at is null`,
  empty: sql`(x.deleted_at is null and ${memberCount} = 0)`,
  deleted: sql`x.deleted_at is not null`,
};
export const countColumns = sql`count(*) filter (where ${views.all})::int as all, count(*) filter (where ${views.empty})::int as empty, count(*) filter (where ${views.deleted})::int as deleted`;

/** Beginnings of words of the name. */
export function narrowed(search: string | undefined): SQL {
  const all = searchWords(search ?? '')
    .slice(0, 8)
    .map((word) => sql`(' ' || x.sort_key) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`);
  return all.length > 0 ? sql.join(all, sql` and `) : sql`true`;
}
export const conditions = ({ search, view }: { search?: string | undefined; view: UserGroupView }): SQL =>
  sql`${views[view]} and ${narrowed(search)}`;

/** The group q that is being worked on, while it is there. */
export const living = (id: string) => sql`(select q.* from user_groups q where q.id = ${id}::uuid and q.deleted_at is null)`;

export { mostTold } from '../../http/record-membership.ts';
