import { and, count, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { failedMessages } from '../../../db/schema/jobs.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { type DeadLetter, exportDeadLetters, listDeadLetters } from '../../../domain/jobs/contract.ts';
import { kindKey } from '../../../domain/jobs/kind-key.ts';
import { fold } from '../../../domain/text/fold.ts';
import { jobTexts } from '../../../i18n/jobs-server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { foldedHas } from '../../request/folded-sql.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getLanguage, partRange, tableFile } from '../../request/table-file.ts';

const f = failedMessages;
const columns: Record<string, SortColumn> = {
  at: { sql: sql`${f.deadAt}`, cast: 'timestamptz' },
  kind: { sql: sql`${f.kind}`, cast: 'text' },
};
const about = sql<string | null>`coalesce(${f.body}->>'job', ${f.body}->>'id')`;
const searched = sql`concat_ws(' ', ${f.kind}, ${f.unitName}, ${about}, ${f.firstError}, ${f.lastError})`;
const found = (search: string | undefined) => and(isNotNull(f.deadAt), search ? foldedHas(searched, fold(search)) : undefined);
const fields = {
  id: f.id,
  // Only messages not yet given up have null here, and they are not listed.
  at: sql<string>`${f.deadAt}`,
  kind: f.kind,
  queue: f.queue,
  unit: f.unitName,
  about,
  attempts: f.attempts,
  firstAt: f.firstAt,
  firstError: f.firstError,
  lastAt: f.lastAt,
  lastError: f.lastError,
  again: sql<boolean>`${f.whole} and ${f.queue} is not null`,
};
const letters = (db: Db, sortValue: SQL<string>) => db.select({ ...fields, sort_value: sortValue }).from(f);
type Row = Awaited<ReturnType<typeof letters>>[number];
const present = ({ sort_value: _, at, firstAt, lastAt, ...row }: Row): DeadLetter => ({
  ...row,
  at: toIso(at),
  firstAt: toIso(firstAt),
  lastAt: toIso(lastAt),
});

export const findLetters = bind(listDeadLetters, async (input, ctx) => {
  const list = keyset(input, columns, '-at', sql`${f.id}`);
  const where = found(input.search);
  const [rows, [counted]] = await ctx.database.withTenant(getEntry(ctx, 'jobs.manage'), (db) => [
    list.page(letters(db, list.sortValue).$dynamic(), where),
    db.select({ n: count() }).from(f).where(where),
  ]);
  const { rows: kept, ...paging } = list.answer(rows, counted?.n ?? 0);
  return { items: kept.map(present), ...paging };
});

export const exportLetters = bind(exportDeadLetters, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-at', sql`${f.id}`);
  const { take, skip } = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'jobs.manage'), (db) => [
    letters(db, list.sortValue).where(found(input.search)).orderBy(list.orderBy).limit(take).offset(skip),
  ]);
  const language = getLanguage(ctx);
  const t = await jobTexts(language);
  const when = (at: string) => formatDateTime(language, new Date(at), ctx.tenant.zone);
  return tableFile(ctx, t('jobs.file'), rows.map(present), {
    at: [t('jobs.at'), (row) => when(row.at)],
    kind: [t('jobs.kind'), (row) => t(kindKey(row.kind))],
    unit: [t('jobs.unit'), (row) => row.unit],
    about: [t('jobs.about'), (row) => row.about],
    queue: [t('jobs.queue'), (row) => row.queue],
    attempts: [t('jobs.attempts'), (row) => row.attempts],
    firstAt: [t('jobs.firstAt'), (row) => when(row.firstAt)],
    firstError: [t('jobs.firstError'), (row) => row.firstError],
    lastAt: [t('jobs.lastAt'), (row) => when(row.lastAt)],
    lastError: [t('jobs.lastError'), (row) => row.lastError],
  });
});
