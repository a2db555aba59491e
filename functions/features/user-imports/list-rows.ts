import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { fold } from '../../../domain/text/fold.ts';
import { listImportRows } from '../../../domain/user-imports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { defaultPageSize } from '../../http/keyset.ts';
import { findImport, oneImport } from './import-row.ts';
import { presentRow, rowColumns, type ShownRow, viewOf } from './rows.ts';

/** Rows in the order of the file; an import has few enough for pages by number alone. */
export const findRows = bind(listImportRows, async ({ id, view, search, page = 1, size = defaultPageSize }, ctx) => {
  const key = fold(search);
  const where = sql`i.id = ${id}::uuid and r.n > i.header_row and ${viewOf[view]} and (${key} = '' or position(${key} in coalesce(r.person->>'search', '')) > 0)`;
  const source = sql`user_imports i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id`;
  const [found, rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'users.import'), (db) => [
    findImport(db, id),
    db.execute(
      sql`select ${rowColumns} from ${source} where ${where} order by ${view === 'all' ? sql`${viewOf.problems} desc, ` : sql``}r.n limit ${size} offset ${(page - 1) * size}`,
    ),
    db.execute(sql`select count(*)::int as n from ${source} where ${where}`),
  ]);
  const { mapping } = oneImport(found);
  const total = rowsOf<{ n: number }>(counted)[0]?.n ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  return {
    items: rowsOf<ShownRow>(rows).map((row) => presentRow(row, mapping)),
    page,
    pages,
    total,
    totalIsExact: true,
    next: null,
    prev: null,
  };
});
