import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editListView } from '../../../domain/list-views/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName, orNameTaken } from '../../http/own-name.ts';
import { changeable, maySet } from './rules.ts';

type Outcome = { there: boolean; version: number | null };

export const editOneView = bind(editListView, async ({ id, version, name, shared, state }, ctx) => {
  maySet(ctx, shared);
  const renewed = state ? sql`, state = ${JSON.stringify(state)}::jsonb` : sql``;
  const [result] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'listViews.keep'), (db) => [
      db.execute(sql`with o as (select v.id, v.name, v.shared, v.list from list_views v where v.id = ${id}::uuid and ${changeable(ctx)}),
          w as (update list_views v set name = ${name}, sort_key = ${keyOfName(name)}, shared = ${isOn(shared)}, version = v.version + 1${renewed} from o where v.id = o.id and v.version = ${version} returning v.id, v.version),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'list_view.edit', w.id, jsonb_build_object('list', o.list, 'before', jsonb_build_object('name', o.name, 'shared', o.shared),
            'after', jsonb_build_object('name', ${name}::text, 'shared', ${isOn(shared)}::boolean, 'renewed', ${state !== undefined}::boolean)), ${ctx.address}, ${ctx.requestId} from w join o on o.id = w.id)
        select exists (select from o) as there, (select version from w) as version`),
    ]),
  );
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome?.there) throw new AppError('not_found');
  if (!outcome.version) throw new AppError('changed_meanwhile');
  return { version: outcome.version };
});
