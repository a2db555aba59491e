import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editUserGroup } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName, orNameTaken } from '../../http/own-name.ts';
import { living } from './rows.ts';

/** Changes the version the person saw; somebody else's change in between is told, never overwritten. */
export const editOneUserGroup = bind(editUserGroup, async ({ id, version, name, description }, ctx) => {
  const [result] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'userGroups.edit'), (db) => [
      db.execute(sql`with o as ${living(id)},
          w as (update user_groups t set name = ${name}, sort_key = ${keyOfName(name)}, description = ${description}, version = t.version + 1
            where t.id = ${id}::uuid and t.deleted_at is null and t.version = ${version} returning t.id),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'user_group.edit', w.id, jsonb_build_object('before', jsonb_build_object('name', o.name, 'description', o.description),
            'after', jsonb_build_object('name', ${name}::text, 'description', ${description}::text)), ${ctx.address}, ${ctx.requestId} from w, o)
        select (select count(*)::int from o) as there, (select count(*)::int from w) as changed`),
    ]),
  );
  const outcome = rowsOf<{ there: number; changed: number }>(result)[0];
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id, version: version + 1 };
});
