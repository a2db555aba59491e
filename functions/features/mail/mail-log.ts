import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { exportMails, listMails, type MailRow } from '../../../domain/mail/contract.ts';
import { mailLogTexts } from '../../../i18n/mail-server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';

type Row = Omit<MailRow, 'at' | 'sentAt' | 'nextAt'> & {
  created_at: string;
  sent_at: string | null;
  due_at: string | null;
  sort_value: string;
};
type Counts = { n: number; all: number; queued: number; sent: number; failed: number };
const mostRows = 5_000;

const columns: Record<string, SortColumn> = {
  at: { sql: sql`m.created_at`, cast: 'timestamptz' },
  address: { sql: sql`m.address`, cast: 'text' },
};
const source = sql`mails m left join users u on u.tenant_id = m.tenant_id and u.id = m.user_id left join outbox o on o.tenant_id = m.tenant_id and o.id = m.id`;
const fields = sql`m.id, m.created_at, m.sent_at, o.due_at, m.address, u.name as person, m.subject, m.kind, m.state, m.via, m.attempts, m.failure, m.answer`;
const found = (search: string | undefined): SQL => (search ? sql`starts_with(m.address, ${search.toLowerCase()})` : sql`true`);
const instantOf = (value: string | null) => (value ? new Date(value).toISOString() : null);

function present({ created_at, sent_at, due_at, sort_value: _, ...row }: Row): MailRow {
  return {
    ...row,
    at: new Date(created_at).toISOString(),
    sentAt: instantOf(sent_at),
    nextAt: row.state === 'queued' ? instantOf(due_at) : null,
  };
}

export const findMails = bind(listMails, async ({ search, state, ...query }, ctx) => {
  const list = keyset(query, columns, '-at', sql`m.id`);
  const where = sql`${found(search)} and ${state ? sql`m.state = ${state}` : sql`true`}`;
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'mail.manage'), (db) => [
    db.execute(
      sql`select ${fields}, ${list.sortValue} as sort_value from ${source} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*) filter (where ${where})::int as n, count(*)::int as "all", count(*) filter (where m.state = 'queued')::int as queued,
        count(*) filter (where m.state = 'sent')::int as sent, count(*) filter (where m.state = 'failed')::int as failed from mails m where ${found(search)}`),
  ]);
  const { n, ...counts } = rowsOf<Counts>(counted)[0] ?? { n: 0, all: 0, queued: 0, sent: 0, failed: 0 };
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), n);
  return { items: kept.map(present), ...paging, counts };
});

export const exportLog = bind(exportMails, async ({ search, sort, state }, ctx) => {
  const list = keyset({ sort }, columns, '-at', sql`m.id`);
  const [rows, zones] = await ctx.database.withTenant(entryOf(ctx, 'mail.manage'), (db) => [
    db.execute(
      sql`select ${fields} from ${source} where ${found(search)} and ${state ? sql`m.state = ${state}` : sql`true`} order by ${list.orderBy} limit ${mostRows}`,
    ),
    db.execute(sql`select zone from tenants`),
  ]);
  const language = ctx.language ?? ctx.tenant.language;
  const zone = rowsOf<{ zone: string }>(zones)[0]?.zone ?? ctx.tenant.zone;
  const texts = await mailLogTexts(language);
  const { default: papa } = await import('papaparse');
  const items = rowsOf<Row>(rows).map(present);
  const when = (at: string | null) => (at ? formatDateTime(language, new Date(at), zone) : '');
  const csv = papa.unparse(
    items.map((row) => ({
      [texts('mailLog.at')]: when(row.at),
      [texts('mailLog.address')]: row.address,
      [texts('mailLog.person')]: row.person ?? '',
      [texts('mailLog.subject')]: row.subject,
      [texts('mailLog.state')]: texts(`mailLog.state.${row.state}`),
      [texts('mailLog.via')]: texts(`mailLog.via.${row.via}`),
      [texts('mailLog.attempts')]: row.attempts,
      [texts('mailLog.sentAt')]: when(row.sentAt),
      [texts('mailLog.failure')]: row.failure ? texts(`mailFailure.${row.failure}`) : '',
      [texts('mailLog.answer')]: row.answer ?? '',
    })),
    { delimiter: language === 'en-US' ? ',' : ';', escapeFormulae: true },
  );
  return { filename: `${texts('mailLog.file')}.csv`, csv: `\ufeff${csv}`, rows: items.length };
});
