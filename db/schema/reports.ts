import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { CustomValues } from '../../domain/custom-fields/field.ts';
import type { ModelRole } from '../../domain/report-access/model-roles.ts';
import type { DataState } from '../../domain/reports/freshness.ts';
import type { KeptSchedule } from '../../domain/reports/load-schedule.ts';
import { serviceAccounts } from './bi-accounts.ts';
import { at, bytewiseText, createdAt, sortKey, tenantId, version } from './columns.ts';
import { groups, subgroups } from './report-groups.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

export const reports = pgTable(
  'reports',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    groupId: uuid('group_id'),
    subgroupId: uuid('subgroup_id'),
    title: text('title').notNull(),
    sortKey: sortKey(),
    description: text('description').notNull().default(''),
    kind: text('kind').$type<'powerbi' | 'external'>().notNull().default('powerbi'),
    externalUrl: text('external_url'),
    externalFrames: boolean('external_frames').notNull().default(false),
    accountId: uuid('account_id'),
    workspaceId: text('workspace_id'),
    serviceReportId: text('service_report_id'),
    datasetId: text('dataset_id'),
    embedUrl: text('embed_url'),
    reportType: text('report_type').notNull().default('report'),
    // What the service says about the model (isEffectiveIdentity*), stored when the report is published.
    needsIdentity: boolean('needs_identity').notNull().default(false),
    needsRoles: boolean('needs_roles').notNull().default(false),
    // [{name, open}] as the service last listed the model's roles; `open` has no filter. Null: never asked, or it can't list them.
    modelRoles: jsonb('model_roles').$type<ModelRole[]>(),
    modelRolesAt: at('model_roles_at'),
    coverKind: text('cover_kind').notNull().default('ridge'),
    coverFile: text('cover_file'),
    verified: boolean('verified').notNull().default(false),
    hidden: boolean('hidden').notNull().default(false),
    navigationPanel: boolean('navigation_panel').notNull().default(false),
    sideFilter: boolean('side_filter').notNull().default(false),
    hiddenPages: boolean('hidden_pages').notNull().default(false),
    visualHeaders: boolean('visual_headers').notNull().default(true),
    mobileBackground: boolean('mobile_background').notNull().default(true),
    orientation: text('orientation').notNull().default('auto'),
    showLastUpdate: boolean('show_last_update').notNull().default(true),
    // Off: a report keeps its author's colors; on: it takes the portal's, light and dark.
    tenantColors: boolean('tenant_colors').notNull().default(false),
    // The end of the last completed refresh at the service, and its status.
    dataAt: at('data_at'),
    freshness: text('freshness').$type<DataState['freshness']>().notNull().default('unknown'),
    checkedAt: at('checked_at'),
    // The refresh schedule, as the service last reported it.
    loadSchedule: jsonb('load_schedule').$type<KeptSchedule>(),
    // Spec 3, the report's options.
    allowEdit: boolean('allow_edit').notNull().default(false),
    // Every viewer gets this role of the model, which has no filter (the service refuses such a model without an identity).
    ignoreRls: boolean('ignore_rls').notNull().default(false),
    ignoreRlsRole: text('ignore_rls_role'),
    // What the report uses, according to its author; decides what the catalog's grant dialog asks.
    restriction: text('restriction').$type<'none' | 'filters' | 'rls'>().notNull().default('none'),
    onCatalog: boolean('on_catalog').notNull().default(false),
    catalogDescription: text('catalog_description').notNull().default(''),
    resolution: text('resolution'),
    onApp: boolean('on_app').notNull().default(true),
    // Values of custom fields by key.
    custom: jsonb('custom').$type<CustomValues>().notNull().default({}),
    watermark: text('watermark').notNull().default('inherit'),
    ownerId: uuid('owner_id'),
    // {language: {title, description}}; a missing language falls back to both values above.
    texts: jsonb('texts').notNull().default({}),
    // [{name, displayName}] as the service last reported; for composing playlists and for naming pages that a view has lost.
    pages: jsonb('pages').$type<{ name: string; displayName: string }[]>().notNull().default([]),
    addedById: uuid('added_by_id'),
    position: integer('position').notNull().default(0),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'reports_group', columns: [t.tenantId, t.groupId], foreignColumns: [groups.tenantId, groups.id] }),
    foreignKey({ name: 'reports_subgroup', columns: [t.tenantId, t.subgroupId], foreignColumns: [subgroups.tenantId, subgroups.id] }),
    foreignKey({
      name: 'reports_account',
      columns: [t.tenantId, t.accountId],
      foreignColumns: [serviceAccounts.tenantId, serviceAccounts.id],
    }),
    foreignKey({ name: 'reports_added_by', columns: [t.tenantId, t.addedById], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ name: 'reports_owner', columns: [t.tenantId, t.ownerId], foreignColumns: [users.tenantId, users.id] }),
    check('reports_kind', sql`${t.kind} in ('powerbi','external')`),
    check('reports_external', sql`${t.kind} <> 'external' or ${t.externalUrl} like 'https://%'`),
    check('reports_ignore_rls', sql`not ${t.ignoreRls} or ${t.ignoreRlsRole} <> ''`),
    check('reports_restriction', sql`${t.restriction} in ('none','filters','rls')`),
    check('reports_watermark', sql`${t.watermark} in ('inherit','on','off')`),
    check('reports_orientation', sql`${t.orientation} in ('landscape','portrait','auto')`),
    check('reports_freshness', sql`${t.freshness} in ('fresh','late','failed','unknown')`),
    index('reports_list').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    index('reports_title').on(t.tenantId, t.sortKey, t.id),
    index('reports_data').on(t.tenantId, sql`coalesce(data_at, '-infinity'::timestamptz)`, t.id),
    index('reports_group').on(t.tenantId, t.groupId, t.sortKey, t.id),
    index('reports_subgroup').on(t.tenantId, t.subgroupId, t.sortKey, t.id),
    index('reports_position').on(t.tenantId, t.groupId, t.position, t.id),
    index('reports_catalog').on(t.tenantId, t.sortKey, t.id).where(sql`on_catalog`),
    index('reports_account').on(t.tenantId, t.accountId),
    index('reports_checked_across').on(t.checkedAt).where(sql`kind = 'powerbi' and dataset_id is not null`),
  ],
);

/** Word prefixes by which a report is found; maintained wherever the title is written. */
export const reportWords = pgTable(
  'report_words',
  { tenantId: tenantId().references(() => tenants.id), word: bytewiseText('word').notNull(), reportId: uuid('report_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.word, t.reportId] }),
    foreignKey({ name: 'report_words_report', columns: [t.tenantId, t.reportId], foreignColumns: [reports.tenantId, reports.id] }).onDelete(
      'cascade',
    ),
    index('report_words_report').on(t.tenantId, t.reportId),
  ],
);

export const favorites = pgTable(
  'favorites',
  {
    tenantId: tenantId().references(() => tenants.id),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    reportId: uuid('report_id').notNull(),
    position: integer('position').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId, t.reportId] }),
    foreignKey({ name: 'favorites_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
    foreignKey({ name: 'favorites_report', columns: [t.tenantId, t.reportId], foreignColumns: [reports.tenantId, reports.id] }).onDelete(
      'cascade',
    ),
    index('favorites_report').on(t.tenantId, t.reportId),
  ],
);

/** The page-visit log: one row per visit, kept alive by the viewer's heartbeat. */
export const visits = pgTable(
  'visits',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    // Null for an anonymous viewer of an embedded page.
    userId: uuid('user_id').default(sql`app.user_id()`),
    reportId: uuid('report_id').notNull(),
    page: text('page'),
    startedAt: at('started_at').notNull().default(sql`app.now()`),
    lastAt: at('last_at').notNull().default(sql`app.now()`),
    endedAt: at('ended_at'),
    // The last sign that a person is there; an open tab alone gives none. It keeps a capacity on.
    aliveAt: at('alive_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'visits_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
    foreignKey({ name: 'visits_report', columns: [t.tenantId, t.reportId], foreignColumns: [reports.tenantId, reports.id] }).onDelete(
      'cascade',
    ),
    index('visits_when').on(t.tenantId, t.startedAt),
    index('visits_across').on(t.startedAt),
    index('visits_alive').on(t.tenantId, t.aliveAt),
    index('visits_person').on(t.tenantId, t.userId, t.lastAt.desc()),
    index('visits_report').on(t.tenantId, t.reportId, t.lastAt.desc()),
  ],
);

/** The broker's cache: one sealed embed token for each key (report, identity, rights, language). */
export const embedTokens = pgTable(
  'embed_tokens',
  {
    tenantId: tenantId().references(() => tenants.id),
    key: text('key').notNull(),
    tokenSealed: text('token_sealed'),
    expiresAt: at('expires_at'),
    // The request that mints the token holds the key until then; others wait for the row.
    mintingUntil: at('minting_until'),
    // When the service last refused this exact identity, and its message; cleared by the next token it issues.
    refusedAt: at('refused_at'),
    refusal: text('refusal'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.key] }),
    index('embed_tokens_old').on(t.tenantId, t.expiresAt),
    index('embed_tokens_refused').on(t.tenantId).where(sql`refused_at is not null`),
  ],
);
