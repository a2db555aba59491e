import { and, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { GroupCounts, GroupRow } from '../../../domain/report-groups/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { g, type Kind, reportCount, rowsByKind } from './kind.ts';

export type Filters = {
  search?: string | undefined;
  visibility?: GroupRow['visibility'] | undefined;
  group?: string | undefined;
  empty?: '1' | undefined;
};

/** `and()` that never returns undefined, since undefined would render as nothing inside `sql`. */
const all = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;

function getViews(kind: Kind) {
  const x = rowsByKind[kind];
  const living = isNull(x.deletedAt);
  return { all: living, visible: all(living, not(x.hidden)), hidden: all(living, sql`${x.hidden}`), deleted: isNotNull(x.deletedAt) };
}
const isEmpty = (kind: Kind) => sql`${reportCount(kind)} = 0`;

/** How many rows each view has under the list's search and group. */
export function countColumns(kind: Kind): Record<keyof GroupCounts, SQL<number>> {
  const rows = (where: SQL) => sql<number>`count(*) filter (where ${where})::int`;
  const views = getViews(kind);
  return {
    all: rows(views.all),
    visible: rows(views.visible),
    hidden: rows(views.hidden),
    empty: rows(all(views.all, isEmpty(kind))),
    deleted: rows(views.deleted),
  };
}

/** The conditions of list and export; deleted rows are excluded unless requested. */
export const conditions = (kind: Kind, filters: Filters): SQL =>
  all(getViews(kind)[filters.visibility ?? 'all'], filters.empty ? isEmpty(kind) : undefined, narrowed(kind, filters));

/** Search and group only; the counts of all views share these conditions. */
export function narrowed(kind: Kind, filters: Filters): SQL {
  const words = searchWords(filters.search ?? '').slice(0, 8);
  return all(
    kind === 'subgroups' ? isNull(g.deletedAt) : undefined,
    filters.group ? eq(g.id, filters.group) : undefined,
    ...words.map((word) => sql`(' ' || ${rowsByKind[kind].sortKey}) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
  );
}
