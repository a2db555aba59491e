import { toIso } from '../../../domain/format/iso.ts';
import type { PickableReport, PlaylistRow } from '../../../domain/playlists/contract.ts';
import { coverKinds } from '../../../domain/reports/contract.ts';
import type { Viewer } from './playlist.ts';
import type { PickableRow, Row } from './playlists.sql.ts';

export function presentPlaylist(row: Row, viewer: Viewer, mayMake: boolean): PlaylistRow {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    owner: row.owner_name === null ? null : { id: row.owner_id, name: row.owner_name },
    items: row.items,
    skipped: row.skipped,
    seconds: row.seconds,
    shares: row.shares,
    displays: row.displays,
    mayEdit: viewer.seesAll || (mayMake && row.owner_id === viewer.userId && row.displays === 0),
    version: row.version,
    createdAt: toIso(row.created_at),
  };
}

export const presentPickable = (row: PickableRow): PickableReport => ({
  id: row.report_id,
  title: row.title,
  group: row.group_name === null ? null : { name: row.group_name, hue: row.hue ?? 0 },
  cover: { kind: coverKinds.find((kind) => kind === row.cover_kind) ?? 'ridge', file: row.cover_file },
  pages: row.pages.map(({ name, displayName }) => ({ name, displayName })),
  needsIdentity: row.needs_identity && !row.ignore_rls,
  needsRoles: row.needs_identity && row.needs_roles && !row.ignore_rls,
});
