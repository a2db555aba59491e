import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { playGroup } from '../../../domain/playlists/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { visibleGroup, visibleReport, visibleSubgroup } from '../reports/index.ts';
import { type ItemRow, itemFacts, presentPlay, reportsAsItems } from './play.ts';
import { aroundPerson, personOf, surroundings } from './play-playlist.ts';

/** A group without a stored playlist: of its reports those that the person's own lists show. */
export const playOneGroup = bind(playGroup, async ({ id, app }, ctx) => {
  const looker = personOf(ctx);
  const { viewer } = looker;
  const [found, items, ...around] = await ctx.database.withTenant(entryOf(ctx, 'playlists.view'), (db) => [
    db.execute(sql`select g.name from groups g where g.id = ${id}::uuid and ${visibleGroup(viewer)}
      union all select s.name from subgroups s join groups g on g.tenant_id = s.tenant_id and g.id = s.group_id where s.id = ${id}::uuid and ${visibleSubgroup(viewer)} and ${visibleGroup(viewer)}`),
    itemFacts(
      db,
      viewer,
      sql`(g.id = ${id}::uuid or s.id = ${id}::uuid) and r.kind = 'powerbi' and ${visibleReport(viewer)} and (${app ?? null}::text is null or r.on_app)`,
      reportsAsItems,
    ),
    ...surroundings(db, ctx),
  ]);
  const [place] = rowsOf<{ name: string }>(found);
  if (!place) throw new AppError('group_not_found');
  const playlist = {
    ...{ id, name: place.name, transition: 'fade' as const, loop: true, shuffle: false, language: null, theme: 'report' as const },
    ...{ showTitle: true, showClock: true, showProgress: true, show_title: true, show_clock: true, show_progress: true },
  };
  return presentPlay(playlist, rowsOf<ItemRow>(items), looker, aroundPerson(around, ctx));
});
