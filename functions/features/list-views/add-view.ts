import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addListView } from '../../../domain/list-views/contract.ts';
import { listViewLimits } from '../../../domain/list-views/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName, orNameTaken } from '../../http/own-name.ts';
import { newId } from '../../services/ids.ts';
import { maySet } from './rules.ts';

export const addOneView = bind(addListView, async ({ list, name, shared, state }, ctx) => {
  maySet(ctx, shared);
  const id = newId(ctx.clock.now());
  const [, result] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'listViews.keep'), (db) => [
      // One person's views are counted and added one after the other; a lock inside the statement would count what it saw before waiting.
      db.execute(sql`select pg_advisory_xact_lock(hashtextextended('list view ' || (select app.user_id())::text, 0))`),
      db.execute(sql`with w as (insert into list_views (id, list, name, sort_key, shared, state)
            select ${id}::uuid, ${list}, ${name}, ${keyOfName(name)}, ${isOn(shared)}, ${JSON.stringify(state)}::jsonb
            where (select count(*) from list_views v where v.list = ${list} and v.user_id = (select app.user_id())) < ${listViewLimits.perList} returning id),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'list_view.add', w.id, jsonb_build_object('list', ${list}::text, 'after', jsonb_build_object('name', ${name}::text, 'shared', ${isOn(shared)}::boolean)), ${ctx.address}, ${ctx.requestId} from w)
        select count(*)::int as added from w`),
    ]),
  );
  if (rowsOf<{ added: number }>(result)[0]?.added !== 1) throw new AppError('list_view_limit', { limit: listViewLimits.perList });
  return { id, version: 1 };
});
