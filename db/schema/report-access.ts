import { sql } from 'drizzle-orm';
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { SubjectKind } from '../../domain/report-access/limits.ts';
import type { ReportFilter } from '../../domain/reports/filters.ts';
import type { RlsIdentity } from '../../domain/reports/identity.ts';
import { at, createdAt, tenantId, version } from './columns.ts';
import { reports } from './reports.ts';
import { tenants } from './tenants.ts';
import { userGroups } from './user-groups.ts';
import { users } from './users.ts';

/** Every grant of a report (ARCHITECTURE 3): who, which report, under which RLS identity, until when, through what. */
export const grants = pgTable(
  'grants',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    reportId: uuid('report_id').notNull(),
    subject: text('subject').$type<SubjectKind>().notNull(),
    userId: uuid('user_id'),
    userGroupId: uuid('user_group_id'),
    // {username, roles} when this grant fixes the RLS identity; null = the person's own.
    identity: jsonb('identity').$type<RlsIdentity>(),
    // [{table, column, operator, values}]: applied in the browser only; no protection.
    filters: jsonb('filters').$type<readonly ReportFilter[]>(),
    validUntil: at('valid_until'),
    // The grant's origin: manual, publish, catalog or group.
    source: text('source').notNull().default('manual'),
    grantedById: uuid('granted_by_id'),
    note: text('note').notNull().default(''),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'grants_report', columns: [t.tenantId, t.reportId], foreignColumns: [reports.tenantId, reports.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'grants_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
    check(
      'grants_subject',
      sql`(${t.subject} = 'everyone' and ${t.userId} is null and ${t.userGroupId} is null) or ${
        // On one line, as the migrations have it: other white space would be another constraint.
        sql`(${t.subject} = 'user' and ${t.userId} is not null and ${t.userGroupId} is null)`
      }
        or (${t.subject} = 'group' and ${t.userGroupId} is not null and ${t.userId} is null)`,
    ),
    foreignKey({
      name: 'grants_user_group',
      columns: [t.tenantId, t.userGroupId],
      foreignColumns: [userGroups.tenantId, userGroups.id],
    }).onDelete('cascade'),
    uniqueIndex('grants_once').on(
      t.tenantId,
      t.reportId,
      t.subject,
      sql`coalesce(user_id, user_group_id, '00000000-0000-0000-0000-000000000000'::uuid)`,
    ),
    index('grants_user').on(t.tenantId, t.userId, t.reportId),
    // Covers the columns that every list of reports reads: an index-only scan.
    index('grants_everyone').on(t.tenantId, t.reportId, t.validUntil, t.subject).where(sql`subject = 'everyone'`),
    index('grants_user_group').on(t.tenantId, t.userGroupId, t.reportId),
    index('grants_ending_across').on(t.validUntil),
  ],
);
