import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { listWindows, readWindow } from '../../../domain/maintenance/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { columns, present, type Row, targetName } from './window.ts';

const sorts: Record<string, SortColumn> = {
  starts: { sql: sql`m.starts_at`, cast: 'timestamptz' },
  ends: { sql: sql`m.ends_at`, cast: 'timestamptz' },
  title: { sql: sql`lower(m.title)`, cast: 'text' },
};

const views = {
  current: sql`(m.cancelled_at is null and m.ends_at > app.now())`,
  past: sql`(m.cancelled_at is null and m.ends_at <= app.now())`,
  cancelled: sql`m.cancelled_at is not null`,
};

type Counts = { n: number; current: number; past: number; cancelled: number };

export const findWindows = bind(listWindows, async (input, ctx) => {
  const list = keyset(input, sorts, input.view === 'current' ? 'starts' : '-starts', sql`m.id`);
  const narrowed = sql.join(
    [
      input.report
        ? sql`exists (select from reports r where r.id = ${input.report}::uuid and (m.target = 'unit' or m.target_id in (r.id, r.group_id, r.subgroup_id)))`
        : sql`true`,
      ...searchWords(input.search ?? '')
        .slice(0, 8)
        .map((word) => sql`lower(m.title || ' ' || coalesce(${targetName}, '')) like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    ],
    sql` and `,
  );
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'maintenance.manage'), (db) => [
    db.execute(
      sql`select ${columns}, ${list.sortValue} as sort_value from maintenance m where ${views[input.view]} and ${narrowed} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*) filter (where ${views[input.view]})::int as n, count(*) filter (where ${views.current})::int as current, count(*) filter (where ${views.past})::int as past,
      count(*) filter (where ${views.cancelled})::int as cancelled from maintenance m where ${narrowed}`),
  ]);
  const { n, ...counts } = rowsOf<Counts>(counted)[0] ?? { n: 0, current: 0, past: 0, cancelled: 0 };
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), n);
  return { items: kept.map((row) => present(row, ctx.clock.now())), ...paging, counts };
});

export const readOneWindow = bind(readWindow, async ({ id }, ctx) => {
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'maintenance.manage'), (db) => [
    db.execute(sql`select ${columns} from maintenance m where m.id = ${id}::uuid`),
  ]);
  const [row] = rowsOf<Row>(rows);
  if (!row) throw new AppError('not_found');
  return present(row, ctx.clock.now());
});
