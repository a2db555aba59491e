import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { isOn, toFlag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { exportNotices, listNotices, type NoticeAbove, type NoticeRow, readNotice } from '../../../domain/notices/contract.ts';
import type { Severity } from '../../../domain/notices/fields.ts';
import { getBody, type NoticeTexts, wordsIn } from '../../../domain/notices/texts.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { foldedHas } from '../../request/folded-sql.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getLanguage, partRange, tableFile, toTime } from '../../request/table-file.ts';
import { isOpenNow, n, noticeColumns, present } from './rows.ts';

const sorts: Record<string, SortColumn> = {
  starts: { sql: sql`n.starts_at`, cast: 'timestamptz' },
  ends: { sql: sql`coalesce(n.ends_at, 'infinity'::timestamptz)`, cast: 'timestamptz' },
  title: { sql: sql`lower(n.title)`, cast: 'text' },
};
const views: Record<'current' | 'past' | 'withdrawn', SQL | undefined> = {
  current: isOpenNow,
  past: and(isNull(n.withdrawnAt), sql`coalesce(n.ends_at, 'infinity'::timestamptz) <= app.now()`),
  withdrawn: isNotNull(n.withdrawnAt),
};
const getCount = (where: SQL | undefined) => sql<number>`count(*) filter (where ${where})::int`;
const hasWord = (word: string) => foldedHas(sql`n.title || ' ' || n.text`, word);

const aboveRows = raw('notices.above', {
  id: 'uuid?',
  source: 'text?',
  title: typed<string>('text?'),
  text: typed<string>('text?'),
  body: typed<RichText | null>('jsonb?'),
  texts: typed<NoticeTexts>('jsonb?'),
  severity: typed<Severity>('text?'),
  starts_at: typed<string>('timestamptz?'),
  ends_at: 'timestamptz?',
  at_login: typed<boolean>('bool?'),
  dismissible: typed<boolean>('bool?'),
  must_acknowledge: typed<boolean>('bool?'),
});
const aboveQuery = sql`select n.id, n.source, n.title, n.text, n.body, n.texts, n.severity, n.starts_at, n.ends_at, n.at_login,
    n.dismissible, n.must_acknowledge
  from app.notices_above() n order by array_position(array['error', 'warning', 'info'], n.severity), n.starts_at, n.id`;
type AboveRow = Awaited<ReturnType<typeof aboveRows>>['rows'][number];

function presentAbove(row: AboveRow, language: Language): NoticeAbove {
  const { title, ...words } = wordsIn(language, row);
  return {
    ...{ id: row.id ?? '', source: row.source ?? '', title, body: getBody(words), severity: row.severity },
    ...{ startsAt: toIso(row.starts_at), endsAt: isoOrNull(row.ends_at), atLogin: toFlag(row.at_login) },
    ...{ dismissible: toFlag(row.dismissible), mustAcknowledge: toFlag(row.must_acknowledge) },
  };
}

const narrowedTo = (search = '') => and(...searchWords(search).slice(0, 8).map(hasWord));

export const findNotices = bind(listNotices, async (input, ctx) => {
  const list = keyset(input, sorts, '-starts', sql`n.id`);
  const narrowed = narrowedTo(input.search);
  const [rows, [counted], above] = await ctx.database.withTenant(getEntry(ctx, 'notices.manage'), (db) => [
    list.page(
      db
        .select({ ...noticeColumns(), sort_value: list.sortValue })
        .from(n)
        .$dynamic(),
      and(views[input.view], narrowed),
    ),
    db
      .select({ current: getCount(views.current), past: getCount(views.past), withdrawn: getCount(views.withdrawn) })
      .from(n)
      .where(narrowed),
    aboveRows(db, aboveQuery),
  ]);
  const counts = counted ?? { current: 0, past: 0, withdrawn: 0 };
  const { rows: kept, ...paging } = list.answer(rows, counts[input.view]);
  const now = ctx.clock.now();
  const language = getLanguage(ctx);
  return {
    items: kept.map(({ sort_value: _, ...row }) => present(row, now)),
    ...paging,
    counts,
    above: above.rows.map((row) => presentAbove(row, language)),
  };
});

function audienceText(text: (key: string) => string, { audience, groups, atLogin }: NoticeRow): string {
  if (isOn(atLogin)) return text('notices.audience.public');
  if (audience.type === 'profiles') return audience.profiles.map((profile) => text(`shell.profile.${profile}`)).join(', ');
  if (audience.type === 'groups') return groups.map(({ name }) => name).join(', ') || text('notices.audience.gone');
  return text('notices.audience.all');
}

export const exportNoticesAsFile = bind(exportNotices, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, sorts, '-starts', sql`n.id`);
  const range = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'notices.manage'), (db) => [
    db
      .select(noticeColumns())
      .from(n)
      .where(and(views[input.view], narrowedTo(input.search)))
      .orderBy(list.orderBy)
      .limit(range.take)
      .offset(range.skip),
  ]);
  const text = await recordTexts(getLanguage(ctx));
  const head = (column: string) => text(`notices.column.${column}`);
  const shown = rows.map((row) => present(row, ctx.clock.now()));
  return tableFile(ctx, text('notices.file'), shown, {
    title: [head('title'), (row) => row.title],
    state: [head('state'), (row) => text(`notices.state.${row.state}`)],
    place: [head('place'), (row) => text(`notices.place.${isOn(row.atLogin) ? 'login' : 'home'}`)],
    audience: [
      head('audience'),
      (row) => {
        const audience = audienceText(text, row);
        return isOn(row.audienceBelow) ? text('notices.audience.andBelow').replace('{{audience}}', audience) : audience;
      },
    ],
    starts: [head('starts'), (row) => toTime(ctx, row.startsAt)],
    ends: [head('ends'), (row) => toTime(ctx, row.withdrawnAt ?? row.endsAt)],
    readers: [head('readers'), (row) => (isOn(row.mustAcknowledge) ? row.acknowledged : isOn(row.dismissible) ? row.dismissed : null)],
    addedBy: [head('addedBy'), (row) => row.addedBy],
  });
});

export const readOneNotice = bind(readNotice, async ({ id }, ctx) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'notices.manage'), (db) => [
    db.select(noticeColumns()).from(n).where(eq(n.id, id)),
  ]);
  if (!row) throw new AppError('not_found');
  return present(row, ctx.clock.now());
});
