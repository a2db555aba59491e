import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../db/audited.ts';

/** How many names a group's audit row lists. */
export const maxTold = 20;
type Call = { address: string | null; requestId: string };

/** The first names of `moved` (rows with `user_id`), up to `maxTold`. */
const firstNames = (moved: SQL): SQL =>
  sql`(select jsonb_agg(t.name) from (select u.name from users u join ${moved} x on x.user_id = u.id order by u.sort_key, u.id limit ${maxTold}) t)`;

/** The change in a group's audit row: how many people joined or left, and the first names. */
export const membersMoved = (moved: SQL) => ({ count: sql`(select count(*)::int from ${moved} x)`, names: firstNames(moved) });

/**
 * The CTE that writes a move into each person's own history; the group's audit row lists only the first names. `moved` selects `user_id`
 * and the group's name as `group_name`.
 */
export const memberships = (name: string, moved: SQL, move: 'addToGroup' | 'removeFromGroup', ctx: Call, bySync = false): SQL =>
  sql`${sql.identifier(name)} as (${auditEach(ctx, {
    what: `membership.${move}`,
    row: sql`x.user_id`,
    facts: { after: { group: sql`x.group_name` }, ...(bySync ? { scim: true } : {}) },
    from: sql`(${moved}) x`,
  })})`;
