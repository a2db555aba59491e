import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { removeListView } from '../../../domain/list-views/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { changeable } from './rules.ts';

export const removeOneView = bind(removeListView, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'listViews.keep'), (db) => [
    db.execute(sql`with w as (delete from list_views v where v.id = ${id}::uuid and ${changeable(ctx)} returning v.id, v.list, v.name, v.shared),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'list_view.remove', w.id, jsonb_build_object('list', w.list, 'before', jsonb_build_object('name', w.name, 'shared', w.shared)), ${ctx.address}, ${ctx.requestId} from w)
      select count(*)::int as n from w`),
  ]);
  if (rowsOf<{ n: number }>(result)[0]?.n !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
});
