import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { type GroupCounts, listGroups } from '../../../domain/groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { conditions, countColumns, type Kind, narrowed, present, type Row, reportCount, rowColumns, source } from './kind.ts';

/** Sub-groups stand in the order of their groups first. */
export const columnsOf = (kind: Kind): Record<string, SortColumn> => ({
  position: { sql: kind === 'groups' ? sql`x.position::bigint` : sql`(g.position::bigint * 100000 + x.position)`, cast: 'bigint' },
  name: { sql: sql`x.sort_key`, cast: 'text' },
  created: { sql: sql`x.created_at`, cast: 'timestamptz' },
  reports: { sql: reportCount(kind), cast: 'bigint' },
});

const noRows = { n: 0, all: 0, visible: 0, hidden: 0, empty: 0, deleted: 0 };

export const findGroups = bind(listGroups, async (input, ctx) => {
  const { kind } = input;
  const list = keyset(input, columnsOf(kind), 'position', sql`x.id`);
  const where = conditions(kind, input);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'groups.read'), (db) => [
    db.execute(
      sql`select ${rowColumns(kind)}, ${list.sortValue} as sort_value from ${source(kind)} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(
      sql`select count(*) filter (where ${where})::int as n, ${countColumns(kind)} from ${source(kind)} where ${narrowed(kind, input)}`,
    ),
  ]);
  const { n: total, ...counts } = rowsOf<GroupCounts & { n: number }>(counted)[0] ?? noRows;
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), total);
  return { items: kept.map(present), ...paging, counts };
});
