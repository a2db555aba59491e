import { sql } from 'drizzle-orm';
import { exportDevices, listDevices } from '../../../domain/playlists/devices-contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getDay, getLanguage, getPart, tableFile } from '../../request/table-file.ts';
import { countRows, exportRows, listPage } from './devices.sql.ts';
import { presentDevice } from './present-device.ts';

const columns: Record<string, SortColumn> = {
  name: { sql: sql`d.sort_key`, cast: 'text' },
  created: { sql: sql`d.created_at`, cast: 'timestamptz' },
  seen: { sql: sql`coalesce(d.last_seen, '-infinity'::timestamptz)`, cast: 'timestamptz' },
};

export const findDevices = bind(listDevices, async (input, ctx) => {
  const list = keyset(input, columns, 'name', sql`d.id`);
  const [found, counted] = await ctx.database.withTenant(getEntry(ctx, 'playlists.devices'), (db) => [
    listPage(db, input, list),
    countRows(db, input),
  ]);
  const { rows: kept, ...paging } = list.answer(found.rows, counted.rows[0]?.n ?? 0);
  return { items: kept.map(presentDevice), ...paging };
});

/** The list of the current filter as CSV in the user's language; cells are escaped against formulas. */
export const exportDevicesAsCsv = bind(exportDevices, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'name', sql`d.id`);
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'playlists.devices'), (db) => [
    exportRows(db, input, list.orderBy, getPart(input)),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  return tableFile(ctx, texts.displaysFile, rows.map(presentDevice), {
    name: [texts.name, (row) => row.name],
    place: [texts.displayPlace, (row) => row.place],
    playlist: [texts.displayPlaylist, (row) => row.playlist?.name],
    state: [texts.displayState, (row) => texts[`display_${row.state}`]],
    seen: [texts.displaySeen, (row) => row.lastSeen],
    address: [texts.displayAddress, (row) => row.lastIp],
    identity: [texts.displayIdentity, (row) => (row.identity ? [row.identity.username, ...row.identity.roles].join(' · ') : '')],
    expires: [texts.displayExpires, (row) => getDay(ctx, row.expiresAt)],
  });
});
