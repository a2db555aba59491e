import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, sortKey, tenantId, version } from './columns.ts';
import { reports } from './reports.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Saved views of a report: page, filters and slicers, private or shared; they belong to the portal's report and survive a re-publish. */
export const reportViews = pgTable(
  'report_views',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    reportId: uuid('report_id').notNull(),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    name: text('name').notNull(),
    sortKey: sortKey(),
    // Opaque: the report service's bookmark state.
    state: text('state').notNull(),
    // The page's name, to say what is missing when the page is gone.
    page: text('page'),
    pageTitle: text('page_title'),
    // JSON of the chosen values by column, used when the state no longer applies.
    rest: text('rest').notNull().default('[]'),
    shared: boolean('shared').notNull().default(false),
    // The default for everyone who hasn't chosen another; one for each report.
    forAll: boolean('for_all').notNull().default(false),
    version: version(),
    createdAt: createdAt(),
    updatedAt: at('updated_at').notNull().default(sql`app.now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'report_views_report', columns: [t.tenantId, t.reportId], foreignColumns: [reports.tenantId, reports.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'report_views_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    check('report_views_for_all', sql`not ${t.forAll} or ${t.shared}`),
    uniqueIndex('report_views_name_once').on(t.tenantId, t.reportId, t.userId, t.sortKey),
    uniqueIndex('report_views_for_all_once').on(t.tenantId, t.reportId).where(sql`for_all`),
    index('report_views_user').on(t.tenantId, t.userId),
  ],
);

/** The view with which a report opens for one person. */
export const reportViewDefaults = pgTable(
  'report_view_defaults',
  {
    tenantId: tenantId().references(() => tenants.id),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    reportId: uuid('report_id').notNull(),
    viewId: uuid('view_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId, t.reportId] }),
    foreignKey({ name: 'report_view_defaults_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'report_view_defaults_report',
      columns: [t.tenantId, t.reportId],
      foreignColumns: [reports.tenantId, reports.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'report_view_defaults_view',
      columns: [t.tenantId, t.viewId],
      foreignColumns: [reportViews.tenantId, reportViews.id],
    }).onDelete('cascade'),
    index('report_view_defaults_view').on(t.tenantId, t.viewId),
    index('report_view_defaults_report').on(t.tenantId, t.reportId),
  ],
);

/** save_filter: how a person left a report last time. */
export const reportStates = pgTable(
  'report_states',
  {
    tenantId: tenantId().references(() => tenants.id),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    reportId: uuid('report_id').notNull(),
    state: text('state').notNull(),
    // Number of filters and slicers set, as the viewer counted them.
    filters: integer('filters').notNull().default(0),
    updatedAt: at('updated_at').notNull().default(sql`app.now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId, t.reportId] }),
    foreignKey({ name: 'report_states_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'report_states_report',
      columns: [t.tenantId, t.reportId],
      foreignColumns: [reports.tenantId, reports.id],
    }).onDelete('cascade'),
    index('report_states_report').on(t.tenantId, t.reportId),
  ],
);

/** People waiting for newer data of a report; notified once, by the job that reads the refresh times. */
export const freshWaiters = pgTable(
  'fresh_waiters',
  {
    tenantId: tenantId().references(() => tenants.id),
    reportId: uuid('report_id').notNull(),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.reportId, t.userId] }),
    foreignKey({
      name: 'fresh_waiters_report',
      columns: [t.tenantId, t.reportId],
      foreignColumns: [reports.tenantId, reports.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'fresh_waiters_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    index('fresh_waiters_user').on(t.tenantId, t.userId),
  ],
);

/** Reports sent by mail, with sender and recipients: the record of them, and what the mail limit counts. */
export const reportShares = pgTable(
  'report_shares',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    reportId: uuid('report_id').notNull(),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    toUserId: uuid('to_user_id').notNull(),
    at: at('at').notNull().default(sql`app.now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      name: 'report_shares_report',
      columns: [t.tenantId, t.reportId],
      foreignColumns: [reports.tenantId, reports.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'report_shares_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'report_shares_to', columns: [t.tenantId, t.toUserId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    index('report_shares_sent').on(t.tenantId, t.userId, t.at.desc()),
    index('report_shares_report').on(t.tenantId, t.reportId),
    index('report_shares_to').on(t.tenantId, t.toUserId),
  ],
);
