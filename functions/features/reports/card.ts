import { type SQL, sql } from 'drizzle-orm';
import { type RowOf, typed } from '../../../db/raw.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { ReportTexts } from '../../../domain/report-management/fields.ts';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import { coverKinds } from '../../../domain/reports/contract.ts';
import { newForDays } from '../../../domain/reports/limits.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Context } from '../../request/context.ts';
import { delegated } from '../../request/delegation.ts';
import { isFavorite, maintenanceUntil } from './visible.ts';

/** The result of `cardColumns`. */
export const cardShape = {
  id: 'uuid',
  title: 'text',
  description: 'text',
  kind: typed<ReportCard['kind']>('text'),
  group_id: 'uuid?',
  group_name: 'text?',
  hue: 'int4?',
  subgroup_id: 'uuid?',
  subgroup_name: 'text?',
  cover_kind: 'text',
  cover_file: 'text?',
  verified: 'bool',
  hidden: 'bool',
  favorite: 'bool',
  maintenance_until: 'timestamptz?',
  data_at: 'timestamptz?',
  freshness: typed<ReportCard['freshness']>('text'),
  /** Whether the time of the data is shown at all. */
  data_shown: 'bool',
  created_at: 'timestamptz',
  added_by: 'text?',
  viewed_at: 'timestamptz?',
  embed_url: 'text?',
  service_report_id: 'text?',
  texts: typed<ReportTexts>('jsonb'),
} as const;
export type CardRow = RowOf<typeof cardShape>;

const newForMs = newForDays * 24 * 60 * 60 * 1000;

/** Whether the last update is shown: the report, its unit and every layer above can each say no (BEHAVIOUR 16). */
const dataShown = sql`(r.show_last_update
  and (select coalesce(bool_and(coalesce((t."values"->>'mostrar_ultima_atualizacao_relatorio')::boolean, true)), true) from settings t)
  and ${delegated('mostrar_ultima_atualizacao_relatorio_global')})`;

/** The columns of a card, over `reportsWithPlace`; `viewedAt` only where the query has it. */
export const cardColumns = (userId: string | SQL, viewedAt: SQL = sql`null::timestamptz`) =>
  sql`r.id, r.title, r.description, r.kind, g.id as group_id, g.name as group_name, g.hue, s.id as subgroup_id, s.name as subgroup_name,
    r.cover_kind, r.cover_file, r.verified, r.hidden, ${isFavorite(userId)} as favorite, ${maintenanceUntil} as maintenance_until,
    r.data_at, r.freshness, ${dataShown} as data_shown, r.created_at,
    (select u.name from users u where u.tenant_id = r.tenant_id and u.id = r.added_by_id) as added_by,
    ${viewedAt} as viewed_at, r.embed_url, r.service_report_id, r.texts`;

/** A card as the contract has it, field by field. */
export function presentCard(row: CardRow, now: number, language: Language): ReportCard {
  // A card falls back as a whole: never a title in one language over a description in another (BEHAVIOUR 15 #19).
  const { title, description } = row.texts[language] ?? row;
  return {
    id: row.id,
    title,
    description,
    kind: row.kind,
    group: row.group_id ? { id: row.group_id, name: row.group_name ?? '', hue: row.hue ?? 0 } : null,
    subgroup: row.subgroup_id ? { id: row.subgroup_id, name: row.subgroup_name ?? '' } : null,
    cover: { kind: coverKinds.find((kind) => kind === row.cover_kind) ?? 'ridge', file: row.cover_file },
    verified: row.verified,
    isNew: now - Date.parse(row.created_at) < newForMs,
    hidden: row.hidden,
    favorite: row.favorite,
    maintenanceUntil: isoOrNull(row.maintenance_until),
    dataAt: row.data_shown ? isoOrNull(row.data_at) : null,
    freshness: row.data_shown ? row.freshness : 'unknown',
    addedAt: toIso(row.created_at),
    addedBy: row.added_by,
    viewedAt: isoOrNull(row.viewed_at),
    embedUrl: row.embed_url,
    serviceId: row.service_report_id,
  };
}

/** The language in which a user reads the portal's content. */
export const getLanguage = (ctx: Context): Language => ctx.language ?? ctx.tenant.language;
