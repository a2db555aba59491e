import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { cancelExport } from '../../../domain/exports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { sendMessage } from '../../http/messages.ts';
import { active, nextInLine } from './rows.ts';

/** The place in line is free at once; whoever works on the export finds it gone and writes nothing. */
export const cancelOneExport = bind(cancelExport, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(sql`with own as (select e.id, e.account_id from exports e where e.id = ${id}::uuid and e.user_id = (select app.user_id())),
        w as (update exports e set state = 'cancelled', ended_at = app.now(), taken_until = null from own where e.id = own.id and e.state in ${active} returning e.id, e.report_id, e.format),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'export.cancel', w.id, jsonb_build_object('report', w.report_id, 'format', w.format), ${ctx.address}, ${ctx.requestId} from w)
      select (select count(*)::int from w) as cancelled, ${nextInLine(sql`own.account_id`)} as next from own`),
  ]);
  const [row] = rowsOf<{ cancelled: number; next: string | null }>(result);
  if (!row) throw new AppError('not_found');
  if (row.cancelled === 0) throw new AppError('export_over');
  if (row.next && row.next !== id) ctx.later(sendMessage(ctx.env, { kind: 'export', tenant: ctx.session.tenant, id: row.next }));
  return { status: 'ok' as const };
});
