import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { beatPlayer, embedForPlayer } from '../../../domain/playlists/devices-contract.ts';
import { bind } from '../../request/bind.ts';
import { accountOfReport, cachedTokens } from '../reports/index.ts';
import { embedItem } from './embed-item.ts';
import { itemFacts, readPlaylist, readSettings } from './play.sql.ts';
import { type Looker, presentPlay } from './play.ts';
import { type Device, getDevice, getIdentities, readDevice, writeBeat } from './player.sql.ts';

// A display acts for no user: it shows the reports of its playlist, without the hidden ones, and does not depend on the playlist's owner.
const viewer = { userId: '00000000-0000-0000-0000-000000000000', seesAll: true };
const getLooker = (device: Device): Looker => ({
  kind: 'display',
  viewer,
  spared: false,
  deviceId: device.id,
  identity: device.identity,
});

/** Records the heartbeat of a display and answers what it has to play. */
export const beatOfPlayer = bind(beatPlayer, async (status, ctx) => {
  const playlistId = sql`(select d.playlist_id from playlist_devices d where d.id = ${getDevice(ctx)})`;
  const [, devices, playlists, items, settings] = await ctx.database.withPlayer(ctx.player, (db) => [
    writeBeat(db, ctx, status),
    readDevice(db, ctx),
    readPlaylist(db, sql`p.id = ${playlistId}`),
    itemFacts(db, viewer, sql`i.playlist_id = ${playlistId}`),
    readSettings(db),
  ]);
  const [device] = devices.rows;
  if (!device) throw new AppError('session_gone');
  return presentPlay(playlists.rows[0], items.rows, getLooker(device), {
    settings: settings.rows[0]?.values ?? null,
    zone: ctx.tenant.zone,
    now: ctx.clock.now(),
    who: { email: device.name, name: [device.name, device.place].filter(Boolean).join(', '), unit: ctx.tenant.name, ip: ctx.address },
  });
});

export const embedForDisplay = bind(embedForPlayer, async ({ itemId }, ctx) => {
  const reportId = sql`(select i.report_id from playlist_items i where i.id = ${itemId}::uuid)`;
  const item = sql`i.id = ${itemId}::uuid
    and i.playlist_id = (select d.playlist_id from playlist_devices d where d.id = ${getDevice(ctx)})`;
  const [devices, items, accounts, cached] = await ctx.database.withPlayer(ctx.player, (db) => [
    readDevice(db, ctx),
    itemFacts(db, viewer, item),
    accountOfReport(db, reportId),
    cachedTokens(db, reportId, getIdentities(ctx, reportId)),
  ]);
  const [device] = devices.rows;
  if (!device) throw new AppError('session_gone');
  const account = accounts.rows[0];
  const tokens = cached.rows;
  const found = { row: items.rows[0], account, cached: tokens };
  return embedItem(ctx, (build) => ctx.database.withPlayer(ctx.player, build), getLooker(device), found);
});
