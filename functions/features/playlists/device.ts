import { type SQL, sql } from 'drizzle-orm';
import type { DeviceRow, DeviceState } from '../../../domain/playlists/devices-contract.ts';
import { awayMinutes } from '../../../domain/playlists/limits.ts';
import { matchesName } from './playlist.ts';

export type Row = {
  id: string;
  name: string;
  place: string;
  playlist_id: string | null;
  playlist_name: string | null;
  identity: { username: string; roles: string[] } | null;
  lacks_identity: boolean;
  state: DeviceState;
  players: number;
  last_seen: string | null;
  last_ip: string | null;
  showing: string | null;
  out: string[];
  expires_at: string;
  approved_by: string | null;
  version: number;
  created_at: string;
};

/** Whether an item of a playlist shows each person their own data: a display of it must have an identity. */
export const needsIdentity = (playlistId: SQL): SQL =>
  sql`exists (select from playlist_items i join reports r on r.tenant_id = i.tenant_id and r.id = i.report_id where i.playlist_id = ${playlistId} and r.needs_identity and not r.ignore_rls)`;

const away = sql`make_interval(mins => ${awayMinutes})`;
const titleOfItem = (id: SQL) =>
  sql`(select r.title from playlist_items i join reports r on r.tenant_id = i.tenant_id and r.id = i.report_id where i.tenant_id = d.tenant_id and i.playlist_id = d.playlist_id and i.id::text = ${id})`;

export const rowColumns = sql`d.id, d.name, d.place, d.playlist_id, p.name as playlist_name, d.identity, d.playlist_id is not null and d.identity is null and ${needsIdentity(sql`d.playlist_id`)} as lacks_identity,
  case when d.revoked_at is not null then 'revoked' when d.expires_at <= app.now() then 'expired' when d.last_seen is null then 'never' when d.last_seen < app.now() - ${away} then 'away' else 'playing' end as state,
  (select count(*)::int from players x where x.tenant_id = d.tenant_id and x.device_id = d.id and x.ended_at is null and x.last_seen >= app.now() - ${away}) as players,
  d.last_seen, d.last_ip, ${titleOfItem(sql`d.status->>'item'`)} as showing,
  coalesce((select array_agg(o.title) from (select ${titleOfItem(sql`e.id`)} as title from jsonb_array_elements_text(case jsonb_typeof(d.status->'out') when 'array' then d.status->'out' else '[]' end) e (id)) o where o.title is not null), '{}') as out,
  d.expires_at, u.name as approved_by, d.version, d.created_at`;
export const source = sql`playlist_devices d left join playlists p on p.tenant_id = d.tenant_id and p.id = d.playlist_id left join users u on u.tenant_id = d.tenant_id and u.id = d.approved_by_id`;

const states = {
  live: sql`(d.revoked_at is null and d.expires_at > app.now())`,
  ended: sql`(d.revoked_at is not null or d.expires_at <= app.now())`,
};

/** The displays of the list: approved ones; a screen that waits for its approval is known by its code alone. */
export const conditions = (filters: { search?: string | undefined; state?: 'live' | 'ended' | undefined }): SQL =>
  sql`d.approved_at is not null and ${states[filters.state ?? 'live']} and ${matchesName(sql`d.sort_key`, filters.search)}`;

export const present = (row: Row): DeviceRow => ({
  id: row.id,
  name: row.name,
  place: row.place,
  playlist: row.playlist_id && row.playlist_name !== null ? { id: row.playlist_id, name: row.playlist_name } : null,
  identity: row.identity ? { username: row.identity.username, roles: row.identity.roles } : null,
  lacksIdentity: row.lacks_identity,
  state: row.state,
  players: row.players,
  lastSeen: row.last_seen ? new Date(row.last_seen).toISOString() : null,
  lastIp: row.last_ip,
  showing: row.state === 'playing' ? row.showing : null,
  out: row.out,
  expiresAt: new Date(row.expires_at).toISOString(),
  approvedBy: row.approved_by,
  version: row.version,
  createdAt: new Date(row.created_at).toISOString(),
});
