import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { notices } from '../../../db/schema/notices.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { buildRecord, pick } from '../../../domain/fields/fields.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { NoticeRow } from '../../../domain/notices/contract.ts';
import { noticeFields, noticeFlags } from '../../../domain/notices/fields.ts';
import { stateOfNotice } from '../../../domain/notices/state.ts';
import { getBody, type NoticeTexts } from '../../../domain/notices/texts.ts';
import { languages } from '../../../domain/session/languages.ts';

/** In these statements, `n` is the notice. */
export const n = alias(notices, 'n');

const groups = sql<
  { id: string; name: string }[]
>`coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.sort_key)
  from user_groups g where g.tenant_id = n.tenant_id and n.audience->'ids' @> to_jsonb(g.id::text) and g.deleted_at is null), '[]')`;
const addedBy = sql<string | null>`(select u.name from users u where u.tenant_id = n.tenant_id and u.id = n.added_by_id)`;
const reads = sql<{ acknowledged: number; dismissed: number }>`app.notice_reads(n.id)`;

export const noticeColumns = () => ({
  ...{ id: n.id, text: n.text },
  ...pick(n, noticeFields),
  ...{ withdrawnAt: n.withdrawnAt, version: n.version, groups, addedBy, reads },
});
type Column = ReturnType<typeof noticeColumns>;
type Row = {
  [Name in keyof Column]: Column[Name] extends SQL<infer Value> ? Value : (typeof n.$inferSelect)[Name & keyof typeof n.$inferSelect];
};

/** Whether notice `n` is planned or shown; answered by the index `notices_open`. */
export const isOpenNow = and(isNull(n.withdrawnAt), sql`coalesce(n.ends_at, 'infinity'::timestamptz) > app.now()`);

/** The languages of a notice with its own text, as the wire has them. */
function presentTexts(texts: NoticeTexts): NoticeRow['texts'] {
  const given = languages.flatMap((language) => {
    const words = texts[language];
    return words ? [[language, { title: words.title, body: getBody(words) }] as const] : [];
  });
  return Object.fromEntries(given);
}

export function present({ text, reads: counts, ...row }: Row, now: number): NoticeRow {
  const { startsAt, endsAt, withdrawnAt } = row;
  const times = {
    startsAt: Date.parse(startsAt),
    endsAt: endsAt ? Date.parse(endsAt) : null,
    withdrawnAt: withdrawnAt ? Date.parse(withdrawnAt) : null,
  };
  return {
    ...row,
    ...counts,
    ...buildRecord(noticeFlags, (name) => toFlag(row[name])),
    body: getBody({ body: row.body, text }),
    texts: presentTexts(row.texts),
    state: stateOfNotice(times, now),
    startsAt: toIso(startsAt),
    endsAt: isoOrNull(endsAt),
    withdrawnAt: isoOrNull(withdrawnAt),
  };
}
