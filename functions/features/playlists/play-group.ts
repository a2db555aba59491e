import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { playGroup } from '../../../domain/playlists/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { visibleReport } from '../reports/index.ts';
import { itemFacts, readGroup, readPerson, readSettings, reportsAsItems } from './play.sql.ts';
import { presentPlay } from './play.ts';
import { aroundPerson, getPerson } from './play-playlist.ts';

/** A group without a stored playlist: those of its reports that the user's own lists show. */
export const playOneGroup = bind(playGroup, async ({ id, app }, ctx) => {
  const looker = getPerson(ctx);
  const { viewer } = looker;
  const inside = sql`(g.id = ${id}::uuid or s.id = ${id}::uuid) and r.kind = 'powerbi' and ${visibleReport(viewer)}
    and (${app ?? null}::text is null or r.on_app)`;
  const [found, items, settings, people] = await ctx.database.withTenant(getEntry(ctx, 'playlists.view'), (db) => [
    readGroup(db, id, viewer),
    itemFacts(db, viewer, inside, reportsAsItems),
    readSettings(db),
    readPerson(db, ctx),
  ]);
  const [place] = found.rows;
  if (!place) throw new AppError('group_not_found');
  const playlist = {
    ...{ id, name: place.name, transition: 'fade' as const, loop: true, shuffle: false, language: null, theme: 'report' as const },
    ...{ show_title: true, show_clock: true, show_progress: true },
  };
  return presentPlay(playlist, items.rows, looker, aroundPerson(ctx, settings.rows, people.rows));
});
