import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { type DeadLetter, exportDeadLetters, listDeadLetters } from '../../../domain/jobs/contract.ts';
import { kindKey } from '../../../domain/jobs/kind-key.ts';
import { jobTexts } from '../../../i18n/jobs-server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { languageOf, partOf, tableFile } from '../../http/table-file.ts';

type Row = Omit<DeadLetter, 'at' | 'firstAt' | 'firstError' | 'lastAt' | 'lastError'> & {
  dead_at: string;
  first_at: string;
  first_error: string | null;
  last_at: string;
  last_error: string | null;
  sort_value: string;
};

const columns: Record<string, SortColumn> = {
  at: { sql: sql`f.dead_at`, cast: 'timestamptz' },
  kind: { sql: sql`f.kind`, cast: 'text' },
};
const about = sql`coalesce(f.body->>'job', f.body->>'id')`;
const fields = sql`f.id, f.dead_at, f.kind, f.queue, f.unit_name as unit, ${about} as about, f.attempts, f.first_at, f.first_error, f.last_at, f.last_error, f.whole and f.queue is not null as again`;
const found = (search: string | undefined): SQL =>
  sql`f.dead_at is not null and ${search ? sql`position(${search.toLowerCase()} in lower(concat_ws(' ', f.kind, f.unit_name, ${about}, f.first_error, f.last_error))) > 0` : sql`true`}`;
const instantOf = (value: string) => new Date(value).toISOString();

const present = ({ dead_at, first_at, first_error, last_at, last_error, sort_value: _, ...row }: Row): DeadLetter => ({
  ...row,
  at: instantOf(dead_at),
  firstAt: instantOf(first_at),
  firstError: first_error,
  lastAt: instantOf(last_at),
  lastError: last_error,
});

export const findLetters = bind(listDeadLetters, async (input, ctx) => {
  const list = keyset(input, columns, '-at', sql`f.id`);
  const where = found(input.search);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'jobs.manage'), (db) => [
    db.execute(
      sql`select ${fields}, ${list.sortValue} as sort_value from failed_messages f where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*)::int as n from failed_messages f where ${where}`),
  ]);
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), rowsOf<{ n: number }>(counted)[0]?.n ?? 0);
  return { items: kept.map(present), ...paging };
});

export const exportLetters = bind(exportDeadLetters, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-at', sql`f.id`);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'jobs.manage'), (db) => [
    db.execute(sql`select ${fields} from failed_messages f where ${found(input.search)} order by ${list.orderBy} ${partOf(input)}`),
  ]);
  const language = languageOf(ctx);
  const t = await jobTexts(language);
  const when = (at: string) => formatDateTime(language, new Date(at), ctx.tenant.zone);
  return tableFile(ctx, t('jobs.file'), rowsOf<Row>(rows).map(present), {
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
