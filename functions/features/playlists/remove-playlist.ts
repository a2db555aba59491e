import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { removePlaylist } from '../../../domain/playlists/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

import { editablePlaylist, livingDisplay, watcherOf } from './playlist.ts';

/** Its displays stay, without a playlist, until an administrator gives them another one. */
export const removeOnePlaylist = bind(removePlaylist, async ({ id }, ctx) => {
  const viewer = watcherOf(ctx);
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'playlists.edit'), (db) => [
    db.execute(sql`with o as (select p.id, p.name, exists (select from playlist_devices d where ${livingDisplay}) and not ${viewer.seesAll} as on_display from playlists p where p.id = ${id}::uuid and ${editablePlaylist(viewer)}),
      d as (update playlist_devices x set playlist_id = null, version = x.version + 1 from o where x.playlist_id = o.id and not o.on_display returning x.id),
      w as (delete from playlists t using o where t.id = o.id and not o.on_display returning t.id),
      a as (insert into audit (what, row_id, change, ip, request_id) select 'playlist.delete', w.id, jsonb_build_object('before', jsonb_build_object('name', o.name, 'displays', (select count(*) from d))), ${ctx.address}, ${ctx.requestId} from w, o)
      select o.on_display from o`),
  ]);
  const [outcome] = rowsOf<{ on_display: boolean }>(result);
  if (!outcome) throw new AppError('not_found');
  if (outcome.on_display) throw new AppError('playlist_on_display');
  return { status: 'ok' as const };
});
