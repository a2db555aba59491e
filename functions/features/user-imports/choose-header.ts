import { and, eq, inArray, sql } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { userImports } from '../../../db/schema/user-imports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { guessMapping } from '../../../domain/user-imports/columns.ts';
import { chooseHeader } from '../../../domain/user-imports/contract.ts';
import { maxLeadRows } from '../../../domain/user-imports/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getHeaders, getSample } from './file/read-file.ts';
import { findImport, r, toDraft } from './import-row.ts';
import { allRemembered, getLearned, learnedQueries } from './learned.ts';

/** Chooses the header row: the mapping is guessed again, and rows up to it are no longer users. */
export const moveHeader = bind(chooseHeader, async ({ id, row }, ctx) => {
  const entry = getEntry(ctx, 'users.import');
  const [found, rows, memory, fields] = await ctx.database.withTenant(entry, (db) => {
    // The headings are in the rows: remembered mappings are read for all rows that may become the header.
    const [, own] = learnedQueries(db, []);
    return [
      findImport(db, id, sql`i.source = 'file'`),
      db.select({ n: r.n, cells: r.cells }).from(r).where(eq(r.importId, id)).orderBy(r.n),
      allRemembered(db),
      own,
    ];
  });
  toDraft(found);
  if (!rows.slice(0, maxLeadRows).some(({ n }) => n === row)) throw new AppError('not_found', undefined, { field: 'row' });
  const headers = getHeaders(rows, row);
  const learned = getLearned(memory, fields);
  const mapping = guessMapping(headers, learned.memory, learned.custom, getSample(rows, row));
  const total = sql`(select count(*) from user_import_rows r where r.import_id = ${id}::uuid and r.n > ${row}::int)`;
  const version = sql`${userImports.version} + 1`;
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, userImports, and(eq(userImports.id, id), inArray(userImports.state, ['mapping', 'review']))),
    db.update(userImports).set({ headerRow: row, headers, mapping, state: 'mapping', total, version }).where(eq(userImports.id, id)),
    auditedAct(db, ctx, 'user_import.header', id, { row }),
  ]);
  return { status: 'ok' as const };
});
