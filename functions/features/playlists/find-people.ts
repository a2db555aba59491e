import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { findPlaylistPeople } from '../../../domain/playlists/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

const shown = 20;

export const findPeopleForPlaylist = bind(findPlaylistPeople, async ({ q }, ctx) => {
  const key = fold(q);
  const [people, groups] = await ctx.database.withTenant(entryOf(ctx, 'playlists.edit'), (db) => [
    db.execute(
      sql`select id, name, email from users where status in ('A','T') and seat is null and (starts_with(sort_key, ${key}) or starts_with(email, ${key})) order by sort_key, id limit ${shown}`,
    ),
    db.execute(
      sql`select id, name from user_groups where deleted_at is null and starts_with(sort_key, ${key}) order by sort_key, id limit ${shown}`,
    ),
  ]);
  return {
    people: rowsOf<{ id: string; name: string; email: string }>(people),
    groups: rowsOf<{ id: string; name: string }>(groups),
  };
});
