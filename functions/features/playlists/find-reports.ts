import { findPlaylistReports } from '../../../domain/playlists/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getWatcher } from './playlist.ts';
import { findPickable } from './playlists.sql.ts';
import { presentPickable } from './present-playlist.ts';

const shown = 30;

export const findReportsForPlaylist = bind(findPlaylistReports, async ({ q }, ctx) => {
  const entry = getEntry(ctx, 'playlists.edit');
  const [{ rows }] = await ctx.database.withTenant(entry, (db) => [findPickable(db, getWatcher(ctx), q, shown)]);
  return { reports: rows.map(presentPickable) };
});
