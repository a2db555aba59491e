import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Audience } from '../../domain/report-groups/audience.ts';
import type { GroupText } from '../../domain/report-groups/fields.ts';
import { at, createdAt, sortKey, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

const written = (column: string) => text(column).notNull().default('');
// A column for each text of the description, in both tables.
const texts = {
  description: written('description'),
} satisfies Record<GroupText, ReturnType<typeof written>>;

export const groups = pgTable(
  'groups',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    sortKey: sortKey(),
    ...texts,
    ownerId: uuid('owner_id'),
    // Which of the eight hues draws the square and the covers; given in the order of creation.
    hue: integer('hue').notNull().default(0),
    position: integer('position').notNull(),
    hidden: boolean('hidden').notNull().default(false),
    audience: text('audience').$type<Audience>().notNull().default('everyone'),
    version: version(),
    createdAt: createdAt(),
    // Deleted things can be brought back for 30 days, then the nightly job removes them.
    deletedAt: at('deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'groups_owner', columns: [t.tenantId, t.ownerId], foreignColumns: [users.tenantId, users.id] }),
    check('groups_audience', sql`${t.audience} in ('everyone','chosen')`),
    uniqueIndex('groups_name_once').on(t.tenantId, t.sortKey).where(sql`deleted_at is null`),
    index('groups_position').on(t.tenantId, t.position, t.id),
    index('groups_name').on(t.tenantId, t.sortKey, t.id),
    index('groups_created').on(t.tenantId, t.createdAt, t.id),
    index('groups_closed').on(t.tenantId, t.id).where(sql`hidden or audience = 'chosen'`),
  ],
);

export const subgroups = pgTable(
  'subgroups',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    groupId: uuid('group_id').notNull(),
    name: text('name').notNull(),
    sortKey: sortKey(),
    ...texts,
    position: integer('position').notNull(),
    hidden: boolean('hidden').notNull().default(false),
    audience: text('audience').$type<Audience>().notNull().default('everyone'),
    version: version(),
    createdAt: createdAt(),
    deletedAt: at('deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'subgroups_group', columns: [t.tenantId, t.groupId], foreignColumns: [groups.tenantId, groups.id] }),
    check('subgroups_audience', sql`${t.audience} in ('everyone','chosen')`),
    uniqueIndex('subgroups_name_once').on(t.tenantId, t.groupId, t.sortKey).where(sql`deleted_at is null`),
    index('subgroups_position').on(t.tenantId, t.groupId, t.position, t.id),
    index('subgroups_name').on(t.tenantId, t.sortKey, t.id),
    index('subgroups_created').on(t.tenantId, t.createdAt, t.id),
    index('subgroups_closed').on(t.tenantId, t.id).where(sql`hidden or audience = 'chosen'`),
  ],
);

/** Who sees a group or sub-group whose audience is 'chosen'; `targetId` is the group or the sub-group. */
export const viewers = pgTable(
  'viewers',
  {
    tenantId: tenantId().references(() => tenants.id),
    targetId: uuid('target_id').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.targetId, t.userId] }),
    foreignKey({ name: 'viewers_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
    index('viewers_user').on(t.tenantId, t.userId),
  ],
);
