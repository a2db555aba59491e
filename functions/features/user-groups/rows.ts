import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import type { UserGroupCounts, UserGroupRow } from '../../../domain/user-groups/contract.ts';
import { textNames, type UserGroupTexts } from '../../../domain/user-groups/fields.ts';
import type { UserGroupView } from '../../../domain/user-groups/limits.ts';
import type { SortColumn } from '../../request/keyset.ts';
import { memberCount } from '../../request/member-count.ts';

export const x = alias(userGroups, 'x');

/** Also a column to sort by. */
const members = memberCount(sql`x.tenant_id`, sql`x.id`);
const reportCount = sql`(select count(*) from grants o where o.tenant_id = x.tenant_id and o.user_group_id = x.id
  and (o.valid_until is null or o.valid_until > app.now()))`;

export const rowColumns = {
  id: x.id,
  name: x.name,
  ...pick(x, textNames),
  members: sql<number>`${members}::int`,
  reports: sql<number>`${reportCount}::int`,
  deletedAt: x.deletedAt,
  version: x.version,
  createdAt: x.createdAt,
};

/** The query for rows; the caller adds conditions, order and limit. */
export const shownRows = (db: Db) => db.select(rowColumns).from(x);
type Row = Awaited<ReturnType<typeof shownRows>>[number];

export const columns: Record<string, SortColumn> = {
  name: { sql: sql`${x.sortKey}`, cast: 'text' },
  members: { sql: members, cast: 'bigint' },
  created: { sql: sql`${x.createdAt}`, cast: 'timestamptz' },
};

export const present = ({ deletedAt, createdAt, ...row }: Row): UserGroupRow => ({
  ...pick(row, ['id', 'name', 'members', 'reports', 'version', ...textNames]),
  deleted: deletedAt !== null,
  createdAt: toIso(createdAt),
});

/** `and()` that never returns undefined, which would print nothing inside `sql`. */
const all = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;

const living = isNull(x.deletedAt);
const views: Record<UserGroupView, SQL> = { all: living, empty: all(living, sql`${members} = 0`), deleted: isNotNull(x.deletedAt) };
const counted = (view: UserGroupView) => sql<number>`count(*) filter (where ${views[view]})::int`;
export const countColumns: Record<keyof UserGroupCounts, SQL<number>> = {
  all: counted('all'),
  empty: counted('empty'),
  deleted: counted('deleted'),
};

/** Beginnings of words of the name. */
export const narrowed = (search: string | undefined): SQL =>
  all(
    ...searchWords(search ?? '')
      .slice(0, 8)
      .map((word) => sql`(' ' || ${x.sortKey}) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
  );
export const conditions = ({ search, view }: { search?: string | undefined; view: UserGroupView }): SQL =>
  all(views[view], narrowed(search));

/** The column of a text, for statements of raw SQL. */
export const getColumn = (name: keyof UserGroupTexts) => sql.identifier(userGroups[name].name);

/** The group q that is being changed, while it exists. */
export const livingGroup = (id: string) => sql`(select q.* from user_groups q where q.id = ${id}::uuid and q.deleted_at is null)`;

export { maxTold } from '../../request/record-membership.ts';
