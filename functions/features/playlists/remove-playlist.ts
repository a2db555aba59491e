import { AppError } from '../../../domain/errors/catalogue.ts';
import { removePlaylist } from '../../../domain/playlists/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { removeRow } from './write-playlist.sql.ts';

/** Its displays stay, without a playlist, until an administrator gives them another one. */
export const removeOnePlaylist = bind(removePlaylist, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'playlists.edit'), (db) => [removeRow(db, ctx, id)]);
  const [outcome] = rows;
  if (!outcome) throw new AppError('not_found');
  if (outcome.on_display) throw new AppError('playlist_on_display');
  return { status: 'ok' as const };
});
