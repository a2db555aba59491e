import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { messages } from '../../../db/schema/messages.ts';
import { mailings } from '../../../db/schema/notifications.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { mayRecall, recallableUntil } from '../../../domain/messages/recall.ts';
import { getState } from '../../../domain/messages/states.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { SessionContext } from '../../request/context.ts';

/** In these statements, `m` is the message. */
export const m = alias(messages, 'm');
const namesShown = 3;

/** Senders who aren't administrators see their own messages. */
export const isSeen = (ctx: SessionContext) => (ctx.session.profile === 'user' ? eq(m.senderId, sql`(select app.user_id())`) : undefined);

const names = (type: 'groups' | 'users', table: 'user_groups' | 'users') =>
  sql`when '${sql.raw(type)}' then array(select t.name from jsonb_array_elements_text(m.audience->'ids') with ordinality i (id, n)
    join ${sql.raw(table)} t on t.tenant_id = m.tenant_id and t.id = i.id::uuid and t.deleted_at is null
    order by i.n limit ${sql.raw(String(namesShown))})`;

export const messageColumns = () => ({
  id: m.id,
  subjects: sql<Partial<Record<Language, string>>>`(select jsonb_object_agg(e.key, e.value->'subject') from jsonb_each(m.texts) e)`,
  audience: m.audience,
  names: sql<
    string[]
  >`to_jsonb(case m.audience->>'type' ${names('groups', 'user_groups')} ${names('users', 'users')} else '{}'::text[] end)`,
  sender: sql<string | null>`coalesce((select b.name from users b where b.tenant_id = m.tenant_id and b.id = m.sender_id),
    app.seat_name(m.sender_id))`,
  sentAt: m.sentAt,
  recalledAt: m.recalledAt,
  mail: m.mail,
  mailing: mailings.state,
  told: sql<number>`coalesce(${mailings.told}, 0)`,
  mailed: sql<number>`coalesce(${mailings.mailed}, 0)`,
});
const shownMessages = (db: Db) =>
  db.select(messageColumns()).from(m).leftJoin(mailings, sql`${mailings.tenantId} = m.tenant_id and ${mailings.id} = m.mailing_id`);
export type MessageFacts = Awaited<ReturnType<typeof shownMessages>>[number];

export function present(row: MessageFacts, now: number) {
  const { audience, names: known, recalledAt, mailing, mail, sentAt, ...rest } = row;
  const at = Date.parse(sentAt);
  const profile: Profile | null = audience.type === 'profile' ? audience.profile : null;
  return {
    ...rest,
    audience: { type: audience.type, profile, names: known, count: 'ids' in audience ? audience.ids.length : 0 },
    sentAt: toIso(sentAt),
    state: getState(recalledAt !== null, mailing),
    recallUntil: mayRecall({ sentAt: at, recalledAt: recalledAt ? Date.parse(recalledAt) : null }, now)
      ? new Date(recallableUntil(at)).toISOString()
      : null,
    mail: toFlag(mail),
  };
}
