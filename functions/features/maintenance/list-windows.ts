import { and, eq, type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { listWindows, readWindow } from '../../../domain/maintenance/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { foldedHas } from '../../request/folded-sql.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { m, present, shownWindows, targetName, windowColumns } from './window.ts';

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
const countOf = (where: SQL) => sql<number>`count(*) filter (where ${where})::int`;

const aboutReport = (id: string) =>
  sql`exists (select from reports r where r.id = ${id}::uuid and (m.target = 'unit' or m.target_id in (r.id, r.group_id, r.subgroup_id)))`;
const hasWord = (word: string) => foldedHas(sql`m.title || ' ' || coalesce(${targetName}, '')`, word);

export const findWindows = bind(listWindows, async (input, ctx) => {
  const list = keyset(input, sorts, input.view === 'current' ? 'starts' : '-starts', sql`m.id`);
  const words = searchWords(input.search ?? '').slice(0, 8);
  const narrowed = and(input.report ? aboutReport(input.report) : undefined, ...words.map(hasWord));
  const [rows, [counted]] = await ctx.database.withTenant(entryOf(ctx, 'maintenance.manage'), (db) => [
    list.page(
      db
        .select({ ...windowColumns(), sort_value: list.sortValue })
        .from(m)
        .$dynamic(),
      and(views[input.view], narrowed),
    ),
    db
      .select({
        n: countOf(views[input.view]),
        current: countOf(views.current),
        past: countOf(views.past),
        cancelled: countOf(views.cancelled),
      })
      .from(m)
      .where(narrowed),
  ]);
  const { n, ...counts } = counted ?? { n: 0, current: 0, past: 0, cancelled: 0 };
  const { rows: kept, ...paging } = list.answer(rows, n);
  return { items: kept.map((row) => present(row, ctx.clock.now())), ...paging, counts };
});

export const readOneWindow = bind(readWindow, async ({ id }, ctx) => {
  const [[row]] = await ctx.database.withTenant(entryOf(ctx, 'maintenance.manage'), (db) => [shownWindows(db).where(eq(m.id, id))]);
  if (!row) throw new AppError('not_found');
  return present(row, ctx.clock.now());
});
