import { type SQL, sql } from 'drizzle-orm';

/** The names that a record has of many. */
export const mostTold = 20;
type Call = { address: string | null; requestId: string };

/** The names of those of `moved` (rows with `user_id`), as many as a record of a group has. */
const firstNames = (moved: SQL): SQL =>
  sql`(select jsonb_agg(t.name) from (select u.name from users u join ${moved} x on x.user_id = u.id order by u.sort_key, u.id limit ${mostTold}) t)`;

/** What a group's record says of those who came or went. */
export const membersMoved = (moved: SQL): SQL =>
  sql`jsonb_build_object('count', (select count(*)::int from ${moved} x), 'names', ${firstNames(moved)})`;

/**
 * The CTE that writes a move into each person's own history; the group's record names only the first of many. `moved` selects `user_id` and the
 * name of the group as `group_name`.
 */
export const memberships = (name: string, moved: SQL, move: 'addToGroup' | 'removeFromGroup', ctx: Call, bySync = false): SQL =>
  sql`${sql.identifier(name)} as (insert into audit (what, row_id, change, ip, request_id)
    select ${`membership.${move}`}, x.user_id, jsonb_build_object('after', jsonb_build_object('group', x.group_name))${bySync ? sql` || '{"scim":true}'::jsonb` : sql``}, ${ctx.address}, ${ctx.requestId} from (${moved}) x)`;
