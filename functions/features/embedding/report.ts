import { sql } from 'drizzle-orm';
import type { Db, InTenant } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { embedEmbeddedReport, readEmbeddedReport } from '../../../domain/embedding/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import type { ReportTexts } from '../../../domain/report-management/fields.ts';
import type { ReportFilter } from '../../../domain/reports/filters.ts';
import { type IdentityAnswer, identityFor, type RlsIdentity } from '../../../domain/reports/identity.ts';
import { leastTokenMinutes } from '../../../domain/reports/limits.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { isWatermarked, seenBy, watermarkLook } from '../../../domain/watermark/watermark.ts';
import { bind } from '../../request/bind.ts';
import type { EmbedContext } from '../../request/context.ts';
import { accountOfReport, coversReport, getGrant, nearestGrantFirst, reportsWithPlace, tokenFor, visibleReport } from '../reports/index.ts';
import { opensInstead } from '../waking/index.ts';

const shape = {
  id: 'uuid',
  title: 'text',
  texts: typed<ReportTexts>('jsonb'),
  kind: typed<'powerbi' | 'external'>('text'),
  external_url: 'text?',
  embed_url: 'text?',
  service_report_id: 'text?',
  workspace_id: 'text?',
  dataset_id: 'text?',
  report_type: typed<'report' | 'paginated'>('text'),
  needs_identity: 'bool',
  needs_roles: 'bool',
  ignore_rls: 'bool',
  ignore_rls_role: 'text?',
  navigation_panel: 'bool',
  side_filter: 'bool',
  hidden_pages: 'bool',
  visual_headers: 'bool',
  mobile_background: 'bool',
  orientation: typed<'landscape' | 'portrait' | 'auto'>('text'),
  show_last_update: 'bool',
  tenant_colors: 'bool',
  resolution: 'text?',
  watermark: typed<'inherit' | 'on' | 'off'>('text'),
  identity: typed<RlsIdentity | null>('jsonb?'),
  filters: typed<ReportFilter[]>('jsonb'),
  user_id: 'uuid?',
  email: 'text?',
  name: 'text?',
  profile: 'text?',
  rls_username: 'text?',
  rls_roles: 'text[]?',
  identity_values: typed<Record<string, string> | null>('jsonb?'),
  path_identity: typed<RlsIdentity | null>('jsonb?'),
  path_filters: typed<ReportFilter[] | null>('jsonb?'),
  window_title: 'text?',
  window_text: 'text?',
  window_until: 'timestamptz?',
  window_spares_admin: 'bool?',
  settings: typed<Record<string, unknown> | null>('jsonb?'),
} as const;
type Row = RowOf<typeof shape>;
const readRow = raw('embedding.report', shape);

const leastLeftMs = leastTokenMinutes * 60 * 1000;

// An anonymous page shows the report in its token unless it is hidden; with a user, only granted reports are shown.
export const viewer = { userId: sql`e.user_id`, seesAll: sql`(e.user_id is null or u.profile <> 'user')` };

/** The session's one report with all the facts needed to show it; no row if it is hidden, deleted or not visible to the user. */
const findReport = (db: Db, ctx: EmbedContext) =>
  readRow(
    db,
    sql`select r.id, r.title, r.texts, r.kind, r.external_url, r.embed_url, r.service_report_id, r.workspace_id, r.dataset_id,
      r.report_type, r.needs_identity, r.needs_roles, r.ignore_rls, r.ignore_rls_role, r.navigation_panel, r.side_filter, r.hidden_pages,
      r.visual_headers, r.mobile_background, r.orientation, r.show_last_update, r.tenant_colors, r.resolution, r.watermark,
      e.identity, e.filters, e.user_id, u.email, u.name, u.profile, u.rls_username, u.rls_roles,
      app.identity_values(u.custom, u.custom_own) as identity_values, path.identity as path_identity, path.filters as path_filters,
      w.title as window_title, w.text as window_text, w.ends_at as window_until, w.except_admin as window_spares_admin,
      (select t."values" from settings t where t.tenant_id = r.tenant_id) as settings
    from ${reportsWithPlace} join embed_sessions e on e.tenant_id = r.tenant_id and e.report_id = r.id
      left join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
    left join lateral (select x.identity, x.filters from grants x
      where x.tenant_id = r.tenant_id and x.report_id = r.id and u.id is not null and ${getGrant(viewer.userId)}
      order by ${nearestGrantFirst} limit 1) path on true
    left join lateral (select m.title, m.text, m.ends_at, m.except_admin from maintenance m
      where ${coversReport} order by m.except_admin, m.ends_at desc limit 1) w on true
    where e.id = ${ctx.embed.sid}::uuid and r.id = ${ctx.embed.report}::uuid and ${visibleReport(viewer)}`,
  );

/**
 * The RLS identity, by identityFor. An anonymous page uses the token's identity; the report's "ignore RLS" applies only if the token has
 * none.
 */
function getIdentity(row: Row): IdentityAnswer {
  const ignores = row.ignore_rls && (row.user_id !== null || row.identity === null);
  return identityFor({
    report: { needsIdentity: row.needs_identity, needsRoles: row.needs_roles, roleWithoutFilter: ignores ? row.ignore_rls_role : null },
    person: {
      email: row.email ?? 'embedded',
      rlsUsername: row.rls_username,
      rlsRoles: row.rls_roles ?? [],
      values: row.identity_values ?? {},
    },
    path: row.user_id === null ? row.identity : row.path_identity,
  });
}

function preventedBy(row: Row): 'report_in_maintenance' | 'rls_identity_missing' | null {
  const spared = row.window_spares_admin === true && row.profile !== null && row.profile !== 'user';
  if (row.window_until && !spared) return 'report_in_maintenance';
  return row.kind === 'powerbi' && getIdentity(row).kind === 'refused' ? 'rls_identity_missing' : null;
}

export const readReportOfEmbed = bind(readEmbeddedReport, async (_input, ctx) => {
  const [{ rows }] = await ctx.database.withEmbed(ctx.embed, (db) => [findReport(db, ctx)]);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  const settings = mergeSettings(row.settings);
  const prevented = preventedBy(row);
  const who = { email: row.email ?? row.identity?.username ?? '', name: row.name ?? row.identity?.username ?? '' };
  return {
    id: row.id,
    title: row.texts[ctx.language ?? ctx.tenant.language]?.title ?? row.title,
    kind: row.kind,
    external: row.kind === 'external' && row.external_url && !prevented ? { url: row.external_url, frame: null } : null,
    options: {
      navigationPanel: row.navigation_panel,
      sideFilter: row.side_filter,
      hiddenPages: row.hidden_pages,
      visualHeaders: row.visual_headers,
      mobileBackground: row.mobile_background,
      orientation: row.orientation,
      showLastUpdate: row.show_last_update,
      tenantColors: row.tenant_colors,
      showName: settings.show_name_report,
      resolution: row.resolution,
      saveFilter: 'N' as const,
    },
    maintenance: row.window_until ? { title: row.window_title ?? '', text: row.window_text ?? '', until: toIso(row.window_until) } : null,
    prevented,
    watermark: isWatermarked(isOn(settings.enable_watermark), row.watermark)
      ? {
          ...watermarkLook(row.settings),
          who: seenBy({ ...who, unit: ctx.tenant.name, ip: ctx.address }, null),
          serverNow: new Date(ctx.clock.now()).toISOString(),
        }
      : null,
    zone: settings.timezone || ctx.tenant.zone,
  };
});

export const embedReportOfEmbed = bind(embedEmbeddedReport, async (_input, ctx) => {
  const [found, accounts] = await ctx.database.withEmbed(ctx.embed, (db) => [findReport(db, ctx), accountOfReport(db, ctx.embed.report)]);
  const [row] = found.rows;
  const [account] = accounts.rows;
  if (row?.kind !== 'powerbi') throw new AppError('not_found');
  const prevented = preventedBy(row);
  if (prevented === 'report_in_maintenance')
    throw new AppError(prevented, { until: new Date(row.window_until ?? 0).toISOString() }, { retryAfterSeconds: 60 });
  if (prevented) throw new AppError(prevented);
  if (!row.service_report_id || !row.workspace_id || !row.embed_url) throw new AppError('report_missing_at_service');
  if (!account) throw new AppError('report_account_refused');
  const answer = getIdentity(row);
  const inTenant: InTenant = (build) => ctx.database.withEmbed(ctx.embed, build);
  const asked = tokenFor(ctx, inTenant, {
    facts: row,
    account,
    cached: [],
    identity: answer.kind === 'as' ? answer.identity : null,
    leastLeftMs,
  });
  const { token, expiresAt } = await asked.catch(async (error) => {
    throw await opensInstead(error, ctx, inTenant, row.id);
  });
  return {
    type: row.report_type,
    id: row.service_report_id,
    groupId: row.workspace_id,
    embedUrl: row.embed_url,
    token,
    expiresAt,
    serverNow: new Date(ctx.clock.now()).toISOString(),
    rights: 'view' as const,
    filters: [...(row.path_filters ?? []), ...row.filters],
  };
});
