import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { beatPlayer, embedForPlayer } from '../../../domain/playlists/devices-contract.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import { bind } from '../../http/bind.ts';
import type { PlayerContext } from '../../http/context.ts';
import { tell } from '../notifications/index.ts';
import { type AccountRow, accountOfReport, type CachedToken, cachedTokens } from '../reports/index.ts';
import { lackingItems } from './device.ts';
import { embedItem } from './embed-item.ts';
import { type ItemRow, itemFacts, type Looker, type PlaylistRow, playlistColumns, presentPlay } from './play.ts';

type DeviceFacts = { id: string; name: string; place: string; identity: RlsIdentity | null };

// A display sees what an administrator put before it, whoever made the list: of the reports of its own playlist, and of these no hidden one.
const viewer = { userId: '00000000-0000-0000-0000-000000000000', seesAll: true };
const lookerOf = (device: DeviceFacts): Looker => ({
  kind: 'display',
  viewer,
  spared: false,
  deviceId: device.id,
  identity: device.identity,
});

const deviceOf = (ctx: PlayerContext) => sql`(select x.device_id from players x where x.id = ${ctx.player.sid}::uuid)`;
const deviceColumns = sql`d.id, d.name, d.place, d.identity`;

/**
 * Says that it lives and what it shows, and gets what to play. Administrators are told once of an item that fell out of the lap, or
 * that the display's identity can't open.
 */
export const beatOfPlayer = bind(beatPlayer, async ({ item, out }, ctx) => {
  const status = JSON.stringify({ item, out });
  const playlistId = sql`(select d.playlist_id from playlist_devices d where d.id = ${deviceOf(ctx)})`;
  const [, devices, playlists, items, settings] = await ctx.database.withPlayer(ctx.player, (db) => [
    db.execute(sql`with o as (select d.id, d.playlist_id, d.status from playlist_devices d where d.id = ${deviceOf(ctx)}),
      p as (update players x set last_seen = app.now(), address = ${ctx.address} where x.id = ${ctx.player.sid}::uuid),
      lacking as (${lackingItems(playlistId, sql`(select d.identity from playlist_devices d where d.id = ${deviceOf(ctx)})`)}),
      now as (select ${status}::jsonb || jsonb_build_object('lacking', coalesce((select jsonb_agg(l.id order by l.position) from lacking l), '[]')) as status),
      w as (update playlist_devices d set last_seen = app.now(), last_ip = ${ctx.address}, status = (select now.status from now) from o where d.id = o.id returning d.id),
      fallen as (select r.title, pl.name from o join playlists pl on pl.id = o.playlist_id join playlist_items i on i.playlist_id = pl.id join reports r on r.tenant_id = i.tenant_id and r.id = i.report_id
        where (${JSON.stringify(out)}::jsonb ? i.id::text and not coalesce(o.status->'out', '[]') ? i.id::text)
          or (i.id in (select l.id from lacking l) and not coalesce(o.status->'lacking', '[]') ? i.id::text) order by i.position limit 1),
      ${tell('told', {
        people: sql`select u.id as user_id from users u where u.profile = 'admin' and u.status in ('A','T') and exists (select from fallen)`,
        kind: 'playlist_skips',
        vars: sql`(select jsonb_build_object('playlist', fallen.name, 'report', fallen.title) from fallen)`,
        link: sql`'/playlists?tab=devices'`,
      })}
      select 1`),
    db.execute(sql`select ${deviceColumns} from playlist_devices d where d.id = ${deviceOf(ctx)}`),
    db.execute(sql`select ${playlistColumns} from playlists p where p.id = ${playlistId}`),
    itemFacts(db, viewer, sql`i.playlist_id = ${playlistId}`),
    db.execute(sql`select "values" from settings`),
  ]);
  const [device] = rowsOf<DeviceFacts>(devices);
  if (!device) throw new AppError('session_gone');
  return presentPlay(rowsOf<PlaylistRow>(playlists)[0], rowsOf<ItemRow>(items), lookerOf(device), {
    settings: rowsOf<{ values: Record<string, unknown> }>(settings)[0]?.values ?? null,
    zone: ctx.tenant.zone,
    now: ctx.clock.now(),
    who: { email: device.name, name: [device.name, device.place].filter(Boolean).join(', '), unit: ctx.tenant.name, ip: ctx.address },
  });
});

export const embedForDisplay = bind(embedForPlayer, async ({ itemId }, ctx) => {
  const reportId = sql`(select i.report_id from playlist_items i where i.id = ${itemId}::uuid)`;
  const [devices, items, accounts, cached] = await ctx.database.withPlayer(ctx.player, (db) => [
    db.execute(sql`select ${deviceColumns} from playlist_devices d where d.id = ${deviceOf(ctx)}`),
    itemFacts(
      db,
      viewer,
      sql`i.id = ${itemId}::uuid and i.playlist_id = (select d.playlist_id from playlist_devices d where d.id = ${deviceOf(ctx)})`,
    ),
    accountOfReport(db, reportId),
    cachedTokens(
      db,
      reportId,
      sql`select d.identity->>'username', array(select jsonb_array_elements_text(d.identity->'roles')) from playlist_devices d where d.id = ${deviceOf(ctx)} and d.identity is not null
        union all select 'display-' || d.id, array[r.ignore_rls_role] from playlist_devices d, reports r where d.id = ${deviceOf(ctx)} and r.id = ${reportId} and r.ignore_rls
        union all select '', '{}'`,
    ),
  ]);
  const [device] = rowsOf<DeviceFacts>(devices);
  if (!device) throw new AppError('session_gone');
  return embedItem(ctx, (build) => ctx.database.withPlayer(ctx.player, build), lookerOf(device), {
    row: rowsOf<ItemRow>(items)[0],
    account: rowsOf<AccountRow>(accounts)[0],
    cached: rowsOf<CachedToken>(cached),
  });
});
