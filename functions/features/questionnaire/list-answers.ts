import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { type AnswerRow, exportAnswers, listAnswers } from '../../../domain/questionnaire/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { type Position, positions } from '../../../domain/users/person.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { languageOf, partOf, tableFile } from '../../http/table-file.ts';

type Row = Omit<AnswerRow, 'at'> & { answered_at: string; sort_value: string };
type Filters = { search?: string | undefined; answer?: Position | undefined };

const columns: Record<string, SortColumn> = {
  answered: { sql: sql`coalesce(q.answered_at, '-infinity'::timestamptz)`, cast: 'timestamptz' },
};
const source = sql`questionnaires q join users u on u.tenant_id = q.tenant_id and u.id = q.user_id and u.deleted_at is null`;
const fields = sql`u.id, u.name, u.email, q.answer, q.other, q.answered_at`;

const searched = ({ search }: Filters): SQL =>
  search ? sql`(position(${fold(search)} in u.sort_key) > 0 or starts_with(u.email, ${search.trim().toLowerCase()}))` : sql`true`;
const found = (filters: Filters): SQL =>
  sql`q.answer is not null and ${searched(filters)} and ${filters.answer ? sql`q.answer = ${filters.answer}` : sql`true`}`;
const present = ({ answered_at, sort_value: _, ...row }: Row): AnswerRow => ({ ...row, at: new Date(answered_at).toISOString() });

export const findAnswers = bind(listAnswers, async (input, ctx) => {
  const list = keyset(input, columns, '-answered', sql`q.user_id`);
  const [rows, counted, silent] = await ctx.database.withTenant(entryOf(ctx, 'users.read'), (db) => [
    db.execute(
      sql`select ${fields}, ${list.sortValue} as sort_value from ${source} where ${found(input)} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select q.answer, count(*)::int as n from ${source} where q.answer is not null and ${searched(input)} group by q.answer`),
    db.execute(sql`select count(*)::int as n from users u where u.profile = 'user' and u.status in ('A','T') and u.deleted_at is null
      and not exists (select from questionnaires q where q.user_id = u.id and q.answer is not null)`),
  ]);
  const byAnswer = new Map(rowsOf<{ answer: Position; n: number }>(counted).map(({ answer, n }) => [answer, n]));
  const counts = Object.fromEntries(positions.map((position) => [position, byAnswer.get(position) ?? 0])) as Record<Position, number>; // because every position is a key
  const total = input.answer ? counts[input.answer] : positions.reduce((sum, position) => sum + counts[position], 0);
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), total);
  return { items: kept.map(present), ...paging, counts, silent: rowsOf<{ n: number }>(silent)[0]?.n ?? 0 };
});

export const exportAnswersAsFile = bind(exportAnswers, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-answered', sql`q.user_id`);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'users.read'), (db) => [
    db.execute(sql`select ${fields} from ${source} where ${found(input)} order by ${list.orderBy} ${partOf(input)}`),
  ]);
  const language = languageOf(ctx);
  const t = await recordTexts(language);
  return tableFile(ctx, t('questionnaire.file'), rowsOf<Row>(rows).map(present), {
    name: [t('questionnaire.name'), (row) => row.name],
    email: [t('signIns.email'), (row) => row.email],
    answer: [t('questionnaire.answer'), (row) => row.other ?? t(`questionnaire.option.${row.answer}`)],
    answered: [t('questionnaire.at'), (row) => formatDateTime(language, new Date(row.at), ctx.tenant.zone)],
  });
});
