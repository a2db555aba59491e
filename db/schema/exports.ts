import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ExportFormat, ExportStateName } from '../../domain/exports/contract.ts';
import type { RlsIdentity } from '../../domain/reports/identity.ts';
import type { Mark } from '../../domain/watermark/watermark.ts';
import { at, createdAt, tenantId } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Files made of reports in the background: the row is the state machine, a queue message only says "look now". */
export const exports = pgTable(
  'exports',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    // No reference: the row outlives its report, so that its file is found and removed.
    reportId: uuid('report_id').notNull(),
    reportTitle: text('report_title').notNull(),
    accountId: uuid('account_id'),
    format: text('format').$type<ExportFormat>().notNull(),
    // Names of pages at the service; empty = every page that is not hidden.
    pages: text('pages').array().notNull().default(sql`'{}'`),
    // The filters, slicers and visuals as the report captured them at that moment.
    bookmark: text('bookmark'),
    filters: text('filters').array().notNull().default(sql`'{}'`),
    language: text('language').notNull(),
    // The effective identity sent to the service; null = the dataset has no RLS.
    identity: jsonb('identity').$type<RlsIdentity>(),
    // The text stamped on each page; null = no watermark.
    watermark: jsonb('watermark').$type<Mark>(),
    // A hash of everything that determines the content: one row for each person and request, one file for the same content.
    wish: text('wish').notNull(),
    mail: boolean('mail').notNull().default(false),
    state: text('state').$type<ExportStateName>().notNull().default('queued'),
    percent: integer('percent').notNull().default(0),
    // Starts that the service gave up as too busy; the third is the last.
    attempts: integer('attempts').notNull().default(0),
    // Consecutive calls without a usable answer.
    misses: integer('misses').notNull().default(0),
    nextAt: at('next_at').notNull().default(sql`app.now()`),
    takenUntil: at('taken_until'),
    serviceExportId: text('service_export_id'),
    error: text('error'),
    // The file's random name; set before the file is written, so that a partial file can be found.
    file: text('file'),
    extension: text('extension'),
    bytes: bigint('bytes', { mode: 'number' }),
    createdAt: createdAt(),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
    expiresAt: at('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'exports_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
    check('exports_state', sql`${t.state} in ('queued','running','finishing','ready','failed','cancelled','expired')`),
    check('exports_format', sql`${t.format} in ('PDF','PPTX','PNG')`),
    check('exports_percent', sql`${t.percent} between 0 and 100`),
    index('exports_mine').on(t.tenantId, t.userId, t.createdAt.desc(), t.id.desc()),
    uniqueIndex('exports_wish_once').on(t.tenantId, t.userId, t.wish).where(sql`state in ('queued','running','finishing')`),
    index('exports_shared').on(t.tenantId, t.wish, t.endedAt).where(sql`state = 'ready'`),
    index('exports_line').on(t.tenantId, t.accountId, t.createdAt).where(sql`state in ('queued','running','finishing')`),
    index('exports_file').on(t.tenantId, t.file).where(sql`file is not null`),
    index('exports_due_across').on(t.nextAt).where(sql`state in ('queued','running','finishing')`),
    index('exports_old_across').on(t.createdAt),
    index('exports_file_across').on(t.expiresAt).where(sql`file is not null`),
  ],
);
