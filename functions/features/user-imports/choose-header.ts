import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { guessMapping } from '../../../domain/user-imports/columns.ts';
import { chooseHeader } from '../../../domain/user-imports/contract.ts';
import { mostLeadRows } from '../../../domain/user-imports/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { headersOf } from './file/read-file.ts';
import type { FileRow } from './file/refused.ts';
import { draftOf, findImport } from './import-row.ts';
import { learnedOf, learnedQueries } from './learned.ts';

/** Names the row with the heads; what was mapped by the old one is guessed anew, and rows up to it are no people any more. */
export const moveHeader = bind(chooseHeader, async ({ id, row }, ctx) => {
  const entry = entryOf(ctx, 'users.import');
  const [found, rows, memory, fields] = await ctx.database.withTenant(entry, (db) => {
    // The heads are in the rows: which are remembered is asked of all that may become heads.
    const [, own] = learnedQueries(db, []);
    return [
      findImport(db, id, sql`i.source = 'file'`),
      db.execute(sql`select r.n, r.cells from user_import_rows r where r.import_id = ${id}::uuid order by r.n`),
      db.execute(sql`select m.header, m.field from import_mappings m limit 5000`),
      own,
    ];
  });
  draftOf(found);
  const all = rowsOf<FileRow>(rows);
  if (!all.slice(0, mostLeadRows).some(({ n }) => n === row)) throw new AppError('not_found', undefined, { field: 'row' });
  const headers = headersOf(all, row);
  const learned = learnedOf(memory, fields);
  const mapping = guessMapping(headers, learned.memory, learned.custom);
  const [written] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with w as (update user_imports set header_row = ${row}::int, headers = ${JSON.stringify(headers)}::jsonb, mapping = ${JSON.stringify(mapping)}::jsonb, state = 'mapping',
          total = (select count(*) from user_import_rows r where r.import_id = ${id}::uuid and r.n > ${row}::int), version = version + 1
        where id = ${id}::uuid and state in ('mapping','review') returning id),
      a as (insert into audit (what, row_id, change, ip, request_id) select 'user_import.header', w.id, jsonb_build_object('row', ${row}::int), ${ctx.address}, ${ctx.requestId} from w)
      select id from w`),
  ]);
  if (written.rows.length !== 1) throw new AppError('changed_meanwhile');
  return { status: 'ok' as const };
});
