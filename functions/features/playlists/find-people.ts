import { and, asc, inArray, isNull, or, sql } from 'drizzle-orm';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { findPlaylistPeople } from '../../../domain/playlists/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const shown = 20;

export const findPeopleForPlaylist = bind(findPlaylistPeople, async ({ q }, ctx) => {
  const key = fold(q);
  const begins = or(sql`starts_with(${users.sortKey}, ${key})`, sql`starts_with(${users.email}, ${key})`);
  const [people, groups] = await ctx.database.withTenant(getEntry(ctx, 'playlists.edit'), (db) => [
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(and(inArray(users.status, ['A', 'T']), isNull(users.seat), begins))
      .orderBy(asc(users.sortKey), asc(users.id))
      .limit(shown),
    db
      .select({ id: userGroups.id, name: userGroups.name })
      .from(userGroups)
      .where(and(isNull(userGroups.deletedAt), sql`starts_with(${userGroups.sortKey}, ${key})`))
      .orderBy(asc(userGroups.sortKey), asc(userGroups.id))
      .limit(shown),
  ]);
  return { people, groups };
});
