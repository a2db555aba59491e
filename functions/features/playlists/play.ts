import { isoOrNull } from '../../../domain/format/iso.ts';
import type { PlayAnswer, PlayItem, SkipReason } from '../../../domain/playlists/contract.ts';
import { type IdentityAnswer, identityFor, type RlsIdentity } from '../../../domain/reports/identity.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { isWatermarked, type WatermarkWho, watermarkLook } from '../../../domain/watermark/watermark.ts';
import type { ItemRow, PlaylistRow } from './play.sql.ts';
import type { Viewer } from './playlist.ts';

/** A user with their grants, or a display with its pinned identity. */
export type Looker = { viewer: Viewer; spared: boolean } & (
  | { kind: 'person' }
  | { kind: 'display'; deviceId: string; identity: RlsIdentity | null }
);

/** The identity for the item, by the one rule; a display's pinned identity counts as its path. */
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

/** Why the item is skipped; null = it plays. Hidden, foreign and forbidden look the same. */
export function getSkipReason(row: ItemRow, looker: Looker): SkipReason | null {
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
    items: items.map((row) => presentItem(row, getSkipReason(row, looker), looker, marked, settings.mostrar_ultima_atualizacao_relatorio)),
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
    dataAt: shown && datesShown && row.show_last_update ? isoOrNull(row.data_at) : null,
    watermarked: isWatermarked(marked, row.watermark),
    skipped,
  };
}
