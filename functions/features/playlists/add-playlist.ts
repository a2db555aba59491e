import { addPlaylist } from '../../../domain/playlists/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { newId } from '../../services/ids.ts';
import { addRow } from './write-playlist.sql.ts';
import { refuseMisfit } from './write-playlist.ts';

export const addOnePlaylist = bind(addPlaylist, async (input, ctx) => {
  const id = newId(ctx.clock.now());
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'playlists.edit'), (db) => [addRow(db, ctx, id, input)]);
  const [fits] = rows;
  if (fits) refuseMisfit(fits);
  return { id, version: 1 };
});
