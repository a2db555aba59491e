import { audited } from '../../../db/audited.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { addUserGroup } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';

export const addOneUserGroup = bind(addUserGroup, async ({ name, ...texts }, ctx) => {
  const id = newId(ctx.clock.now());
  const sortKey = keyOfName(name);
  await orNameTaken(
    ctx.database.withTenant(getEntry(ctx, 'userGroups.edit'), (db) => [
      db.insert(userGroups).values({ id, name, sortKey, ...texts }),
      audited(db, ctx, 'user_group.add', id, { after: { name, ...texts } }),
    ]),
  );
  return { id, version: 1 };
});
