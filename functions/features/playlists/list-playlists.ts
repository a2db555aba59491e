import { sql } from 'drizzle-orm';
import { can } from '../../../domain/access/permissions.ts';
import { listPlaylists } from '../../../domain/playlists/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { conditions, getWatcher } from './playlist.ts';
import { countRows, listPage } from './playlists.sql.ts';
import { presentPlaylist } from './present-playlist.ts';

export const columns: Record<string, SortColumn> = {
  name: { sql: sql`p.sort_key`, cast: 'text' },
  created: { sql: sql`p.created_at`, cast: 'timestamptz' },
};

export const findPlaylists = bind(listPlaylists, async (input, ctx) => {
  const list = keyset(input, columns, 'name', sql`p.id`);
  const where = conditions(ctx, input);
  const [found, counted] = await ctx.database.withTenant(getEntry(ctx, 'playlists.view'), (db) => [
    listPage(db, where, list),
    countRows(db, where),
  ]);
  const { rows: kept, ...paging } = list.answer(found.rows, counted.rows[0]?.n ?? 0);
  const viewer = getWatcher(ctx);
  const mayMake = can(ctx.session, 'playlists.edit');
  return { items: kept.map((row) => presentPlaylist(row, viewer, mayMake)), ...paging };
});
