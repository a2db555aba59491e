import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { exportPlaylists } from '../../../domain/playlists/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { columns } from './list-playlists.ts';
import { conditions, type Row, rowColumns, source } from './playlist.ts';

const mostRows = 5_000;

/** The list of the current filter as CSV in the person's language; spreadsheets get no formula from us. */
export const exportPlaylistsAsCsv = bind(exportPlaylists, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'name', sql`p.id`);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'playlists.view'), (db) => [
    db.execute(sql`select ${rowColumns} from ${source} where ${conditions(ctx, input)} order by ${list.orderBy} limit ${mostRows}`),
  ]);
  const language = ctx.language ?? ctx.tenant.language;
  const texts = exportTexts(language);
  const { default: papa } = await import('papaparse');
  const items = rowsOf<Row>(rows);
  const csv = papa.unparse(
    items.map((row) => ({
      [texts.name]: row.name,
      [texts.description]: row.description,
      [texts.owner]: row.owner_name ?? '',
      [texts.reports]: row.items,
      [texts.playlistSkipped]: row.skipped,
      [texts.playlistSeconds]: row.seconds,
      [texts.playlistDisplays]: row.displays,
      [texts.created]: new Date(row.created_at).toISOString().slice(0, 10).split('-').reverse().join('/'),
    })),
    { delimiter: language === 'en-US' ? ',' : ';', escapeFormulae: true },
  );
  return { filename: `${texts.playlistsFile}.csv`, csv: `\ufeff${csv}`, rows: items.length };
});
