import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { Severity } from '../../../domain/notices/fields.ts';
import type { ShownNotice } from '../../../domain/notices/shown.ts';
import { getBody, type NoticeTexts, wordsIn } from '../../../domain/notices/texts.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import type { Language } from '../../../domain/session/languages.ts';

const shape = {
  id: 'uuid',
  title: 'text',
  text: 'text',
  body: typed<RichText | null>('jsonb?'),
  texts: typed<NoticeTexts>('jsonb'),
  severity: typed<Severity>('text'),
  starts_at: 'timestamptz',
  ends_at: 'timestamptz?',
  dismissible: 'bool',
  must_acknowledge: 'bool',
  dismissed_at: 'timestamptz?',
  acknowledged_at: 'timestamptz?',
} as const;
const shownRows = raw('notices.shown', shape);

const columns = sql.raw(
  ['tenant_id', 'id', 'title', '"text"', 'body', 'texts', 'severity', 'at_login', 'audience', 'dismissible', 'must_acknowledge']
    .concat('starts_at', 'ends_at')
    .map((name) => `n.${name}`)
    .join(', '),
);

/** Whether user `u` belongs to the audience of notice `n`: an expression over both. */
export const isFor = (profile: SQL, userId: SQL): SQL => sql`(n.audience->>'type' = 'all'
  or n.audience->'profiles' @> to_jsonb(${profile})
  or (n.audience->>'type' = 'groups' and exists (select from user_group_members m
    join user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
    where m.tenant_id = (select app.tenant_id()) and m.user_id = ${userId} and n.audience->'ids' @> to_jsonb(m.user_group_id::text))))`;

/** The notices that the caller sees after sign-in, of the own tenant and of those above (`n`), with what the caller did (`s`). */
export const seen = sql`(select ${columns} from notices n
      where n.withdrawn_at is null and coalesce(n.ends_at, 'infinity'::timestamptz) > app.now() and n.starts_at <= app.now()
    union all select ${columns} from app.notices_above() n) n
  left join notice_states s on s.notice_tenant_id = n.tenant_id and s.notice_id = n.id and s.user_id = (select app.user_id())
  where not n.at_login and ${isFor(sql`(select app.profile())`, sql`(select app.user_id())`)}`;

const inOrder = sql`array_position(array['error', 'warning', 'info'], n.severity), n.starts_at, n.id`;

/** In the order in which they are shown. `open` leaves out those that the caller dismissed or acknowledged. */
export const readShown = (db: Db, { open, most }: { open: boolean; most: number }) =>
  shownRows(
    db,
    sql`select n.id, n.title, n.text, n.body, n.texts, n.severity, n.starts_at, n.ends_at, n.dismissible, n.must_acknowledge,
        s.dismissed_at, s.acknowledged_at
      from ${seen}${open ? sql` and s.dismissed_at is null and s.acknowledged_at is null` : sql``}
      order by ${inOrder} limit ${most}::int`,
  );
type Row = Awaited<ReturnType<typeof readShown>>['rows'][number];

export function presentShown(row: Row, language: Language): ShownNotice {
  const { title, ...words } = wordsIn(language, row);
  return {
    ...{ id: row.id, title, body: getBody(words), severity: row.severity },
    ...{ startsAt: toIso(row.starts_at), endsAt: isoOrNull(row.ends_at) },
    ...{ dismissible: row.dismissible, mustAcknowledge: row.must_acknowledge },
    ...{ dismissedAt: isoOrNull(row.dismissed_at), acknowledgedAt: isoOrNull(row.acknowledged_at) },
  };
}

/** Whether a notice waits to be acknowledged by the caller. */
export const isWaiting = sql<boolean>`exists (select from ${seen} and n.must_acknowledge and s.acknowledged_at is null)`;
