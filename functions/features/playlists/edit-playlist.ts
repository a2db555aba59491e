import { AppError } from '../../../domain/errors/catalogue.ts';
import { editPlaylist } from '../../../domain/playlists/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { editRow } from './write-playlist.sql.ts';
import { refuseMisfit } from './write-playlist.ts';

/** Changes the version the person saw. What a display shows is changed by administrators only: it plays under the identity they pinned. */
export const editOnePlaylist = bind(editPlaylist, async ({ id, version, ...fields }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'playlists.edit'), (db) => [editRow(db, ctx, id, version, fields)]);
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.on_display) throw new AppError('playlist_on_display');
  refuseMisfit(outcome);
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id, version: version + 1 };
});
