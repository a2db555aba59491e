import { createHash } from 'node:crypto';

import { fold } from '../../domain/text/fold.ts';
import { tokenService } from '../../functions/request/jwt.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';
import { world } from './world.ts';

type Owner = { id: string };
type ItemOptions = { report: Owner; page?: string; seconds?: number; windows?: unknown; state?: string };
export type PlaylistOptions = { name?: string; items?: ItemOptions[]; people?: Owner[]; groups?: Owner[] };
export type Playlist = { id: string; name: string; items: string[] };

/** A playlist of a person with its items and shares. */
export async function makePlaylist(tenant: Owner, owner: Owner, options: PlaylistOptions = {}): Promise<Playlist> {
  const id = makeId();
  const { name = `Playlist ${id.slice(0, 8)}`, items = [], people = [], groups = [] } = options;
  await query('insert into playlists (tenant_id, id, name, sort_key, owner_id) values ($1, $2, $3, $4, $5)', [
    ...[tenant.id, id, name, fold(name), owner.id],
  ]);
  const ids: string[] = [];
  for (const [position, { report, page = null, seconds = 30, windows = [], state = null }] of items.entries()) {
    const itemId = makeId();
    await query(
      `insert into playlist_items (tenant_id, id, playlist_id, position, report_id, page, state, seconds, windows)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb)`,
      [tenant.id, itemId, id, position, report.id, page, state, seconds, JSON.stringify(windows)],
    );
    ids.push(itemId);
  }
  for (const { id: userId } of people)
    await query('insert into playlist_shares (tenant_id, id, playlist_id, user_id) values ($1, gen_random_uuid(), $2, $3)', [
      ...[tenant.id, id, userId],
    ]);
  for (const { id: groupId } of groups)
    await query('insert into playlist_shares (tenant_id, id, playlist_id, user_group_id) values ($1, gen_random_uuid(), $2, $3)', [
      ...[tenant.id, id, groupId],
    ]);
  return { id, name, items: ids };
}

const getHash = (text: string) => `\\x${createHash('sha256').update(text).digest('hex')}`;

export type DeviceOptions = { name?: string; place?: string; token?: string; identity?: unknown; expiresAt?: string };

/** An approved display of a playlist; with a token it has a link. */
export async function makeDevice(
  tenant: Owner,
  playlist: Owner,
  approver: Owner,
  options: DeviceOptions = {},
): Promise<{ id: string; name: string }> {
  const id = makeId();
  const {
    name = `Display ${id.slice(0, 8)}`,
    place = '',
    token,
    identity,
    expiresAt = new Date(Date.now() + 365 * 86_400_000).toISOString(),
  } = options;
  await query(
    `insert into playlist_devices (tenant_id, id, playlist_id, name, sort_key, place, token_hash, identity, approved_by_id, approved_at,
      expires_at)
      values ($1, $2, $3, $4, $5, $6, $7::bytea, $8::jsonb, $9, now(), $10)`,
    [
      ...[tenant.id, id, playlist.id, name, fold(name), place],
      ...[token ? getHash(token) : null, identity === undefined ? null : JSON.stringify(identity), approver.id, expiresAt],
    ],
  );
  return { id, name };
}

/** A screen that shows a pairing code and waits. */
export async function makeWaitingScreen(tenant: Owner, { code, secret }: { code: string; secret: string }): Promise<void> {
  const ends = new Date(Date.now() + 600_000).toISOString();
  await query(
    `insert into playlist_devices (tenant_id, id, sort_key, code_hash, code_ends_at, pair_hash, expires_at)
      values ($1, gen_random_uuid(), '', $2::bytea, $3, $4::bytea, $3)`,
    [tenant.id, getHash(`${tenant.id} ${code}`), ends, getHash(secret)],
  );
}

/** A player of a display with its token, signed as the Worker signs. */
export async function getPlayer(
  tenant: { id: string; host: string },
  device: Owner,
  at = Date.now(),
): Promise<{ sid: string; token: string }> {
  const sid = makeId();
  await query(
    `insert into players (tenant_id, id, device_id, generation, last_seen, created_at)
      select $1, $2, $3, d.generation, $4, $4
      from playlist_devices d
      where d.tenant_id = $1 and d.id = $3`,
    [tenant.id, sid, device.id, new Date(at).toISOString()],
  );
  const token = await tokenService(world().keys.JWT_KEYS).signPlayer({ sid, device: device.id, tenant: tenant.id }, tenant.host, at);
  return { sid, token };
}
