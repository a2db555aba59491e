import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { removeImportRows } from '../../../domain/user-imports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { countRows, countsOf, findClashes, forManyRows, isFaulty } from './checking.ts';
import { draftOf, findImport } from './import-row.ts';

/** Takes rows out or puts them back; what they collided with is free, or caught again. */
export const dropRows = bind(removeImportRows, async ({ id, rows, problems, removed }, ctx) => {
  const named = sql`r.n in (select x::int from jsonb_array_elements_text(${JSON.stringify(rows)}::jsonb) x)`;
  const which = problems && removed ? sql`(${named} or ${isFaulty})` : named;
  const [, , found, written, , counted] = await ctx.database.withTenant(entryOf(ctx, 'users.import'), (db) => [
    forManyRows(db),
    db.execute(sql`select 1 from user_imports where id = ${id}::uuid for update`),
    findImport(db, id),
    db.execute(sql`with w as (update user_import_rows r set removed = ${removed}::boolean from user_imports i
          where i.id = ${id}::uuid and i.state = 'review' and r.tenant_id = i.tenant_id and r.import_id = i.id and r.n > i.header_row and r.state = 'pending' and r.removed <> ${removed}::boolean and ${which} returning r.n),
        a as (insert into audit (what, row_id, change, ip, request_id) select case when ${removed}::boolean then 'user_import.remove_rows' else 'user_import.restore_rows' end, ${id}::uuid,
          jsonb_build_object('rows', count(*)), ${ctx.address}, ${ctx.requestId} from w having count(*) > 0)
      select n from w order by n`),
    findClashes(db, id),
    countRows(db, id),
  ]);
  draftOf(found, ['review']);
  return { changed: rowsOf<{ n: number }>(written).map(({ n }) => n), counts: countsOf(counted) };
});
