import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { exportWindows, listWindows, readWindow, type WindowRow } from '../../../domain/maintenance/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { foldedHas } from '../../request/folded-sql.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getLanguage, partRange, tableFile, toTime } from '../../request/table-file.ts';
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
const getCount = (where: SQL) => sql<number>`count(*) filter (where ${where})::int`;

const aboutReport = (id: string) =>
  sql`exists (select from reports r where r.id = ${id}::uuid and (m.target = 'unit' or m.target_id in (r.id, r.group_id, r.subgroup_id)))`;
const hasWord = (word: string) => foldedHas(sql`m.title || ' ' || coalesce(${targetName}, '')`, word);

type Filters = { view: keyof typeof views; search?: string | undefined; report?: string | undefined };
const narrowedTo = ({ search = '', report }: Filters) =>
  and(report ? aboutReport(report) : undefined, ...searchWords(search).slice(0, 8).map(hasWord));
const firstOrder = ({ view }: Filters) => (view === 'current' ? 'starts' : '-starts');

export const findWindows = bind(listWindows, async (input, ctx) => {
  const list = keyset(input, sorts, firstOrder(input), sql`m.id`);
  const narrowed = narrowedTo(input);
  const [rows, [counted]] = await ctx.database.withTenant(getEntry(ctx, 'maintenance.manage'), (db) => [
    list.page(
      db
        .select({ ...windowColumns(), sort_value: list.sortValue })
        .from(m)
        .$dynamic(),
      and(views[input.view], narrowed),
    ),
    db
      .select({
        n: getCount(views[input.view]),
        current: getCount(views.current),
        past: getCount(views.past),
        cancelled: getCount(views.cancelled),
      })
      .from(m)
      .where(narrowed),
  ]);
  const { n, ...counts } = counted ?? { n: 0, current: 0, past: 0, cancelled: 0 };
  const { rows: kept, ...paging } = list.answer(rows, n);
  return { items: kept.map((row) => present(row, ctx.clock.now())), ...paging, counts };
});

const getEffect = ({ blocks, exceptAdmin }: WindowRow) =>
  isOn(blocks) ? (isOn(exceptAdmin) ? 'windowExceptAdmin' : 'windowNobody') : 'windowWarns';

export const exportWindowsAsFile = bind(exportWindows, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, sorts, firstOrder(input), sql`m.id`);
  const range = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'maintenance.manage'), (db) => [
    shownWindows(db)
      .where(and(views[input.view], narrowedTo(input)))
      .orderBy(list.orderBy)
      .limit(range.take)
      .offset(range.skip),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  const targets = { report: texts.report, subgroup: texts.windowSubgroup, group: texts.group };
  const windows = rows.map((row) => present(row, ctx.clock.now()));
  return tableFile(ctx, texts.windowsFile, windows, {
    title: [texts.title, (row) => row.title],
    target: [
      texts.windowTarget,
      (row) => (row.target === 'unit' ? texts.windowUnit : `${targets[row.target]}: ${row.targetName ?? texts.windowGone}`),
    ],
    starts: [texts.windowStarts, (row) => toTime(ctx, row.startsAt)],
    ends: [texts.windowEnds, (row) => toTime(ctx, row.endsAt)],
    state: [texts.state, (row) => texts[`windowState_${row.state}`]],
    behaviour: [texts.windowEffect, (row) => texts[getEffect(row)]],
    reports: [texts.reports, (row) => row.reports],
    addedBy: [texts.windowBy, (row) => row.addedBy],
  });
});

export const readOneWindow = bind(readWindow, async ({ id }, ctx) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'maintenance.manage'), (db) => [shownWindows(db).where(eq(m.id, id))]);
  if (!row) throw new AppError('not_found');
  return present(row, ctx.clock.now());
});
