import { and, count, type SQL, sql } from 'drizzle-orm';
import { searchWords } from '../../../domain/text/fold.ts';
import { exportUserImports, listUserImports } from '../../../domain/user-imports/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { foldedHas } from '../../request/folded-sql.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getLanguage, partRange, tableFile, toTime } from '../../request/table-file.ts';
import { i, importColumns, presentImport } from './import-row.ts';

const columns: Record<string, SortColumn> = {
  created: { sql: sql`${i.createdAt}`, cast: 'timestamptz' },
  name: { sql: sql`lower(${i.name})`, cast: 'text' },
};
const found = (search = ''): SQL | undefined =>
  and(
    ...searchWords(search)
      .slice(0, 8)
      .map((word) => foldedHas(sql`${i.name}`, word)),
  );

/** Drafts, running and ended imports: every administrator of users sees the unit's imports, and may continue a colleague's. */
export const findImports = bind(listUserImports, async (input, ctx) => {
  const list = keyset(input, columns, '-created', sql`${i.id}`);
  const where = found(input.search);
  const [rows, [counted]] = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => [
    list.page(
      db
        .select({ ...importColumns, sort_value: list.sortValue })
        .from(i)
        .$dynamic(),
      where,
    ),
    db.select({ n: count() }).from(i).where(where),
  ]);
  const { rows: kept, ...paging } = list.answer(rows, counted?.n ?? 0);
  return { items: kept.map(presentImport), ...paging };
});

export const exportImportsAsFile = bind(exportUserImports, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-created', sql`${i.id}`);
  const range = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => [
    db.select(importColumns).from(i).where(found(input.search)).orderBy(list.orderBy).limit(range.take).offset(range.skip),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  return tableFile(ctx, texts.importsFile, rows.map(presentImport), {
    name: [texts.importOrigin, (row) => (row.source === 'unit' ? `${texts.unit}: ${row.name}` : row.name)],
    state: [texts.state, (row) => texts[`importState_${row.state}`]],
    sums: [texts.importDone, (row) => row.succeeded],
    failed: [texts.importFailed, (row) => row.failed],
    total: [texts.importTotal, (row) => row.total],
    who: [texts.addedBy, (row) => row.addedBy],
    created: [texts.importWhen, (row) => toTime(ctx, row.endedAt ?? row.createdAt)],
  });
});
