import { findPlaylistReports } from '../../../domain/playlists/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { watcherOf } from './playlist.ts';
import { findPickable } from './playlists.sql.ts';
import { presentPickable } from './present-playlist.ts';

const shown = 30;

export const findReportsForPlaylist = bind(findPlaylistReports, async ({ q }, ctx) => {
  const entry = entryOf(ctx, 'playlists.edit');
  const [{ rows }] = await ctx.database.withTenant(entry, (db) => [findPickable(db, watcherOf(ctx), q, shown)]);
  return { reports: rows.map(presentPickable) };
});
