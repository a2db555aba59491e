import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { copyPlaylist } from '../../../domain/playlists/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName } from '../../http/own-name.ts';
import { newId } from '../../services/ids.ts';

import { visiblePlaylist, watcherOf } from './playlist.ts';

/** A copy of what one may play, for who may compose; each viewer of the copy still sees only what is his. */
export const copyOnePlaylist = bind(copyPlaylist, async ({ id, name }, ctx) => {
  const copy = newId(ctx.clock.now());
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'playlists.edit'), (db) => [
    db.execute(sql`with o as (select * from playlists p where p.id = ${id}::uuid and ${visiblePlaylist(watcherOf(ctx))}),
      w as (insert into playlists (id, name, sort_key, description, owner_id, transition, loop, shuffle, show_title, show_clock, show_progress, keeps_capacity, language, theme)
        select ${copy}::uuid, ${name}, ${keyOfName(name)}, o.description, (select app.user_id()), o.transition, o.loop, o.shuffle, o.show_title, o.show_clock, o.show_progress, o.keeps_capacity, o.language, o.theme from o returning id),
      ni as (insert into playlist_items (id, playlist_id, position, report_id, page, view_id, state, seconds, windows, on_open)
        select gen_random_uuid(), w.id, i.position, i.report_id, i.page, i.view_id, i.state, i.seconds, i.windows, i.on_open from w, o join playlist_items i on i.playlist_id = o.id),
      a as (insert into audit (what, row_id, change, ip, request_id) select 'playlist.copy', w.id, jsonb_build_object('before', jsonb_build_object('id', o.id, 'name', o.name), 'after', jsonb_build_object('name', ${name}::text)), ${ctx.address}, ${ctx.requestId} from w, o)
      select id from w`),
  ]);
  if (result.rows.length !== 1) throw new AppError('not_found');
  return { id: copy, version: 1 };
});
