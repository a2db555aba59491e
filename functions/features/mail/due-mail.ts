import { type SQL, sql } from 'drizzle-orm';
import { isAccountKind, isMailKind, type MailKind } from '../../../domain/mail/kinds.ts';
import { isReachable } from '../../../domain/mail/reachable.ts';
import { mailPreferences, wantsMail } from '../../../domain/notifications/preferences.ts';
import { isNotificationKind } from '../../../domain/notifications/words.ts';
import { defaultLanguage, languages } from '../../../domain/session/languages.ts';
import { defaultZone } from '../../../domain/settings/defaults.ts';
import { themeOf } from '../../../domain/themes/theme-of.ts';
import type { Env } from '../../http/env.ts';
import { originOf } from '../../http/origin-of.ts';
import type { House, Reader } from './render.ts';
import type { ServerRow } from './server-of.ts';

export type AttachmentRef = { key: string; name: string; type: string };

export type AskedAccount = {
  at?: string;
  /** Of a sign-in from a new browser, or of one that ended at the second step. */
  address?: string | null;
  agent?: string | null;
  /** Of what concerns the account's factors: whose they are, and which change of them it was. */
  account?: string;
  change?: string;
  what?: 'added' | 'removed' | 'codes';
  name?: string | null;
  /** Of a code for linking a provider: the sign-in that waits for it. */
  ticket?: string;
};

/** A row of the outbox with all that its mail is made of. */
export type DueRow = {
  id: string;
  effect: string;
  tenant_id: string;
  kind: string | null;
  vars: Record<string, unknown> | null;
  link: string | null;
  attachment: AttachmentRef | null;
  deleted: boolean;
  user_id: string | null;
  name: string | null;
  email: string | null;
  language: string | null;
  status: string | null;
  profile: string | null;
  /** Of an effect on an account: whom it names, by id or as typed. */
  asked_user: string | null;
  asked_email: string | null;
  /** What an effect on an account tells: of a sign-in, or of its factors. */
  asked: AskedAccount | null;
  preferences: unknown;
  tenant_name: string;
  tenant_language: string;
  zone: string | null;
  unit_sends: boolean;
  theme: Record<string, unknown> | null;
  host: string | null;
  mail_state: string | null;
  attempts: number;
  server: ServerRow | null;
};

/** Reads rows of the outbox that a job has claimed; the tenant is the job's own. */
export const dueRows = (ids: readonly string[]): SQL => sql`select o.id, o.kind as effect, o.tenant_id,
    coalesce(n.kind, o.body->>'kind') as kind, coalesce(n.vars, o.body->'vars') as vars, coalesce(n.link, o.body->>'link') as link,
    nullif(o.body->'attachment', 'null'::jsonb) as attachment, n.deleted_at is not null as deleted,
    u.id as user_id, u.name, u.email, u.language, u.status, u.profile, u.preferences, o.body->>'user_id' as asked_user, o.body->>'email' as asked_email, case when o.kind like 'account.%' then o.body end as asked,
    t.name as tenant_name, t.language as tenant_language, coalesce(nullif(s."values"->>'timezone', ''), t.zone) as zone,
    coalesce(s."values"->>'send_email_notification' = 'S', false) as unit_sends,
    (select h."values" from themes h where h.tenant_id = o.tenant_id and h.published limit 1) as theme,
    (select d.host from domains d where d.tenant_id = o.tenant_id order by d.main desc, d.created_at, d.host limit 1) as host,
    m.state as mail_state, coalesce(m.attempts, 0) as attempts,
    case when v.tenant_id is null then null else to_jsonb(v) end as server
  from outbox o join tenants t on t.id = o.tenant_id
  left join settings s on s.tenant_id = o.tenant_id
  left join notifications n on o.kind = 'notification' and n.tenant_id = o.tenant_id and n.id = (o.body->>'id')::uuid
  left join users u on u.tenant_id = o.tenant_id and u.id = coalesce(n.user_id, (o.body->>'user_id')::uuid)
  left join mails m on m.tenant_id = o.tenant_id and m.id = o.id
  left join mail_servers v on v.tenant_id = o.tenant_id and v.enabled
  where o.id in (select x::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) x) order by o.due_at, o.id`;

export type DueMail = {
  id: string;
  tenantId: string;
  userId: string;
  kind: MailKind;
  /** What the tenant's log says of it, where that is not its kind. */
  logged?: MailKind;
  vars: Record<string, unknown>;
  link: string | null;
  attachment: AttachmentRef | null;
  email: string;
  reader: Reader;
  house: House;
  server: ServerRow | null;
  attempts: number;
};

/** In whose language and zone, and in which colours a mail of this row is written. */
export function readerOf(row: DueRow & { name: string }): { reader: Reader; house: Omit<House, 'origin'> } {
  const language = [row.language, row.tenant_language].flatMap((wanted) => languages.filter((known) => known === wanted))[0];
  const stored = themeOf(row.theme);
  return {
    reader: { name: row.name, language: language ?? defaultLanguage, zone: row.zone || defaultZone },
    house: { name: row.tenant_name, theme: typeof row.theme?.name === 'string' ? stored : { ...stored, name: row.tenant_name } },
  };
}

/** The mail that a row asks for; null when it is over, or when there is nobody who wants it. */
export function dueMail(row: DueRow, env: Env): DueMail | null {
  const { kind, user_id: userId, email, name } = row;
  if (row.mail_state !== null && row.mail_state !== 'queued') return null;
  if (!kind || !isMailKind(kind) || !userId || !email || !isReachable(email) || !['A', 'T'].includes(row.status ?? '')) return null;
  const isNews = row.effect === 'notification';
  // Whoever has put the notice away already has seen it; of what concerns an account it may have been somebody else.
  const seen = row.deleted && !isAccountKind(kind);
  if (isNews && (seen || !isNotificationKind(kind) || !wantsMail(kind, mailPreferences(row.preferences), row.unit_sends))) return null;
  const { reader, house } = readerOf({ ...row, name: name ?? '' });
  return {
    id: row.id,
    tenantId: row.tenant_id,
    userId,
    kind,
    vars: row.vars ?? {},
    link: row.link,
    attachment: row.attachment,
    email,
    reader,
    house: { ...house, origin: originOf(row.host ?? env.PRODUCT_HOST, env) },
    // That a server does not send is said by another one.
    server: kind === 'mail_server_failing' ? null : row.server,
    attempts: row.attempts,
  };
}
