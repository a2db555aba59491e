import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { can } from '../../../domain/access/permissions.ts';
import { listPlaylists } from '../../../domain/playlists/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';

import { conditions, present, type Row, rowColumns, source, watcherOf } from './playlist.ts';

export const columns: Record<string, SortColumn> = {
  name: { sql: sql`p.sort_key`, cast: 'text' },
  created: { sql: sql`p.created_at`, cast: 'timestamptz' },
};

export const findPlaylists = bind(listPlaylists, async (input, ctx) => {
  const list = keyset(input, columns, 'name', sql`p.id`);
  const where = conditions(ctx, input);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'playlists.view'), (db) => [
    db.execute(
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from ${source} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*)::int as n from playlists p where ${where}`),
  ]);
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), rowsOf<{ n: number }>(counted)[0]?.n ?? 0);
  const viewer = watcherOf(ctx);
  const mayMake = can(ctx.session, 'playlists.edit');
  return { items: kept.map((row) => present(row, viewer, mayMake)), ...paging };
});
