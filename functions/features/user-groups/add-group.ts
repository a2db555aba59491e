import { sql } from 'drizzle-orm';
import { addUserGroup } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName, orNameTaken } from '../../http/own-name.ts';
import { newId } from '../../services/ids.ts';

export const addOneUserGroup = bind(addUserGroup, async ({ name, description }, ctx) => {
  const id = newId(ctx.clock.now());
  await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'userGroups.edit'), (db) => [
      db.execute(sql`with w as (insert into user_groups (id, name, sort_key, description) values (${id}::uuid, ${name}, ${keyOfName(name)}, ${description}) returning id)
        insert into audit (what, row_id, change, ip, request_id) select 'user_group.add', w.id, jsonb_build_object('after', jsonb_build_object('name', ${name}::text, 'description', ${description}::text)), ${ctx.address}, ${ctx.requestId} from w`),
    ]),
  );
  return { id, version: 1 };
});
