import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { raw } from '../../db/raw.ts';

// All writes lock in this order: people, then user groups, each in id order, and the tenant last (docs/data.md). Triggers update groups
// when members move, profiles when a group gives one, and the tenant's counters, so a statement's own text doesn't show which locks it
// takes.

const lockedUsers = raw('lock.users', { locked: 'int4' });
const lockedGroups = raw('lock.groups', { locked: 'int4' });

/** Locks these people in id order. `people` selects ids. */
export const lockUsers = (db: Db, people: SQL) =>
  lockedUsers(
    db,
    sql`select count(*)::int as locked from (select from users u where u.id in (${people}) order by u.id for no key update) l`,
  );

/** Locks these user groups in id order. `groups` selects ids. */
export const lockGroups = (db: Db, groups: SQL) =>
  lockedGroups(
    db,
    sql`select count(*)::int as locked from (select from user_groups g where g.id in (${groups}) order by g.id for no key update) l`,
  );

/** Locks what changes when `moved` join or leave `groups`: first the people, if one of the groups gives a profile, then the groups. */
export const lockMoves = (db: Db, groups: SQL, moved: SQL) => {
  const mapped = sql`select s.user_group_id from scim_groups s where s.profile is not null and s.user_group_id in (${groups})`;
  const concerned = sql`select p.id from users p where exists (${mapped}) and (p.id in (${moved}) or p.raised
    or p.id in (select m.user_id from user_group_members m where m.user_group_id in (${mapped})))`;
  return [lockUsers(db, concerned), lockGroups(db, groups)] as const;
};

/** Locks people and their groups: the rows that removing, restoring or deactivating changes, apart from the tenant's counter. */
export const lockWithGroups = (db: Db, people: SQL) =>
  [
    lockUsers(db, people),
    lockGroups(
      db,
      sql`select m.user_group_id from user_group_members m where m.user_id in (${people})
        union select (g.v #>> '{}')::uuid from users u, jsonb_array_elements(u.preferences->'removed'->'groups') g (v)
          where u.deleted_at is not null and u.id in (${people})`,
    ),
  ] as const;
