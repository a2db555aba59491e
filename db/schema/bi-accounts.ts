import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { TestStep } from '../../domain/bi-accounts/contract.ts';
import { at, bytewiseText, createdAt, sortKey, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** A tenant's own access to the report service (Spec 3, report-service account). */
export const serviceAccounts = pgTable(
  'service_accounts',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    // Folded wherever the name is written.
    sortKey: bytewiseText('sort_key').notNull().default(''),
    directoryId: text('directory_id').notNull(),
    appId: text('app_id').notNull(),
    objectId: text('object_id'),
    // AES-GCM, bound to tenant, table, row and column; never leaves the Worker.
    secretSealed: text('secret_sealed').notNull(),
    secretSetAt: at('secret_set_at').notNull().default(sql`app.now()`),
    // As the administrator entered it from the directory; notices go out 30, 7 and 1 day(s) before.
    secretEndsAt: at('secret_ends_at'),
    secretWarnedDays: text('secret_warned_days'),
    subscriptionId: text('subscription_id'),
    resourceGroup: text('resource_group'),
    workspaceId: text('workspace_id'),
    // The profile of the service principal under which this tenant works; null = the principal itself.
    profileId: text('profile_id'),
    profileName: text('profile_name'),
    // The result of the last connection test, step by step; null = never tested.
    tested: jsonb('tested').$type<TestStep[]>(),
    testedAt: at('tested_at'),
    disabled: boolean('disabled').notNull().default(false),
    registeredById: uuid('registered_by_id'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      name: 'service_accounts_registered_by',
      columns: [t.tenantId, t.registeredById],
      foreignColumns: [users.tenantId, users.id],
    }),
    index('service_accounts_ending_across').on(t.secretEndsAt),
    index('service_accounts_name').on(t.tenantId, t.sortKey, t.id),
    index('service_accounts_created').on(t.tenantId, t.createdAt, t.id),
    index('service_accounts_ends').on(t.tenantId, sql`coalesce(secret_ends_at, '9999-12-31T00:00:00Z'::timestamptz)`, t.id),
  ],
);

/** Workspaces of the service in which this tenant publishes (Spec 3, embedded workspace). */
export const workspaces = pgTable(
  'workspaces',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    accountId: uuid('account_id').notNull(),
    serviceId: text('service_id').notNull(),
    name: text('name').notNull(),
    sortKey: sortKey(),
    capacityId: text('capacity_id'),
    addedById: uuid('added_by_id'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      name: 'workspaces_account',
      columns: [t.tenantId, t.accountId],
      foreignColumns: [serviceAccounts.tenantId, serviceAccounts.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'workspaces_added_by', columns: [t.tenantId, t.addedById], foreignColumns: [users.tenantId, users.id] }),
    uniqueIndex('workspaces_once').on(t.tenantId, t.accountId, t.serviceId),
    index('workspaces_name').on(t.tenantId, t.sortKey, t.id),
    index('workspaces_created').on(t.tenantId, t.createdAt, t.id),
    index('workspaces_capacity_across').on(t.capacityId),
  ],
);
