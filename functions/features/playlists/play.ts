import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { PlayAnswer, PlayItem, SkipReason } from '../../../domain/playlists/contract.ts';
import { maxItems, seconds } from '../../../domain/playlists/limits.ts';
import type { ReportFilter } from '../../../domain/reports/filters.ts';
import { type IdentityAnswer, identityFor, type RlsIdentity } from '../../../domain/reports/identity.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { isWatermarked, type WatermarkWho, watermarkLook } from '../../../domain/watermark/watermark.ts';
import { coversReport, grantOf, nearestGrantFirst, reportsWithPlace, visibleReport } from '../reports/index.ts';
import type { Viewer } from './playlist.ts';

/** Who looks: a person with his grants, or a display with the identity that was pinned to it. */
export type Looker = { viewer: Viewer; spared: boolean } & (
  | { kind: 'person' }
  | { kind: 'display'; deviceId: string; identity: RlsIdentity | null }
);

export type PlaylistRow = NonNullable<PlayAnswer['playlist']> & { show_title: boolean; show_clock: boolean; show_progress: boolean };
export type ItemRow = {
  id: string;
  report_id: string;
  title: string;
  group_name: string | null;
  subgroup_name: string | null;
  page: string | null;
  state: string | null;
  seconds: number;
  windows: PlayItem['windows'];
  on_open: 'none' | 'refresh';
  kind: 'powerbi' | 'external';
  embed_url: string | null;
  service_report_id: string | null;
  workspace_id: string | null;
  dataset_id: string | null;
  report_type: 'report' | 'paginated';
  tenant_colors: boolean;
  data_at: string | null;
  show_last_update: boolean;
  watermark: 'inherit' | 'on' | 'off';
  needs_identity: boolean;
  needs_roles: boolean;
  ignore_rls: boolean;
  ignore_rls_role: string | null;
  visible: boolean;
  window_until: string | null;
  window_spares_admin: boolean | null;
  path_identity: RlsIdentity | null;
  path_filters: ReportFilter[] | null;
  person_email: string | null;
  rls_username: string | null;
  rls_roles: string[] | null;
  identity_values: Record<string, string> | null;
};

export const playlistColumns = sql`p.id, p.name, p.transition, p.loop, p.shuffle, p.show_title, p.show_clock, p.show_progress, p.language, p.theme`;

/** Every report as an item of its own, for slideshows that nobody composed; they stand in the order of their titles. */
export const reportsAsItems = sql`(select x.tenant_id, x.id, x.id as report_id, null::text as page, null::uuid as view_id, null::text as state, ${seconds.usual}::int as seconds, '[]'::jsonb as windows, 'none' as on_open, x.sort_key as position from reports x)`;

/** The items i that `where` names, of playlists unless told otherwise, with all that playing and the token broker decide from. */
export function itemFacts(db: Db, viewer: Viewer, where: SQL, items: SQL = sql`playlist_items`) {
  return db.execute(sql`select i.id, i.report_id, r.title, g.name as group_name, s.name as subgroup_name, i.page, coalesce(v.state, i.state) as state, i.seconds, i.windows, i.on_open,
      r.kind, r.embed_url, r.service_report_id, r.workspace_id, r.dataset_id, r.report_type, r.tenant_colors, r.data_at, r.show_last_update, r.watermark, r.needs_identity, r.needs_roles, r.ignore_rls, r.ignore_rls_role,
      ${visibleReport(viewer)} as visible, w.ends_at as window_until, w.except_admin as window_spares_admin, path.identity as path_identity, path.filters as path_filters, u.email as person_email, u.rls_username, u.rls_roles, app.identity_values(u.custom, u.custom_own) as identity_values
    from ${reportsWithPlace} join ${items} i on i.tenant_id = r.tenant_id and i.report_id = r.id left join report_views v on v.tenant_id = i.tenant_id and v.id = i.view_id and v.report_id = i.report_id
    left join users u on u.tenant_id = r.tenant_id and u.id = ${viewer.userId}::uuid
    left join lateral (select x.identity, x.filters from grants x where x.tenant_id = r.tenant_id and x.report_id = r.id and u.id is not null and ${grantOf(viewer.userId)} order by ${nearestGrantFirst} limit 1) path on true
    left join lateral (select m.ends_at, m.except_admin from maintenance m where ${coversReport} order by m.except_admin, m.ends_at desc limit 1) w on true
    where ${where} order by i.position, i.id limit ${maxItems}`);
}

/** Under which identity is the item seen? The one rule is asked; a display's pinned identity is its path. */
export function identityOfItem(row: ItemRow, looker: Looker): IdentityAnswer {
  const display = looker.kind === 'display';
  return identityFor({
    report: {
      needsIdentity: row.needs_identity,
      needsRoles: row.needs_roles,
      roleWithoutFilter: row.ignore_rls ? row.ignore_rls_role : null,
    },
    person: display
      ? { email: `display-${looker.deviceId}`, rlsUsername: null, rlsRoles: [], values: {} }
      : { email: row.person_email ?? '', rlsUsername: row.rls_username, rlsRoles: row.rls_roles ?? [], values: row.identity_values ?? {} },
    path: display ? looker.identity : row.path_identity,
  });
}

/** Why the item is passed over; null = it plays. Hidden, foreign and forbidden look the same. */
export function skipReasonOf(row: ItemRow, looker: Looker): SkipReason | null {
  if (!row.visible || row.kind !== 'powerbi') return 'not_found';
  if (row.window_until && !(row.window_spares_admin && looker.spared)) return 'report_in_maintenance';
  if (!row.embed_url || !row.service_report_id || !row.workspace_id) return 'report_missing_at_service';
  return identityOfItem(row, looker).kind === 'refused' ? 'rls_identity_missing' : null;
}

export function presentPlay(
  playlist: PlaylistRow | undefined,
  items: readonly ItemRow[],
  looker: Looker,
  more: { settings: Record<string, unknown> | null; zone: string; now: number; who: WatermarkWho },
): PlayAnswer {
  const settings = mergeSettings(more.settings);
  const marked = settings.enable_watermark === 'S';
  return {
    playlist: playlist
      ? {
          ...{ id: playlist.id, name: playlist.name, transition: playlist.transition, loop: playlist.loop, shuffle: playlist.shuffle },
          ...{ showTitle: playlist.show_title, showClock: playlist.show_clock, showProgress: playlist.show_progress },
          ...{ language: playlist.language, theme: playlist.theme },
        }
      : null,
    items: items.map((row) => presentItem(row, skipReasonOf(row, looker), looker, marked, settings.mostrar_ultima_atualizacao_relatorio)),
    zone: settings.timezone || more.zone,
    serverNow: new Date(more.now).toISOString(),
    watermark: { ...watermarkLook(more.settings), who: more.who },
  };
}

function presentItem(row: ItemRow, skipped: SkipReason | null, looker: Looker, marked: boolean, datesShown: boolean): PlayItem {
  const shown = skipped === null;
  return {
    id: row.id,
    reportId: row.report_id,
    title: shown ? row.title : '',
    place: shown ? [row.group_name, row.subgroup_name].filter(Boolean).join(', ') : '',
    page: shown ? row.page : null,
    state: shown ? row.state : null,
    seconds: row.seconds,
    windows: row.windows,
    onOpen: row.on_open,
    embedUrl: shown ? row.embed_url : null,
    tenantColors: row.tenant_colors,
    filters: shown && looker.kind === 'person' ? (row.path_filters ?? []) : [],
    dataAt: shown && datesShown && row.show_last_update && row.data_at ? new Date(row.data_at).toISOString() : null,
    watermarked: isWatermarked(marked, row.watermark),
    skipped,
  };
}
