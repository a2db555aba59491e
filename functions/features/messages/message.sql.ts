import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { type MessageAudience, namedIn } from '../../../domain/messages/audience.ts';
import { recallMinutes, toAllADay, toAllHours } from '../../../domain/messages/limits.ts';
import type { MessageTexts } from '../../../domain/messages/texts.ts';
import { idRows } from '../../request/id-rows.ts';

const takeTurn = raw('messages.turn', {});
const write = raw('messages.send', { known: 'int4', today: 'int4', there: 'bool', written: 'bool' });

/** Messages to all users of a unit are counted and written one after the other. */
export const waitTurn = (db: Db) =>
  takeTurn(db, sql`select from pg_advisory_xact_lock(hashtextextended('messages ' || (select app.tenant_id())::text, 0))`);

/** How many messages to all users were sent within the day that the limit counts. */
export const sentToAll = sql`(select count(*)::int from messages d where d.audience->>'type' = 'all'
  and d.sent_at > app.now() - make_interval(hours => ${toAllHours}::int))`;

/** How many of the groups or users that an audience names exist in the unit, as the query of one number n. */
function knownIn(audience: MessageAudience) {
  const named = namedIn(audience);
  const table = audience.type === 'groups' ? sql`user_groups` : sql`users`;
  return named.length === 0
    ? sql`select 0 as n`
    : sql`select count(*)::int as n from ${table} t join ${idRows(named)} w on w.id = t.id where t.deleted_at is null`;
}
const named = raw('messages.named', { n: 'int4' });
export const countNamed = (db: Db, audience: MessageAudience) => named(db, knownIn(audience));

/** The subjects of message `w` by language, and the one that the log calls it by: in the unit's language, or the first it has. */
const subjects = sql`(select jsonb_object_agg(e.key, e.value->'subject') from jsonb_each(w.texts) e)`;
export const messageName = sql`coalesce(w.texts->(select t.language from tenants t where t.id = w.tenant_id)->>'subject',
    (select e.value->>'subject' from jsonb_each(w.texts) e limit 1))`;

type NewMessage = { id: string; mailingId: string; audience: MessageAudience; texts: MessageTexts; mail: boolean };
type Origin = Parameters<typeof auditEach>[0];

/**
 * Writes a message and the mailing that notifies its recipients, or nothing: if a named group or user doesn't exist, or at the limit of
 * messages to all, whose callers `waitTurn` first. The sender is the batch's user. `there`: an earlier attempt wrote it.
 */
export function writeMessage(db: Db, origin: Origin, { id, mailingId, audience, texts, mail }: NewMessage, task: string | null = null) {
  return write(
    db,
    sql`with known as (${knownIn(audience)}), today as (select ${audience.type === 'all' ? sentToAll : sql`0`} as n),
        w as (insert into messages (id, audience, texts, mail, mailing_id)
          select ${id}::uuid, ${JSON.stringify(audience)}::jsonb, ${JSON.stringify(texts)}::jsonb, ${mail}::boolean, ${mailingId}::uuid
          from known, today where known.n = ${namedIn(audience).length}::int and today.n < ${toAllADay}::int
          on conflict (tenant_id, id) do nothing returning *),
        m as (insert into mailings (id, kind, source_id, audience, vars, link, recall_until)
          select w.mailing_id, 'announcement', w.id, w.audience, jsonb_build_object('mail', w.mail), '/notifications?message=' || w.id,
            w.sent_at + make_interval(mins => ${recallMinutes}::int) from w),
        a as (${auditEach(origin, {
          what: 'message.send',
          row: sql`w.id`,
          facts: { name: messageName, after: { audience: sql`w.audience`, subjects, mail: sql`w.mail` }, ...(task ? { task } : {}) },
          from: sql`w`,
        })})
      select known.n as known, today.n as today, exists (select from messages x where x.id = ${id}::uuid) as there,
        exists (select from w) as written from known, today`,
  );
}
