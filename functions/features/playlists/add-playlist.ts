import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { addPlaylist } from '../../../domain/playlists/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName } from '../../http/own-name.ts';
import { newId } from '../../services/ids.ts';

import { watcherOf } from './playlist.ts';
import { contents, everythingFits, type Fits, refuseMisfit, summaryOf, wishes } from './write-playlist.ts';

const nothingKept = sql`select null::uuid as report_id, null::uuid as view_id where false`;

/** One guarded statement: the playlist with items, shares and audit row, or nothing. */
export const addOnePlaylist = bind(addPlaylist, async (input, ctx) => {
  const id = newId(ctx.clock.now());
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'playlists.edit'), (db) => [
    db.execute(sql`with ${wishes(input, ctx, watcherOf(ctx), nothingKept)},
      w as (insert into playlists (id, name, sort_key, description, owner_id, transition, loop, shuffle, show_title, show_clock, show_progress, keeps_capacity, language, theme)
        select ${id}::uuid, ${input.name}, ${keyOfName(input.name)}, ${input.description}, (select app.user_id()), ${input.transition}, ${input.loop}, ${input.shuffle}, ${input.showTitle}, ${input.showClock}, ${input.showProgress}, ${input.keepsCapacity}, ${input.language}, ${input.theme}
        from fits where ${everythingFits} returning id), ${contents},
      a as (insert into audit (what, row_id, change, ip, request_id) select 'playlist.add', w.id, jsonb_build_object('after', ${summaryOf(input)}), ${ctx.address}, ${ctx.requestId} from w)
      select fits.* from fits`),
  ]);
  const [fits] = rowsOf<Fits>(result);
  if (fits) refuseMisfit(fits);
  return { id, version: 1 };
});
