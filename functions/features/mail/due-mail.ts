import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { outbox } from '../../../db/schema/jobs.ts';
import { mailTemplates } from '../../../db/schema/mail-templates.ts';
import { messages } from '../../../db/schema/messages.ts';
import { mailServers, mails, notifications } from '../../../db/schema/notifications.ts';
import { settings } from '../../../db/schema/settings.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { users } from '../../../db/schema/users.ts';
import { isAccountKind, isMailKind, type MailKind } from '../../../domain/mail/kinds.ts';
import { isReachable } from '../../../domain/mail/reachable.ts';
import type { TemplateText } from '../../../domain/mail-templates/template.ts';
import { getExcerpt, languageRead, type MessageTexts, type MessageWords } from '../../../domain/messages/texts.ts';
import { canTurnOff, mailPreferences, wantsMail } from '../../../domain/notifications/preferences.ts';
import { isNotificationKind } from '../../../domain/notifications/words.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import { defaultLanguage, knownLanguage, type Language } from '../../../domain/session/languages.ts';
import { defaultZone } from '../../../domain/settings/defaults.ts';
import { getTheme } from '../../../domain/themes/get-theme.ts';
import type { Env } from '../../request/env.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { type ServerRow, serverColumns } from './get-server.ts';
import type { House, Reader } from './render.ts';

/** A message as its mail needs it. */
type MailedMessage = { texts: MessageTexts; by: string };

export type AttachmentRef = { key: string; name: string; type: string };

export type AskedAccount = {
  at?: string;
  /** For a sign-in from a new browser, or one that ended at the second factor. */
  address?: string | null;
  agent?: string | null;
  /** For mail about the account's factors: the account, and which change was made. */
  account?: string;
  change?: string;
  what?: 'added' | 'removed' | 'codes' | 'wiped';
  name?: string | null;
  /** For a code that links a provider: the waiting sign-in. */
  ticket?: string;
};

const o = outbox;
const n = notifications;
// Null once it is recalled.
const messageText = sql`(case when ${messages.recalledAt} is null and ${messages.id} is not null then
  jsonb_build_object('texts', ${messages.texts},
  'by', coalesce((select b.name from users b where b.tenant_id = ${o.tenantId} and b.id = ${messages.senderId}), '')) end)`;

/** Outbox rows that a job has claimed, with everything their mail needs; the job determines the tenant. */
export const dueRows = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: o.id,
      effect: o.kind,
      tenantId: o.tenantId,
      kind: sql<string | null>`coalesce(${n.kind}, ${o.body}->>'kind')`,
      vars: sql<Record<string, unknown> | null>`coalesce(${n.vars}, ${o.body}->'vars')`,
      link: sql<string | null>`coalesce(${n.link}, ${o.body}->>'link')`,
      attachment: sql<AttachmentRef | null>`nullif(${o.body}->'attachment', 'null'::jsonb)`,
      deleted: sql<boolean>`${n.deletedAt} is not null`,
      mailingId: n.mailingId,
      unsubscribe: sql<string | null>`(case when ${n.id} is not null then app.unsubscribe_token(${n.userId}, ${n.kind}) end)`,
      message: sql<MailedMessage | null>`coalesce(${messageText}, ${o.body}->'message')`,
      userId: users.id,
      name: users.name,
      email: users.email,
      language: users.language,
      status: users.status,
      profile: users.profile,
      preferences: users.preferences,
      // For an account effect: the user, by id or by address as typed, and the details of the sign-in or of the change of factors.
      askedUser: sql<string | null>`${o.body}->>'user_id'`,
      askedEmail: sql<string | null>`${o.body}->>'email'`,
      asked: sql<AskedAccount | null>`case when ${o.kind} like 'account.%' then ${o.body} end`,
      tenantName: tenants.name,
      tenantLanguage: tenants.language,
      zone: sql<string | null>`coalesce(nullif(${settings.values}->>'timezone', ''), ${tenants.zone})`,
      unitSends: sql<boolean>`coalesce(${settings.values}->>'send_email_notification' = 'S', false)`,
      theme: sql<Record<
        string,
        unknown
      > | null>`(select h."values" from themes h where h.tenant_id = ${o.tenantId} and h.published limit 1)`,
      host: sql<
        string | null
      >`(select d.host from domains d where d.tenant_id = ${o.tenantId} order by d.main desc, d.created_at, d.host limit 1)`,
      mailState: mails.state,
      attempts: sql<number>`coalesce(${mails.attempts}, 0)`,
      server: serverColumns,
    })
    .from(o)
    .innerJoin(tenants, eq(tenants.id, o.tenantId))
    .leftJoin(settings, eq(settings.tenantId, o.tenantId))
    .leftJoin(n, and(eq(o.kind, 'notification'), eq(n.tenantId, o.tenantId), eq(n.id, sql`(${o.body}->>'id')::uuid`)))
    .leftJoin(messages, and(eq(messages.tenantId, o.tenantId), eq(messages.id, n.messageId)))
    .leftJoin(users, and(eq(users.tenantId, o.tenantId), eq(users.id, sql`coalesce(${n.userId}, (${o.body}->>'user_id')::uuid)`)))
    .leftJoin(mails, and(eq(mails.tenantId, o.tenantId), eq(mails.id, o.id)))
    .leftJoin(mailServers, and(eq(mailServers.tenantId, o.tenantId), eq(mailServers.enabled, true)))
    .where(inArray(o.id, [...ids]))
    .orderBy(o.dueAt, o.id);
export type DueRow = Awaited<ReturnType<typeof dueRows>>[number];

/** The tenant's own texts for the kinds of these rows, in every language; each reader's is chosen later (`dueMail`). */
export const dueTemplates = (db: Db, ids: readonly string[]) =>
  db
    .select()
    .from(mailTemplates)
    .where(
      inArray(
        mailTemplates.kind,
        db
          .select({ kind: sql<string>`coalesce(${n.kind}, ${o.body}->>'kind')` })
          .from(o)
          .leftJoin(n, and(eq(o.kind, 'notification'), eq(n.tenantId, o.tenantId), eq(n.id, sql`(${o.body}->>'id')::uuid`)))
          .where(inArray(o.id, [...ids])),
      ),
    );
export type DueTemplate = Awaited<ReturnType<typeof dueTemplates>>[number];

export type DueMail = {
  id: string;
  tenantId: string;
  userId: string;
  kind: MailKind;
  /** The kind shown in the tenant's log, if it differs. */
  logged?: MailKind;
  vars: Record<string, unknown>;
  link: string | null;
  /** The tenant's own text in the reader's language. */
  template?: TemplateText | null;
  attachment: AttachmentRef | null;
  /** The text of a message that a user wrote: rich text, or imported HTML. */
  body?: RichText | undefined;
  html?: string | undefined;
  /** The token that stops mail of this kind, where its reader can turn it off. */
  unsubscribe?: string | null;
  /** The mailing whose notification it carries. */
  mailingId?: string | null;
  email: string;
  reader: Reader;
  house: House;
  server: ServerRow | null;
  attempts: number;
};

/** The language, time zone and colors of a row's mail. */
export function toReader(row: DueRow & { name: string }): { reader: Reader; house: Omit<House, 'origin'> } {
  const language = knownLanguage(row.language) ?? knownLanguage(row.tenantLanguage) ?? defaultLanguage;
  const stored = getTheme(row.theme);
  return {
    reader: { name: row.name, language, zone: row.zone || defaultZone },
    house: { name: row.tenantName, theme: typeof row.theme?.name === 'string' ? stored : { ...stored, name: row.tenantName } },
  };
}

/** A message in the reader's language, or the one that it falls back to. */
function getWords({ message, tenantLanguage }: DueRow, language: Language): MessageWords | null {
  const house = knownLanguage(tenantLanguage) ?? defaultLanguage;
  if (!message) return null;
  const read = languageRead(message.texts, language, house);
  return (read ? message.texts[read] : undefined) ?? null;
}
const getTemplate = (templates: readonly DueTemplate[], kind: string, language: string): TemplateText | null => {
  const own = templates.find((each) => each.kind === kind && each.language === language);
  return (own as TemplateText | undefined) ?? null; // because a check constraint wants one of body and html
};

/** The mail that a row asks for; null if it is obsolete or the user doesn't want it. */
export function dueMail(row: DueRow, templates: readonly DueTemplate[], env: Env): DueMail | null {
  const { kind, userId, email, name } = row;
  if (row.mailState !== null && row.mailState !== 'queued') return null;
  if (!kind || !isMailKind(kind) || !userId || !email || !isReachable(email) || !['A', 'T'].includes(row.status ?? '')) return null;
  const isNews = row.effect === 'notification';
  // A deleted notification counts as seen, except for account mail, since another person may have deleted it.
  const seen = row.deleted && !isAccountKind(kind);
  if (isNews && (seen || !isNotificationKind(kind) || !wantsMail(kind, mailPreferences(row.preferences), row.unitSends))) return null;
  const { reader, house } = toReader({ ...row, name: name ?? '' });
  const words = kind === 'announcement' ? getWords(row, reader.language) : null;
  if (kind === 'announcement' && !words) return null;
  return {
    id: row.id,
    tenantId: row.tenantId,
    userId,
    kind,
    vars: words ? { subject: words.subject, excerpt: getExcerpt(words), by: row.message?.by ?? '' } : (row.vars ?? {}),
    ...(words ? { body: words.body, html: words.html } : {}),
    mailingId: row.mailingId,
    unsubscribe: canTurnOff(kind) ? row.unsubscribe : null,
    link: row.link,
    template: getTemplate(templates, kind, reader.language),
    attachment: row.attachment,
    email,
    reader,
    house: { ...house, origin: getOrigin(row.host ?? env.PRODUCT_HOST, env) },
    // The news that the tenant's mail server fails is sent by the platform's server.
    server: kind === 'mail_server_failing' ? null : row.server,
    attempts: row.attempts,
  };
}
