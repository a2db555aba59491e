import { eq, sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readUserGroup } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getGrant } from '../reports/index.ts';
import { present, rowColumns, x } from './rows.ts';

// Ordinary members with a report of this group that no other active grant gives them.
const isLiving = sql`(o.valid_until is null or o.valid_until > app.now())`;
const losing = sql<number>`(select count(*)::int from user_group_members m where m.tenant_id = x.tenant_id and m.user_group_id = x.id
    and (select p.deleted_at is null and p.profile = 'user' from users p where p.tenant_id = m.tenant_id and p.id = m.user_id)
    and exists (select from grants o where o.tenant_id = x.tenant_id and o.user_group_id = x.id and ${isLiving}
      and not exists (select from grants x
        where x.tenant_id = o.tenant_id and x.report_id = o.report_id and x.id <> o.id and ${getGrant(sql`m.user_id`)})))`;
const playlists = sql<number>`(select count(distinct s.playlist_id)::int from playlist_shares s
  where s.tenant_id = x.tenant_id and s.user_group_id = x.id)`;

export const readOneUserGroup = bind(readUserGroup, async ({ id }, ctx) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'userGroups.read'), (db) => [
    db
      .select({ ...rowColumns, losing, playlists })
      .from(x)
      .where(eq(x.id, id)),
  ]);
  if (!row) throw new AppError('not_found');
  return { ...present(row), losing: row.losing, playlists: row.playlists };
});
