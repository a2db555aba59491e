import { type SQL, sql } from 'drizzle-orm';
import { type RowOf, typed } from '../../../db/raw.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { GrantRow } from '../../../domain/report-access/contract.ts';
import { demandsIdentity } from '../../../domain/report-access/grant-rule.ts';
import type { SubjectKind } from '../../../domain/report-access/limits.ts';
import type { ReportFilter } from '../../../domain/reports/filters.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import { fold } from '../../../domain/text/fold.ts';
import type { SortColumn } from '../../request/keyset.ts';
import { getRestriction, restrictionColumns, restrictionShape, shownIdentity } from './sql.ts';

/** The result of `rowColumns`. */
export const rowShape = {
  ...restrictionShape,
  id: 'uuid',
  subject: typed<SubjectKind>('text'),
  subject_id: 'uuid?',
  name: 'text?',
  detail: 'text?',
  source: typed<GrantRow['source']>('text'),
  identity: typed<RlsIdentity | null>('jsonb?'),
  filters: typed<ReportFilter[] | null>('jsonb?'),
  valid_until: 'timestamptz?',
  ended: 'bool',
  by: 'text?',
  note: 'text',
  people: 'int4',
  version: 'int4',
  created_at: 'timestamptz',
} as const;
type Row = RowOf<typeof rowShape>;

/** Grants x of report r; a deleted user group has no effect. */
export const source = sql`grants x join reports r on r.tenant_id = x.tenant_id and r.id = x.report_id
  left join users u on u.tenant_id = x.tenant_id and u.id = x.user_id
  left join user_groups q on q.tenant_id = x.tenant_id and q.id = x.user_group_id
  left join users b on b.tenant_id = x.tenant_id and b.id = x.granted_by_id`;

const members = sql`(select count(*)::int from user_group_members m where m.tenant_id = x.tenant_id and m.user_group_id = x.user_group_id)`;

const everyone = sql`(select count(*)::int from users p where p.tenant_id = x.tenant_id and p.status in ('A','T'))`;

export const rowColumns = sql`x.id, x.subject, coalesce(x.user_id, x.user_group_id) as subject_id, coalesce(u.name, q.name) as name,
  case x.subject when 'user' then u.email when 'group' then ${members}::text end as detail,
  x.source, x.identity, x.filters, x.valid_until, coalesce(x.valid_until <= app.now(), false) as ended,
  b.name as by, x.note, x.version, x.created_at, ${restrictionColumns},
  case x.subject when 'user' then 1 when 'group' then ${members} else ${everyone} end as people`;

export const columns: Record<string, SortColumn> = {
  created: { sql: sql`x.created_at`, cast: 'timestamptz' },
  ends: { sql: sql`coalesce(x.valid_until, '9999-12-31T00:00:00Z'::timestamptz)`, cast: 'timestamptz' },
};

export type Filters = { id: string; search?: string | undefined; kind?: SubjectKind | undefined };

export function conditions({ id, search, kind }: Filters): SQL {
  const all = [sql`x.report_id = ${id}::uuid and (q.id is null or q.deleted_at is null)`];
  const key = fold(search ?? '');
  if (key) all.push(sql`(strpos(coalesce(u.sort_key, q.sort_key), ${key}) > 0 or starts_with(u.email, ${key}))`);
  if (kind) all.push(sql`x.subject = ${kind}`);
  return sql.join(all, sql` and `);
}

export const present = (row: Row): GrantRow => ({
  id: row.id,
  subject: { kind: row.subject, id: row.subject_id, name: row.name, detail: row.detail },
  source: row.source,
  identity: shownIdentity(row.identity, demandsIdentity(getRestriction(row))),
  filters: row.filters ?? [],
  validUntil: isoOrNull(row.valid_until),
  ended: row.ended,
  by: row.by,
  note: row.note,
  people: row.people,
  version: row.version,
  createdAt: toIso(row.created_at),
});
