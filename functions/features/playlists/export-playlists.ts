import { sql } from 'drizzle-orm';
import { toIso } from '../../../domain/format/iso.ts';
import { exportPlaylists } from '../../../domain/playlists/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { getDay, getLanguage, getPart, tableFile } from '../../request/table-file.ts';
import { columns } from './list-playlists.ts';
import { conditions } from './playlist.ts';
import { exportRows } from './playlists.sql.ts';

/** The list of the current filter as CSV in the user's language; cells are escaped against formulas. */
export const exportPlaylistsAsCsv = bind(exportPlaylists, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'name', sql`p.id`);
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'playlists.view'), (db) => [
    exportRows(db, conditions(ctx, input), list.orderBy, getPart(input)),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  return tableFile(ctx, texts.playlistsFile, rows, {
    name: [texts.name, (row) => row.name],
    description: [texts.description, (row) => row.description],
    owner: [texts.owner, (row) => row.owner_name],
    items: [texts.reports, (row) => row.items],
    skipped: [texts.playlistSkipped, (row) => row.skipped],
    lap: [texts.playlistSeconds, (row) => row.seconds],
    displays: [texts.playlistDisplays, (row) => row.displays],
    created: [texts.created, (row) => getDay(ctx, toIso(row.created_at))],
  });
});
