import { and, eq, sql } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { userImportRows, userImports } from '../../../db/schema/user-imports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editImportRow } from '../../../domain/user-imports/contract.ts';
import { defaultChoices, noFixed } from '../../../domain/user-imports/options.ts';
import { readRow } from '../../../domain/user-imports/read-row.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getFacts, getGroups } from './facts.ts';
import { findImport, toDraft } from './import-row.ts';
import { learnedQueries } from './learned.ts';
import { presentRow, shownRow } from './rows.ts';
import { countRows, findClashes, forManyRows, getCounts } from './user-imports.sql.ts';

/** Changes cells of a row, which is then read again, with its conflicts. */
export const mendRow = bind(editImportRow, async ({ id, n, values }, ctx) => {
  const entry = getEntry(ctx, 'users.import');
  const [found, [row], groups, , fields] = await ctx.database.withTenant(entry, (db) => [
    findImport(db, id),
    shownRow(db, id, n),
    getGroups(db),
    ...learnedQueries(db, []),
  ]);
  const draft = toDraft(found, ['review']);
  if (!row || n <= draft.headerRow) throw new AppError('not_found', undefined, { field: 'n' });
  if (row.state !== 'pending') throw new AppError('changed_meanwhile');
  const cells = [...row.cells];
  for (const [target, text] of Object.entries(values)) {
    const column = draft.mapping.indexOf(target);
    if (column < 0) throw new AppError('import_no_column', { name: target }, { field: 'values' });
    while (cells.length <= column) cells.push('');
    cells[column] = text.trim();
    // A name in two columns is edited as one.
    if (target === 'name' && !('lastName' in values)) clearLastName(cells, draft.mapping);
  }
  const { choices = defaultChoices, fixed = noFixed } = draft.options;
  const fresh = readRow(cells, draft.mapping, await getFacts(ctx, { groups, choices, fixed, fields }));
  const whole = eq(userImports.id, id);
  const mended = and(eq(userImportRows.importId, id), eq(userImportRows.n, n));
  const { person, email, phone, problems, notes } = fresh;
  const results = await ctx.database.withTenant(entry, (db) => [
    forManyRows(db),
    // A write to another row of the import waits here: conflicts are searched among what is written.
    lockVersion(db, userImports, and(whole, eq(userImports.state, 'review'))),
    lockVersion(db, userImportRows, and(mended, eq(userImportRows.state, 'pending'))),
    db
      .update(userImports)
      .set({ version: sql`${userImports.version} + 1` })
      .where(whole),
    db.update(userImportRows).set({ cells, person, email, phone, problems, notes }).where(mended),
    auditedAct(db, ctx, 'user_import.mend', id, { row: n, fields: Object.keys(values) }),
    findClashes(db, id),
    shownRow(db, id, n),
    countRows(db, id),
  ]);
  const [, , , , , , , [after], counted] = results;
  if (!after) throw new AppError('changed_meanwhile');
  return { row: presentRow(after, draft.mapping), counts: getCounts(counted) };
});

function clearLastName(cells: string[], mapping: readonly (string | null)[]): void {
  const column = mapping.indexOf('lastName');
  if (column >= 0 && column < cells.length) cells[column] = '';
}
