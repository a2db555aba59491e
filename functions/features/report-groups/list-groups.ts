import { sql } from 'drizzle-orm';
import { listGroups } from '../../../domain/report-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { conditions, countColumns, narrowed } from './filters.ts';
import { g, type Kind, ownGroup, present, reportCount, rowColumns, rowsByKind } from './kind.ts';

/** Sub-groups are sorted by the order of their groups first. */
export function getColumns(kind: Kind): Record<string, SortColumn> {
  const x = rowsByKind[kind];
  const position = kind === 'groups' ? sql`${x.position}::bigint` : sql`(${g.position}::bigint * 100000 + ${x.position})`;
  return {
    position: { sql: position, cast: 'bigint' },
    name: { sql: sql`${x.sortKey}`, cast: 'text' },
    created: { sql: sql`${x.createdAt}`, cast: 'timestamptz' },
    reports: { sql: reportCount(kind), cast: 'bigint' },
  };
}

const noRows = { n: 0, all: 0, visible: 0, hidden: 0, empty: 0, deleted: 0 };

export const findGroups = bind(listGroups, async (input, ctx) => {
  const { kind } = input;
  const x = rowsByKind[kind];
  const list = keyset(input, getColumns(kind), 'position', sql`${x.id}`);
  const where = conditions(kind, input);
  const [rows, [counted = noRows]] = await ctx.database.withTenant(getEntry(ctx, 'groups.read'), (db) => [
    list.page(
      db
        .select({ ...rowColumns(kind), sort_value: list.sortValue })
        .from(x)
        .innerJoin(g, ownGroup(kind))
        .$dynamic(),
      where,
    ),
    db
      .select({ n: sql<number>`count(*) filter (where ${where})::int`, ...countColumns(kind) })
      .from(x)
      .innerJoin(g, ownGroup(kind))
      .where(narrowed(kind, input)),
  ]);
  const { n: total, ...counts } = counted;
  const { rows: kept, ...paging } = list.answer(rows, total);
  return { items: kept.map(present), ...paging, counts };
});
