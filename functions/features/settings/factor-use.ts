import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { factorUse } from '../../../domain/settings/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const countUse = raw('settings.factor_use', { people: 'int4?', having: 'int4?', administrators: 'int4?', administrators_having: 'int4?' });

/** What requiring a second factor of all users, or only of administrators, would mean for those who may sign in. */
export const readFactorUse = bind(factorUse, async (_input, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'settings.read'), (db) => [
    countUse(
      db,
      sql`select count(*)::int as people, count(w.user_id)::int as having,
          count(*) filter (where x.profile <> 'user')::int as administrators,
          count(w.user_id) filter (where x.profile <> 'user')::int as administrators_having
        from users x left join app.factor_people() w on w.user_id = x.id
        where x.deleted_at is null and x.seat is null and x.status in ('A', 'T')`,
    ),
  ]);
  const row = rows[0];
  return {
    all: { people: row?.people ?? 0, having: row?.having ?? 0 },
    administrators: { people: row?.administrators ?? 0, having: row?.administrators_having ?? 0 },
  };
});
