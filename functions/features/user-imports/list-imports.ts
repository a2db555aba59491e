import { count, sql } from 'drizzle-orm';
import { userImports } from '../../../db/schema/user-imports.ts';
import { listUserImports } from '../../../domain/user-imports/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { i, importColumns, presentImport } from './import-row.ts';

const columns: Record<string, SortColumn> = { created: { sql: sql`${i.createdAt}`, cast: 'timestamptz' } };

/** Drafts, running and ended imports: every administrator of users sees the unit's imports, and may continue a colleague's. */
export const findImports = bind(listUserImports, async (input, ctx) => {
  const list = keyset({ ...input, sort: '-created' }, columns, '-created', sql`${i.id}`);
  const [rows, [counted]] = await ctx.database.withTenant(entryOf(ctx, 'users.import'), (db) => [
    list.page(
      db
        .select({ ...importColumns, sort_value: list.sortValue })
        .from(i)
        .$dynamic(),
      undefined,
    ),
    db.select({ n: count() }).from(userImports),
  ]);
  const { rows: kept, ...paging } = list.answer(rows, counted?.n ?? 0);
  return { items: kept.map(presentImport), ...paging };
});
