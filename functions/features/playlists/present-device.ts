import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { DeviceRow } from '../../../domain/playlists/devices-contract.ts';
import type { Row } from './devices.sql.ts';

export const presentDevice = (row: Row): DeviceRow => ({
  id: row.id,
  name: row.name,
  place: row.place,
  playlist: row.playlist_id && row.playlist_name !== null ? { id: row.playlist_id, name: row.playlist_name } : null,
  identity: row.identity ? { username: row.identity.username, roles: row.identity.roles } : null,
  state: row.state,
  players: row.players,
  lastSeen: isoOrNull(row.last_seen),
  lastIp: row.last_ip,
  showing: row.state === 'playing' ? row.showing : null,
  items: row.items,
  skipped: row.skipped,
  expiresAt: toIso(row.expires_at),
  approvedBy: row.approved_by,
  version: row.version,
  createdAt: toIso(row.created_at),
});
