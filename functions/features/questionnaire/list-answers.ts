import { and, count, eq, inArray, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { questionnaires } from '../../../db/schema/questionnaire.ts';
import { users } from '../../../db/schema/users.ts';
import { buildRecord } from '../../../domain/fields/fields.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { type AnswerRow, exportAnswers, listAnswers } from '../../../domain/questionnaire/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { type Position, positions } from '../../../domain/users/person.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getLanguage, partRange, tableFile } from '../../request/table-file.ts';

type Filters = { search?: string | undefined; answer?: Position | undefined };

const q = alias(questionnaires, 'q');
const u = alias(users, 'u');
const columns: Record<string, SortColumn> = {
  answered: { sql: sql`coalesce(q.answered_at, '-infinity'::timestamptz)`, cast: 'timestamptz' },
};
const fields = { id: u.id, name: u.name, email: u.email, answer: q.answer, other: q.other, answeredAt: q.answeredAt };
const ofPerson = and(eq(u.tenantId, q.tenantId), eq(u.id, q.userId), isNull(u.deletedAt));

const searched = ({ search }: Filters): SQL | undefined =>
  search ? sql`(position(${fold(search)} in ${u.sortKey}) > 0 or starts_with(${u.email}, ${search.trim().toLowerCase()}))` : undefined;
const found = (filters: Filters): SQL | undefined =>
  and(isNotNull(q.answer), searched(filters), filters.answer ? eq(q.answer, filters.answer) : undefined);
const getRows = (db: Db) => db.select(fields).from(q).innerJoin(u, ofPerson);
type Row = Awaited<ReturnType<typeof getRows>>[number];
const present = ({ answer, answeredAt, ...row }: Row): AnswerRow[] =>
  answer && answeredAt ? [{ ...row, answer, at: toIso(answeredAt) }] : [];

const answersOfPerson = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(q)
    .where(and(eq(q.userId, u.id), isNotNull(q.answer)));

export const findAnswers = bind(listAnswers, async (input, ctx) => {
  const list = keyset(input, columns, '-answered', sql`q.user_id`);
  const [rows, counted, [silent]] = await ctx.database.withTenant(getEntry(ctx, 'users.read'), (db) => [
    list.page(
      db
        .select({ ...fields, sort_value: list.sortValue })
        .from(q)
        .innerJoin(u, ofPerson)
        .$dynamic(),
      found(input),
    ),
    db
      .select({ answer: q.answer, n: count() })
      .from(q)
      .innerJoin(u, ofPerson)
      .where(and(isNotNull(q.answer), searched(input)))
      .groupBy(q.answer),
    db
      .select({ n: count() })
      .from(u)
      .where(and(eq(u.profile, 'user'), inArray(u.status, ['A', 'T']), isNull(u.deletedAt), notExists(answersOfPerson(db)))),
  ]);
  const byAnswer = new Map(counted.map(({ answer, n }) => [answer, n]));
  const counts = buildRecord(positions, (position) => byAnswer.get(position) ?? 0);
  const total = input.answer ? counts[input.answer] : positions.reduce((sum, position) => sum + counts[position], 0);
  const { rows: kept, ...paging } = list.answer(rows, total);
  return { items: kept.flatMap(({ sort_value: _, ...row }) => present(row)), ...paging, counts, silent: silent?.n ?? 0 };
});

export const exportAnswersAsFile = bind(exportAnswers, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-answered', sql`q.user_id`);
  const range = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'users.read'), (db) => [
    getRows(db).where(found(input)).orderBy(list.orderBy).limit(range.take).offset(range.skip),
  ]);
  const language = getLanguage(ctx);
  const t = await recordTexts(language);
  return tableFile(ctx, t('questionnaire.file'), rows.flatMap(present), {
    name: [t('questionnaire.name'), (row) => row.name],
    email: [t('signIns.email'), (row) => row.email],
    answer: [t('questionnaire.answer'), (row) => row.other ?? t(`questionnaire.option.${row.answer}`)],
    answered: [t('questionnaire.at'), (row) => formatDateTime(language, new Date(row.at), ctx.tenant.zone)],
  });
});
