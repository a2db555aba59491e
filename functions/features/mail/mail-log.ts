import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { outbox } from '../../../db/schema/jobs.ts';
import { mails } from '../../../db/schema/notifications.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { users } from '../../../db/schema/users.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { exportMails, listMails, type MailRow } from '../../../domain/mail/contract.ts';
import { mailLogTexts } from '../../../i18n/mail-server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { withinDays } from '../../request/day-range.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getLanguage, partRange, tableFile } from '../../request/table-file.ts';

const columns: Record<string, SortColumn> = {
  at: { sql: sql`${mails.createdAt}`, cast: 'timestamptz' },
  address: { sql: sql`${mails.address}`, cast: 'text' },
};
const loggedMails = (db: Db, sortValue: SQL<string>) =>
  db
    .select({
      id: mails.id,
      at: mails.createdAt,
      sentAt: mails.sentAt,
      dueAt: outbox.dueAt,
      address: mails.address,
      person: users.name,
      subject: mails.subject,
      kind: mails.kind,
      state: mails.state,
      via: mails.via,
      attempts: mails.attempts,
      failure: mails.failure,
      answer: mails.answer,
      sort_value: sortValue,
    })
    .from(mails)
    .leftJoin(users, and(eq(users.tenantId, mails.tenantId), eq(users.id, mails.userId)))
    .leftJoin(outbox, and(eq(outbox.tenantId, mails.tenantId), eq(outbox.id, mails.id)));
type Row = Awaited<ReturnType<typeof loggedMails>>[number];
type Narrowed = { search?: string | undefined; from?: string | undefined; to?: string | undefined };
const found = ({ search, ...days }: Narrowed, zone: string) =>
  and(search ? sql`starts_with(${mails.address}, ${search.toLowerCase()})` : undefined, withinDays(sql`${mails.createdAt}`, days, zone));
const inState = (state: MailRow['state'] | undefined) => (state ? eq(mails.state, state) : undefined);
const counted = (where: SQL | undefined) => sql<number>`count(*) filter (where ${where ?? sql`true`})::int`;

const present = ({ at, sentAt, dueAt, sort_value: _, ...row }: Row): MailRow => ({
  ...row,
  at: toIso(at),
  sentAt: isoOrNull(sentAt),
  nextAt: row.state === 'queued' ? isoOrNull(dueAt) : null,
});

const noMails = { n: 0, all: 0, queued: 0, sent: 0, failed: 0 };

export const findMails = bind(listMails, async ({ search, state, from, to, ...query }, ctx) => {
  const narrowed = found({ search, from, to }, ctx.tenant.zone);
  const list = keyset(query, columns, '-at', sql`${mails.id}`);
  const where = and(narrowed, inState(state));
  const [rows, [{ n, ...counts } = noMails]] = await ctx.database.withTenant(getEntry(ctx, 'mail.manage'), (db) => [
    list.page(loggedMails(db, list.sortValue).$dynamic(), where),
    db
      .select({
        n: counted(inState(state)),
        all: count(),
        queued: counted(inState('queued')),
        sent: counted(inState('sent')),
        failed: counted(inState('failed')),
      })
      .from(mails)
      .where(narrowed),
  ]);
  const { rows: kept, ...paging } = list.answer(rows, n);
  return { items: kept.map(present), ...paging, counts };
});

export const exportLog = bind(exportMails, async (input, ctx) => {
  const { sort, state } = input;
  const list = keyset({ sort }, columns, '-at', sql`${mails.id}`);
  const where = and(found(input, ctx.tenant.zone), inState(state));
  const { take, skip } = partRange(input);
  const [rows, [tenant]] = await ctx.database.withTenant(getEntry(ctx, 'mail.manage'), (db) => [
    loggedMails(db, list.sortValue).where(where).orderBy(list.orderBy).limit(take).offset(skip),
    db.select({ zone: tenants.zone }).from(tenants),
  ]);
  const language = getLanguage(ctx);
  const zone = tenant?.zone ?? ctx.tenant.zone;
  const texts = await mailLogTexts(language);
  const when = (at: string | null) => (at ? formatDateTime(language, new Date(at), zone) : '');
  return tableFile(ctx, texts('mailLog.file'), rows.map(present), {
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
