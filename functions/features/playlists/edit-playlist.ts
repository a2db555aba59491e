import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editPlaylist } from '../../../domain/playlists/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName } from '../../http/own-name.ts';

import { editablePlaylist, livingDisplay, watcherOf } from './playlist.ts';
import { contents, everythingFits, type Fits, refuseMisfit, summaryOf, wishes } from './write-playlist.ts';

type Outcome = Fits & { there: number; on_display: boolean; changed: number };

/** Changes the version the person saw. What a display shows is changed by administrators only: it plays under the identity they pinned. */
export const editOnePlaylist = bind(editPlaylist, async (input, ctx) => {
  const { id } = input;
  const viewer = watcherOf(ctx);
  const kept = sql`select i.report_id, i.view_id from playlist_items i where i.playlist_id = ${id}::uuid`;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'playlists.edit'), (db) => [
    db.execute(sql`with ${wishes(input, ctx, viewer, kept)},
      o as (select p.id, p.name, p.version, exists (select from playlist_devices d where ${livingDisplay}) and not ${viewer.seesAll} as on_display,
          (select count(*) from playlist_items i where i.playlist_id = p.id) as items, (select count(*) from playlist_shares x where x.playlist_id = p.id) as shares
        from playlists p where p.id = ${id}::uuid and ${editablePlaylist(viewer)}),
      w as (update playlists t set name = ${input.name}, sort_key = ${keyOfName(input.name)}, description = ${input.description}, transition = ${input.transition}, loop = ${input.loop}, shuffle = ${input.shuffle},
          show_title = ${input.showTitle}, show_clock = ${input.showClock}, show_progress = ${input.showProgress}, keeps_capacity = ${input.keepsCapacity}, language = ${input.language}, theme = ${input.theme}, version = t.version + 1
        from o, fits where t.id = o.id and t.version = ${input.version}::int and not o.on_display and ${everythingFits} returning t.id),
      di as (delete from playlist_items i using w where i.playlist_id = w.id), ds as (delete from playlist_shares x using w where x.playlist_id = w.id and coalesce(x.user_id, x.user_group_id) not in (select id from people union all select id from teams)), ${contents},
      a as (insert into audit (what, row_id, change, ip, request_id) select 'playlist.edit', w.id, jsonb_build_object('before', jsonb_build_object('name', o.name, 'items', o.items, 'shares', o.shares), 'after', ${summaryOf(input)}), ${ctx.address}, ${ctx.requestId} from w, o)
      select fits.*, (select count(*)::int from o) as there, coalesce((select o.on_display from o), false) as on_display, (select count(*)::int from w) as changed from fits`),
  ]);
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.on_display) throw new AppError('playlist_on_display');
  refuseMisfit(outcome);
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id, version: input.version + 1 };
});
