import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { changeUserGroups } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { idRows, idsIn } from '../../request/id-rows.ts';
import { lockMoves } from '../../request/lock-people.ts';
import { orNameTaken } from '../../request/name-key.ts';

const effects = {
  delete: { set: sql`deleted_at = app.now()`, changes: sql`t.deleted_at is null` },
  restore: { set: sql`deleted_at = null`, changes: sql`t.deleted_at is not null` },
};

const changeMany = raw('user_groups.change', { there: 'int4', changed: 'int4' });

/**
 * Several at once, all or none. Members and grants stay with a deleted group, so that it can be restored whole; until then they have no
 * effect.
 */
export const changeManyUserGroups = bind(changeUserGroups, async ({ action, ids }, ctx) => {
  const wanted = [...new Set(ids)];
  const effect = effects[action];
  const [, , { rows }] = await orNameTaken(
    ctx.database.withTenant(getEntry(ctx, 'userGroups.edit'), (db) => [
      ...lockMoves(db, idsIn(wanted), sql`null::uuid`),
      changeMany(
        db,
        sql`with wanted as ${idRows(wanted)}, there as (select count(*)::int as n from user_groups t join wanted w on w.id = t.id),
          changed as (update user_groups t set ${effect.set}, version = t.version + 1 from wanted w, there
            where there.n = ${wanted.length} and t.id = w.id and ${effect.changes} returning t.id, t.name),
          a as (${auditEach(ctx, { what: `user_group.${action}`, row: sql`c.id`, facts: { name: sql`c.name` }, from: sql`changed c` })})
          select there.n as there, (select count(*)::int from changed) as changed from there`,
      ),
    ]),
  );
  const [outcome] = rows;
  if (outcome?.there !== wanted.length) throw new AppError('not_found', undefined, { field: 'ids' });
  return { changed: outcome.changed };
});
