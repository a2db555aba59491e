import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editImportRow } from '../../../domain/user-imports/contract.ts';
import { readRow } from '../../../domain/user-imports/read-row.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { countRows, countsOf, findClashes, forManyRows } from './checking.ts';
import { factsOf, groupsOf } from './facts.ts';
import { defaultChoices, draftOf, findImport, noFixed } from './import-row.ts';
import { learnedQueries } from './learned.ts';
import { presentRow, rowColumns, type ShownRow } from './rows.ts';

/** Mends cells where they stand: the row is read anew, and with it what it collides with. */
export const mendRow = bind(editImportRow, async ({ id, n, values }, ctx) => {
  const entry = entryOf(ctx, 'users.import');
  const [found, rows, groups, , fields] = await ctx.database.withTenant(entry, (db) => [
    findImport(db, id),
    db.execute(sql`select ${rowColumns} from user_import_rows r where r.import_id = ${id}::uuid and r.n = ${n}::int`),
    groupsOf(db),
    ...learnedQueries(db, []),
  ]);
  const draft = draftOf(found, ['review']);
  const [row] = rowsOf<ShownRow>(rows);
  if (!row || n <= draft.header_row) throw new AppError('not_found', undefined, { field: 'n' });
  if (row.state !== 'pending') throw new AppError('changed_meanwhile');
  const cells = [...row.cells];
  for (const [target, text] of Object.entries(values)) {
    const column = draft.mapping.indexOf(target);
    if (column < 0) throw new AppError('import_no_column', { name: target }, { field: 'values' });
    while (cells.length <= column) cells.push('');
    cells[column] = text.trim();
    // A name of two columns is mended as one.
    if (target === 'name' && !('lastName' in values)) clearLastName(cells, draft.mapping);
  }
  const { choices = defaultChoices, fixed = noFixed } = draft.options;
  const fresh = readRow(cells, draft.mapping, await factsOf(ctx, { groups, choices, fixed, fields }));
  const [, , written, , shown, counted] = await ctx.database.withTenant(entry, (db) => [
    forManyRows(db),
    // Whoever mends another row of it waits here: what collides is found among what is written.
    db.execute(sql`update user_imports set version = version + 1 where id = ${id}::uuid and state = 'review'`),
    db.execute(sql`with w as (update user_import_rows r set cells = ${JSON.stringify(cells)}::jsonb, person = ${JSON.stringify(fresh.person)}::jsonb, email = ${fresh.email}, phone = ${fresh.phone},
          problems = ${JSON.stringify(fresh.problems)}::jsonb, notes = ${JSON.stringify(fresh.notes)}::jsonb
        from user_imports i where i.id = ${id}::uuid and i.state = 'review' and r.import_id = i.id and r.n = ${n}::int and r.state = 'pending' returning r.n),
      a as (insert into audit (what, row_id, change, ip, request_id) select 'user_import.mend', ${id}::uuid, jsonb_build_object('row', w.n, 'fields', ${JSON.stringify(Object.keys(values))}::jsonb), ${ctx.address}, ${ctx.requestId} from w)
      select n from w`),
    findClashes(db, id),
    db.execute(sql`select ${rowColumns} from user_import_rows r where r.import_id = ${id}::uuid and r.n = ${n}::int`),
    countRows(db, id),
  ]);
  const [after] = rowsOf<ShownRow>(shown);
  if (written.rows.length !== 1 || !after) throw new AppError('changed_meanwhile');
  return { row: presentRow(after, draft.mapping), counts: countsOf(counted) };
});

function clearLastName(cells: string[], mapping: readonly (string | null)[]): void {
  const column = mapping.indexOf('lastName');
  if (column >= 0 && column < cells.length) cells[column] = '';
}
