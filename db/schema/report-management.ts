import { sql } from 'drizzle-orm';
import { bigint, boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { UploadRow } from '../../domain/report-management/import-contract.ts';
import { serviceAccounts } from './bi-accounts.ts';
import { at, createdAt, tenantId } from './columns.ts';
import { groups, subgroups } from './report-groups.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Report files being uploaded to the service. The service goes on after the tab is closed; this row keeps track of it. */
export const imports = pgTable(
  'imports',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    accountId: uuid('account_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    conflict: text('conflict').$type<'abort' | 'overwrite' | 'create'>().notNull(),
    // Where the report will be published and who will see it, as chosen in the wizard.
    groupId: uuid('group_id'),
    subgroupId: uuid('subgroup_id'),
    audience: text('audience').$type<'everyone' | 'group' | 'nobody'>().notNull(),
    tell: boolean('tell').notNull().default(false),
    // Parts of a large file; 0 = sent whole. Anyone with the temporary upload's address can write there.
    parts: integer('parts').notNull().default(0),
    uploadSealed: text('upload_sealed'),
    serviceImportId: text('service_import_id'),
    state: text('state').$type<UploadRow['state']>().notNull().default('uploading'),
    // The service's error message.
    error: text('error'),
    // Ids of the reports published from it in this portal.
    reportIds: jsonb('report_ids').$type<string[]>().notNull().default([]),
    addedById: uuid('added_by_id').notNull().default(sql`app.user_id()`),
    endedAt: at('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      name: 'imports_account',
      columns: [t.tenantId, t.accountId],
      foreignColumns: [serviceAccounts.tenantId, serviceAccounts.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'imports_group', columns: [t.tenantId, t.groupId], foreignColumns: [groups.tenantId, groups.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'imports_subgroup',
      columns: [t.tenantId, t.subgroupId],
      foreignColumns: [subgroups.tenantId, subgroups.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'imports_added_by', columns: [t.tenantId, t.addedById], foreignColumns: [users.tenantId, users.id] }),
    check('imports_state', sql`${t.state} in ('uploading','publishing','done','failed','cancelled')`),
    check('imports_conflict', sql`${t.conflict} in ('abort','overwrite','create')`),
    check('imports_audience', sql`${t.audience} in ('everyone','group','nobody')`),
    index('imports_list').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    index('imports_account').on(t.tenantId, t.accountId),
  ],
);
