import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { WindowTexts } from '../../domain/maintenance/contract.ts';
import type { WindowTarget } from '../../domain/maintenance/window.ts';
import { at, createdAt, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Maintenance windows (BEHAVIOUR 7); `targetId` is null for the whole unit. */
export const maintenance = pgTable(
  'maintenance',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    target: text('target').$type<WindowTarget>().notNull(),
    targetId: uuid('target_id'),
    title: text('title').notNull(),
    text: text('text').notNull().default(''),
    // {language: {title, text}}; a missing language falls back to both values above.
    texts: jsonb('texts').$type<WindowTexts>().notNull().default({}),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at').notNull(),
    exceptAdmin: boolean('except_admin').notNull().default(true),
    // Off: viewers are warned and let in.
    blocks: boolean('blocks').notNull().default(true),
    announceHours: integer('announce_hours').notNull().default(24),
    loginNotice: boolean('login_notice').notNull().default(false),
    // Pauses the capacities that its reports run on, while it blocks.
    pausesCapacity: boolean('pauses_capacity').notNull().default(false),
    extended: boolean('extended').notNull().default(false),
    // Written by cron when the window starts or ends (null = not yet); the window's effect depends on its times alone.
    announcedAt: at('announced_at'),
    openedAt: at('opened_at'),
    closedAt: at('closed_at'),
    cancelledAt: at('cancelled_at'),
    addedById: uuid('added_by_id'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'maintenance_added_by', columns: [t.tenantId, t.addedById], foreignColumns: [users.tenantId, users.id] }),
    check('maintenance_target', sql`${t.target} in ('report','subgroup','group','unit')`),
    check('maintenance_length', sql`${t.endsAt} > ${t.startsAt} and ${t.endsAt} <= ${t.startsAt} + interval '72 hours'`),
    index('maintenance_now').on(t.tenantId, t.endsAt),
    index('maintenance_start').on(t.tenantId, t.startsAt, t.id),
    index('maintenance_due_across').on(t.startsAt).where(sql`closed_at is null and cancelled_at is null`),
  ],
);

/** People who asked to be notified when a window ends. */
export const maintenanceWaiters = pgTable(
  'maintenance_waiters',
  {
    tenantId: tenantId().references(() => tenants.id),
    maintenanceId: uuid('maintenance_id').notNull(),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.maintenanceId, t.userId] }),
    foreignKey({
      name: 'maintenance_waiters_window',
      columns: [t.tenantId, t.maintenanceId],
      foreignColumns: [maintenance.tenantId, maintenance.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'maintenance_waiters_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
  ],
);
