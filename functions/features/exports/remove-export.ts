import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { removeExport } from '../../../domain/exports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { ended } from './rows.ts';

/** The row goes, and its file where no other export shares it. */
export const removeOneExport = bind(removeExport, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(sql`with own as (select e.id from exports e where e.id = ${id}::uuid and e.user_id = (select app.user_id())),
        w as (delete from exports e using own where e.id = own.id and e.state in ${ended} returning e.id, e.report_id, e.format, e.file),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'export.remove', w.id, jsonb_build_object('report', w.report_id, 'format', w.format), ${ctx.address}, ${ctx.requestId} from w)
      select (select count(*)::int from w) as removed, (select w.file from w where not exists (select from exports x where x.file = w.file and x.id <> w.id)) as file from own`),
  ]);
  const [row] = rowsOf<{ removed: number; file: string | null }>(result);
  if (!row) throw new AppError('not_found');
  if (row.removed === 0) throw new AppError('export_over');
  if (row.file) ctx.later(ctx.env.FILES.delete(`${ctx.tenant.id}/${row.file}`));
  return { status: 'ok' as const };
});
