import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { refusalFor } from '../../../domain/report-access/sight.ts';
import type { ReportFilter } from '../../../domain/reports/filters.ts';
import { type IdentityAnswer, identityFor, type RlsIdentity } from '../../../domain/reports/identity.ts';
import type { KeptSchedule } from '../../../domain/reports/load-schedule.ts';
import type { SessionContext } from '../../request/context.ts';
import { cardColumns, cardShape } from './card.ts';
import {
  actorName,
  coversReport,
  getGrant,
  getViewer,
  isAboutReport,
  nearestGrantFirst,
  reportsWithPlace,
  type Viewer,
  visibleReport,
} from './visible.ts';

const shape = {
  ...cardShape,
  external_url: 'text?',
  external_frames: 'bool',
  account_id: 'uuid?',
  workspace_id: 'text?',
  dataset_id: 'text?',
  load_schedule: typed<KeptSchedule | null>('jsonb?'),
  report_type: typed<'report' | 'paginated'>('text'),
  needs_identity: 'bool',
  needs_roles: 'bool',
  navigation_panel: 'bool',
  side_filter: 'bool',
  hidden_pages: 'bool',
  visual_headers: 'bool',
  mobile_background: 'bool',
  orientation: typed<'landscape' | 'portrait' | 'auto'>('text'),
  show_last_update: 'bool',
  tenant_colors: 'bool',
  rls_username: 'text?',
  rls_roles: 'text[]',
  identity_values: typed<Record<string, string>>('jsonb'),
  path_identity: typed<RlsIdentity | null>('jsonb?'),
  path_filters: typed<ReportFilter[] | null>('jsonb?'),
  ignore_rls: 'bool',
  ignore_rls_role: 'text?',
  allow_edit: 'bool',
  watermark: typed<'inherit' | 'on' | 'off'>('text'),
  resolution: 'text?',
  on_app: 'bool',
  /** Who acts in this user's place. */
  actor_name: 'text?',
  person_email: 'text',
  person_name: 'text',
  person_profile: typed<Profile>('text'),
  window_title: 'text?',
  window_text: 'text?',
  window_until: 'timestamptz?',
  window_spares_admin: 'bool?',
  next_title: 'text?',
  next_text: 'text?',
  next_from: 'timestamptz?',
  next_until: 'timestamptz?',
  next_blocks: 'bool?',
  settings: typed<Record<string, unknown> | null>('jsonb?'),
} as const;
export type ReportFacts = RowOf<typeof shape>;
const readFacts = raw('reports.facts', shape);

/**
 * One visible report with everything that viewing, the token broker and the heartbeat decide from; no row where the user doesn't see it.
 */
export function reportFacts(db: Db, ctx: SessionContext, reportId: string | SQL, viewer: Viewer = getViewer(ctx)) {
  const language = ctx.language ?? ctx.tenant.language;
  return readFacts(
    db,
    sql`select ${cardColumns(viewer.userId)}, r.external_url, r.external_frames, r.account_id, r.workspace_id, r.dataset_id,
      r.load_schedule, r.report_type, r.needs_identity, r.needs_roles, r.navigation_panel, r.side_filter, r.hidden_pages, r.visual_headers,
      r.mobile_background, r.orientation, r.show_last_update, r.tenant_colors, p.rls_username, p.rls_roles,
      app.identity_values(p.custom, p.custom_own) as identity_values, path.identity as path_identity, path.filters as path_filters,
      r.ignore_rls, r.ignore_rls_role, r.allow_edit, r.watermark, r.resolution, r.on_app,
      ${actorName(ctx)} as actor_name, p.email as person_email, p.name as person_name, p.profile as person_profile,
      w.title as window_title, w.text as window_text, w.ends_at as window_until, w.except_admin as window_spares_admin,
      n.title as next_title, n.text as next_text, n.starts_at as next_from, n.ends_at as next_until, n.blocks as next_blocks,
      (select t."values" from settings t where t.tenant_id = r.tenant_id) as settings
    from ${reportsWithPlace} join users p on p.tenant_id = r.tenant_id and p.id = ${viewer.userId}::uuid
    left join lateral (select x.identity, x.filters from grants x
      where x.tenant_id = r.tenant_id and x.report_id = r.id and ${getGrant(viewer.userId)}
      order by ${nearestGrantFirst} limit 1) path on true
    left join lateral (select ${inLanguage(sql`m`, language)}, m.ends_at, m.except_admin from maintenance m
      where ${coversReport} order by m.except_admin, m.ends_at desc limit 1) w on true
    left join lateral (select ${inLanguage(sql`m`, language)}, m.starts_at, m.ends_at, m.blocks from maintenance m
      where ${isAboutReport} and m.cancelled_at is null and m.ends_at > app.now()
        and (${isAnnounced} or m.starts_at <= app.now() and not m.blocks)
      order by m.blocks desc, m.starts_at limit 1) n on true
    where r.id = ${reportId}::uuid and ${visibleReport(viewer)}`,
  );
}

const isAnnounced = sql`m.starts_at > app.now() and m.starts_at - make_interval(hours => greatest(m.announce_hours, 1)) <= app.now()`;

/** Title and text of a window in the user's language if it has both. */
const inLanguage = (alias: SQL, language: string) =>
  sql`coalesce(${alias}.texts->${language}::text->>'title', ${alias}.title) as title,
    case when ${alias}.texts ? ${language}::text then coalesce(${alias}.texts->${language}::text->>'text', '')
      else ${alias}.text end as text`;

/** The window that is announced to users who have the report open; null without one. */
export const getAnnounced = (facts: ReportFacts) =>
  facts.next_from && facts.next_until
    ? {
        title: facts.next_title ?? '',
        text: facts.next_text ?? '',
        startsAt: toIso(facts.next_from),
        endsAt: toIso(facts.next_until),
        blocks: toFlag(facts.next_blocks === true),
      }
    : null;

/** The identity under which this session sees the report, by the one rule. */
export const getIdentity = (facts: ReportFacts): IdentityAnswer =>
  identityFor({
    report: {
      needsIdentity: facts.needs_identity,
      needsRoles: facts.needs_roles,
      roleWithoutFilter: facts.ignore_rls ? facts.ignore_rls_role : null,
    },
    person: { email: facts.person_email, rlsUsername: facts.rls_username, rlsRoles: facts.rls_roles, values: facts.identity_values },
    path: facts.path_identity,
  });

// A row of `reportFacts` exists only for an authorized user: `visibleReport` is its condition.
const letIn = { active: true, hidden: false, groupHidden: false, groupAudience: true, granted: true, expiredAt: null };

/** Why this user can't see the report now, before the service is asked; null = nothing blocks it. */
export function preventedBy(
  facts: ReportFacts,
  ctx: SessionContext,
  profile: Profile = ctx.session.profile,
): 'report_in_maintenance' | 'rls_identity_missing' | null {
  const spared = facts.window_spares_admin === true && profile !== 'user';
  const refusal = refusalFor({
    ...letIn,
    maintenance: facts.window_until !== null && !spared,
    identity: facts.kind === 'powerbi' ? getIdentity(facts).kind : 'none',
  });
  return refusal === 'report_in_maintenance' || refusal === 'rls_identity_missing' ? refusal : null;
}
