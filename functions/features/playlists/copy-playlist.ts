import { AppError } from '../../../domain/errors/catalogue.ts';
import { copyPlaylist } from '../../../domain/playlists/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { copyRow } from './write-playlist.sql.ts';

/** A copy of a playlist that this user may play; each viewer of the copy still sees only the items they may see. */
export const copyOnePlaylist = bind(copyPlaylist, async ({ id, name }, ctx) => {
  const copy = { id: newId(ctx.clock.now()), name };
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'playlists.edit'), (db) => [copyRow(db, ctx, id, copy)]);
  if (rows.length !== 1) throw new AppError('not_found');
  return { id: copy.id, version: 1 };
});
