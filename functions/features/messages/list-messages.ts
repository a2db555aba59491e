import { and, count, eq, sql } from 'drizzle-orm';
import { mailings } from '../../../db/schema/notifications.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { exportMessages, listMessages, type MessageRow, readMessage } from '../../../domain/messages/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { foldedHas } from '../../request/folded-sql.ts';
import { keyset } from '../../request/keyset.ts';
import { getLanguage, partRange, tableFile, toTime } from '../../request/table-file.ts';
import { isSeen, m, messageColumns, present } from './rows.ts';

const sorts = { sent: { sql: sql`m.sent_at`, cast: 'timestamptz' } } as const;
const hasWord = (word: string) => sql`exists (select from jsonb_each(m.texts) e where ${foldedHas(sql`e.value->>'subject'`, word)})`;
const isItsMailing = sql`${mailings.tenantId} = m.tenant_id and ${mailings.id} = m.mailing_id`;

const wantedBy = (ctx: SessionContext, search = '') => and(isSeen(ctx), ...searchWords(search).slice(0, 8).map(hasWord));

export const findMessages = bind(listMessages, async (input, ctx) => {
  const list = keyset(input, sorts, '-sent', sql`m.id`);
  const wanted = wantedBy(ctx, input.search);
  const [rows, [counted]] = await ctx.database.withTenant(getEntry(ctx, 'notifications.send'), (db) => [
    list.page(
      db
        .select({ ...messageColumns(), sort_value: list.sortValue })
        .from(m)
        .leftJoin(mailings, isItsMailing)
        .$dynamic(),
      wanted,
    ),
    db.select({ n: count() }).from(m).where(wanted),
  ]);
  const { rows: kept, ...paging } = list.answer(rows, counted?.n ?? 0);
  return { items: kept.map(({ sort_value: _, ...row }) => present(row, ctx.clock.now())), ...paging };
});

export const exportMessagesAsFile = bind(exportMessages, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, sorts, '-sent', sql`m.id`);
  const range = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'notifications.send'), (db) => [
    db
      .select(messageColumns())
      .from(m)
      .leftJoin(mailings, isItsMailing)
      .where(wantedBy(ctx, input.search))
      .orderBy(list.orderBy)
      .limit(range.take)
      .offset(range.skip),
  ]);
  const language = getLanguage(ctx);
  const texts = exportTexts(language);
  const getAudience = ({ type, profile, names, count: all }: MessageRow['audience']): string => {
    if (type === 'all') return texts.audience_everyone;
    if (type === 'profile') return `${texts.profile}: ${profile ? texts[`profile_${profile}`] : ''}`;
    const more = all - names.length;
    return `${texts[`messageTo_${type}`]}: ${names.join(', ')}${more > 0 ? ` +${more}` : ''}`;
  };
  const sent = rows.map((row) => present(row, ctx.clock.now()));
  return tableFile(ctx, texts.messagesFile, sent, {
    subject: [texts.messageSubject, (row) => row.subjects[language] ?? Object.values(row.subjects)[0]],
    audience: [texts.messageTo, (row) => getAudience(row.audience)],
    sender: [texts.messageSender, (row) => row.sender],
    sent: [texts.messageSent, (row) => toTime(ctx, row.sentAt)],
    state: [texts.state, (row) => texts[`messageState_${row.state}`]],
    told: [texts.messageTold, (row) => row.told],
  });
});

const ofMailing = sql`n.tenant_id = m.tenant_id and n.mailing_id = m.mailing_id`;
const mailsSent = sql<number>`(select count(*)::int from mails x
  where x.tenant_id = m.tenant_id and x.mailing_id = m.mailing_id and x.state = 'sent')`;
// Each mail's notification is looked up by an id that is read by itself (`offset 0`): just after sending, the planner expects one mail and
// one notification, and a join compares each with each.
const mailsWaiting = sql<number>`(select count(*)::int
  from (select (o.body->>'id')::uuid as id from outbox o where o.tenant_id = m.tenant_id and o.kind = 'notification' offset 0) w
  where (select n.mailing_id from notifications n where n.tenant_id = m.tenant_id and n.id = w.id) = m.mailing_id)`;

export const readOneMessage = bind(readMessage, async ({ id }, ctx) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'notifications.send'), (db) => [
    db
      .select({
        ...{ ...messageColumns(), texts: m.texts, mailsSent, mailsWaiting },
        read: sql<number>`(select count(*)::int from notifications n where ${ofMailing} and n.read_at is not null)`,
      })
      .from(m)
      .leftJoin(mailings, isItsMailing)
      .where(and(eq(m.id, id), isSeen(ctx))),
  ]);
  if (!row) throw new AppError('not_found');
  const { texts, read, mailsSent: sent, mailsWaiting: waiting, ...facts } = row;
  return { ...present(facts, ctx.clock.now()), texts, read, mailsSent: sent, mailsWaiting: waiting };
});
