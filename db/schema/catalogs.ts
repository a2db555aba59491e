import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RequestState } from '../../domain/catalogs/request.ts';
import type { ReportFilter } from '../../domain/reports/filters.ts';
import type { RlsIdentity } from '../../domain/reports/identity.ts';
import { at, tenantId, version } from './columns.ts';
import { reports } from './reports.ts';
import { tenants } from './tenants.ts';
import { userGroups } from './user-groups.ts';
import { users } from './users.ts';

/** Requests for reports of the catalog (BEHAVIOUR 5): the first decision wins, the text and the decision stay. */
export const catalogRequests = pgTable(
  'catalog_requests',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    reportId: uuid('report_id').notNull(),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    state: text('state').$type<RequestState>().notNull().default('pending'),
    justification: text('justification').notNull(),
    // The duration that the requester asks for; null = no end. The decider chooses.
    wishedDays: integer('wished_days'),
    askedAt: at('asked_at').notNull().default(sql`app.now()`),
    decidedAt: at('decided_at'),
    decidedById: uuid('decided_by_id'),
    reason: text('reason').notNull().default(''),
    // A copy of what was granted; the grant itself is the row of `grants` with source 'catalog'.
    identity: jsonb('identity').$type<RlsIdentity>(),
    filters: jsonb('filters').$type<ReportFilter[]>(),
    validUntil: at('valid_until'),
    userGroupId: uuid('user_group_id'),
    // An administrator lifted the wait after a refusal.
    liftedAt: at('lifted_at'),
    // How many reminders were sent.
    reminded: integer('reminded').notNull().default(0),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      name: 'catalog_requests_report',
      columns: [t.tenantId, t.reportId],
      foreignColumns: [reports.tenantId, reports.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'catalog_requests_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'catalog_requests_decided_by', columns: [t.tenantId, t.decidedById], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({
      name: 'catalog_requests_user_group',
      columns: [t.tenantId, t.userGroupId],
      foreignColumns: [userGroups.tenantId, userGroups.id],
    }),
    check('catalog_requests_state', sql`${t.state} in ('pending','granted','denied','cancelled','expired','revoked','ended')`),
    uniqueIndex('catalog_requests_once').on(t.tenantId, t.userId, t.reportId).where(sql`state = 'pending'`),
    index('catalog_requests_asked').on(t.tenantId, t.askedAt, t.id),
    index('catalog_requests_pending').on(t.tenantId, t.askedAt, t.id).where(sql`state = 'pending'`),
    index('catalog_requests_person').on(t.tenantId, t.userId, t.reportId, t.askedAt),
    index('catalog_requests_report').on(t.tenantId, t.reportId),
    index('catalog_requests_due_across').on(t.askedAt).where(sql`state = 'pending'`),
    index('catalog_requests_ending_across').on(t.validUntil).where(sql`state = 'granted'`),
  ],
);
