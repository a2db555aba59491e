import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, sortKey, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Groups of people (Spec 2, group_users), not of reports. */
export const userGroups = pgTable(
  'user_groups',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    sortKey: sortKey(),
    description: text('description').notNull().default(''),
    version: version(),
    createdAt: createdAt(),
    deletedAt: at('deleted_at'),
    // Kept by triggers: how often the members changed, and when the group or its members did.
    membersVersion: integer('members_version').notNull().default(0),
    changedAt: at('changed_at').notNull().default(sql`app.now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('user_groups_name_once').on(t.tenantId, t.sortKey).where(sql`deleted_at is null`),
    index('user_groups_name').on(t.tenantId, t.sortKey, t.id),
  ],
);

export const userGroupMembers = pgTable(
  'user_group_members',
  {
    tenantId: tenantId().references(() => tenants.id),
    userGroupId: uuid('user_group_id').notNull(),
    userId: uuid('user_id').notNull(),
    // Added by the directory itself: only such a membership gives the profile that the directory's group maps to.
    byDirectory: boolean('by_directory').notNull().default(sql`coalesce(app.my_kind() = 'directory', false)`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userGroupId, t.userId] }),
    foreignKey({
      name: 'user_group_members_group',
      columns: [t.tenantId, t.userGroupId],
      foreignColumns: [userGroups.tenantId, userGroups.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'user_group_members_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    index('user_group_members_user').on(t.tenantId, t.userId, t.userGroupId),
  ],
);
