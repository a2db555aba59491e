import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { listUserImports } from '../../../domain/user-imports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { importColumns, presentImport, type StoredImport } from './import-row.ts';

const columns: Record<string, SortColumn> = { created: { sql: sql`i.created_at`, cast: 'timestamptz' } };

/** Drafts, what runs and what has ended: everybody who administers people sees the unit's imports, to go on with a colleague's. */
export const findImports = bind(listUserImports, async (input, ctx) => {
  const list = keyset({ ...input, sort: '-created' }, columns, '-created', sql`i.id`);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'users.import'), (db) => [
    db.execute(
      sql`select ${importColumns}, ${list.sortValue} as sort_value from user_imports i where ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*)::int as n from user_imports`),
  ]);
  const total = rowsOf<{ n: number }>(counted)[0]?.n ?? 0;
  const { rows: kept, ...paging } = list.answer(rowsOf<StoredImport & { sort_value: string }>(rows), total);
  return { items: kept.map(presentImport), ...paging };
});
