import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { exportMails, listMails, type MailRow } from '../../../domain/mail/contract.ts';
import { mailLogTexts } from '../../../i18n/mail-server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { withinDays } from '../../http/day-range.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { languageOf, partOf, tableFile } from '../../http/table-file.ts';

type Row = Omit<MailRow, 'at' | 'sentAt' | 'nextAt'> & {
  created_at: string;
  sent_at: string | null;
  due_at: string | null;
  sort_value: string;
};
type Counts = { n: number; all: number; queued: number; sent: number; failed: number };

const columns: Record<string, SortColumn> = {
  at: { sql: sql`m.created_at`, cast: 'timestamptz' },
  address: { sql: sql`m.address`, cast: 'text' },
};
const source = sql`mails m left join users u on u.tenant_id = m.tenant_id and u.id = m.user_id left join outbox o on o.tenant_id = m.tenant_id and o.id = m.id`;
const fields = sql`m.id, m.created_at, m.sent_at, o.due_at, m.address, u.name as person, m.subject, m.kind, m.state, m.via, m.attempts, m.failure, m.answer`;
type Narrowed = { search?: string | undefined; from?: string | undefined; to?: string | undefined };
const found = ({ search, ...days }: Narrowed, zone: string): SQL =>
  sql`${search ? sql`starts_with(m.address, ${search.toLowerCase()})` : sql`true`} and ${withinDays(sql`m.created_at`, days, zone)}`;
const instantOf = (value: string | null) => (value ? new Date(value).toISOString() : null);

function present({ created_at, sent_at, due_at, sort_value: _, ...row }: Row): MailRow {
  return {
    ...row,
    at: new Date(created_at).toISOString(),
    sentAt: instantOf(sent_at),
    nextAt: row.state === 'queued' ? instantOf(due_at) : null,
  };
}

export const findMails = bind(listMails, async ({ search, state, from, to, ...query }, ctx) => {
  const narrowed = found({ search, from, to }, ctx.tenant.zone);
  const list = keyset(query, columns, '-at', sql`m.id`);
  const where = sql`${narrowed} and ${state ? sql`m.state = ${state}` : sql`true`}`;
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'mail.manage'), (db) => [
    db.execute(
      sql`select ${fields}, ${list.sortValue} as sort_value from ${source} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*) filter (where ${where})::int as n, count(*)::int as "all", count(*) filter (where m.state = 'queued')::int as queued,
        count(*) filter (where m.state = 'sent')::int as sent, count(*) filter (where m.state = 'failed')::int as failed from mails m where ${narrowed}`),
  ]);
  const { n, ...counts } = rowsOf<Counts>(counted)[0] ?? { n: 0, all: 0, queued: 0, sent: 0, failed: 0 };
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), n);
  return { items: kept.map(present), ...paging, counts };
});

export const exportLog = bind(exportMails, async (input, ctx) => {
  const { sort, state } = input;
  const list = keyset({ sort }, columns, '-at', sql`m.id`);
  const [rows, zones] = await ctx.database.withTenant(entryOf(ctx, 'mail.manage'), (db) => [
    db.execute(
      sql`select ${fields} from ${source} where ${found(input, ctx.tenant.zone)} and ${state ? sql`m.state = ${state}` : sql`true`} order by ${list.orderBy} ${partOf(input)}`,
    ),
    db.execute(sql`select zone from tenants`),
  ]);
  const language = languageOf(ctx);
  const zone = rowsOf<{ zone: string }>(zones)[0]?.zone ?? ctx.tenant.zone;
  const texts = await mailLogTexts(language);
  const when = (at: string | null) => (at ? formatDateTime(language, new Date(at), zone) : '');
  return tableFile(ctx, texts('mailLog.file'), rowsOf<Row>(rows).map(present), {
    at: [texts('mailLog.at'), (row) => when(row.at)],
    address: [texts('mailLog.address'), (row) => row.address],
    person: [texts('mailLog.person'), (row) => row.person],
    subject: [texts('mailLog.subject'), (row) => row.subject],
    state: [texts('mailLog.state'), (row) => texts(`mailLog.state.${row.state}`)],
    via: [texts('mailLog.via'), (row) => texts(`mailLog.via.${row.via}`)],
    attempts: [texts('mailLog.attempts'), (row) => row.attempts],
    sentAt: [texts('mailLog.sentAt'), (row) => when(row.sentAt)],
    failure: [texts('mailLog.failure'), (row) => (row.failure ? texts(`mailFailure.${row.failure}`) : '')],
    answer: [texts('mailLog.answer'), (row) => row.answer],
  });
});
