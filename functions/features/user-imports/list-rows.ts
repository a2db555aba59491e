import { and, count, eq, gt, sql } from 'drizzle-orm';
import { fold } from '../../../domain/text/fold.ts';
import { listImportRows } from '../../../domain/user-imports/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { defaultPageSize } from '../../request/keyset.ts';
import { findImport, i, oneImport, ownRows, r } from './import-row.ts';
import { presentRow, shownRows, viewFilters } from './rows.ts';

/** Rows in the order of the file; an import has few enough for pages by number alone. */
export const findRows = bind(listImportRows, async ({ id, view, search, page = 1, size = defaultPageSize }, ctx) => {
  const key = fold(search);
  const where = and(viewFilters[view], key === '' ? undefined : sql`position(${key} in coalesce(${r.person}->>'search', '')) > 0`);
  const order = [...(view === 'all' ? [sql`${viewFilters.problems} desc`] : []), r.n];
  const [found, rows, [counted]] = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => [
    findImport(db, id),
    shownRows(db, id, where)
      .orderBy(...order)
      .limit(size)
      .offset((page - 1) * size),
    db
      .select({ n: count() })
      .from(i)
      .innerJoin(r, ownRows)
      .where(and(eq(i.id, id), gt(r.n, i.headerRow), where)),
  ]);
  const { mapping } = oneImport(found);
  const total = counted?.n ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  return {
    items: rows.map((row) => presentRow(row, mapping)),
    page,
    pages,
    total,
    totalIsExact: true,
    next: null,
    prev: null,
  };
});
