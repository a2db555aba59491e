import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, counter, createdAt, sortKey, version } from './columns.ts';

export const tenants = pgTable(
  'tenants',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    parentId: uuid('parent_id').references((): AnyPgColumn => tenants.id),
    name: text('name').notNull(),
    sortKey: sortKey(),
    status: text('status').notNull().default('A'),
    epoch: counter('epoch').notNull().default(0),
    language: text('language').notNull().default('pt-BR'),
    zone: text('zone').notNull().default('America/Sao_Paulo'),
    trialEndsAt: at('trial_ends_at'),
    userLimit: integer('user_limit'),
    // Spec 3, business unit: administrators see only the report-service accounts they registered; whether reports may be added here.
    restrictAccounts: boolean('restrict_accounts').notNull().default(false),
    allowReports: boolean('allow_reports').notNull().default(true),
    // People who count against the limit (A, B and T); kept by a trigger, so that parallel creates cannot pass the limit.
    usersUsed: integer('users_used').notNull().default(0),
    bonusUsers: integer('bonus_users').notNull().default(0),
    // The share of the limit, in percent, in the last notice.
    usersTold: integer('users_told').notNull().default(0),
    domainLimit: integer('domain_limit'),
    reportLimit: integer('report_limit'),
    // Spec 3: the default unit for people of the cloud identity provider who have none; one among a parent's units.
    defaultDirectory: boolean('default_directory').notNull().default(false),
    trialDays: integer('trial_days'),
    // The last trial-end notice sent, in days before the end.
    trialTold: integer('trial_told'),
    // The paying client: a party of the tenant that bills.
    payerTenantId: uuid('payer_tenant_id'),
    payerId: uuid('payer_id'),
    statusReason: text('status_reason'),
    // Which layer blocked it, deleted it or set its trial; a layer below can't undo that. An expired trial carries the layer that set it.
    blockedBy: text('blocked_by'),
    deletedBy: text('deleted_by'),
    trialBy: text('trial_by'),
    // Limits set by the platform, by column: the most a partner can give.
    platformLimits: jsonb('platform_limits').notNull().default({}),
    // The custom domain asked for; served only once it is verified and listed in the domains.
    ownDomain: text('own_domain'),
    // What the partner and the platform hide from this tenant and all below it; `settings` holds what it hides itself.
    hiddenByPartner: text('hidden_by_partner').array().notNull().default(sql`'{}'`),
    hiddenByPlatform: text('hidden_by_platform').array().notNull().default(sql`'{}'`),
    deletedAt: at('deleted_at'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check('tenants_kind', sql`${t.kind} in ('platform','partner','unit')`),
    uniqueIndex('tenants_directory_across').on(t.parentId).where(sql`default_directory and deleted_at is null`),
    index('tenants_payer_across').on(t.payerTenantId, t.payerId),
    index('tenants_limit_across')
      .on(t.id)
      .where(
        sql`user_limit is not null and users_told <> (case when users_used >= user_limit then 100 when users_used * 5 >= user_limit * 4 then 80 else 0 end)`,
      ),
    index('tenants_seats_across')
      .on(t.parentId, t.id)
      .where(sql`user_limit is not null and users_used * 10 >= user_limit * 9 and status in ('A', 'T') and deleted_at is null`),
    index('tenants_trials_across').on(t.parentId, t.trialEndsAt, t.id).where(sql`status = 'T' and deleted_at is null`),
    index('tenants_trial_across').on(t.trialEndsAt).where(sql`status = 'T'`),
    index('tenants_parent_name_across').on(t.parentId, t.sortKey, t.id),
    index('tenants_parent_created_across').on(t.parentId, t.createdAt, t.id),
    // Covers the columns from which a partner's people and units are summed: an index-only scan.
    index('tenants_parent_users_across').on(t.parentId, t.usersUsed, t.id, t.deletedAt),
    check('tenants_status', sql`${t.status} in ('A','T','B','I','D')`),
    check(
      'tenants_layers',
      sql`${t.blockedBy} in ('partner','platform') and ${t.deletedBy} in ('partner','platform') and ${t.trialBy} in ('partner','platform')`,
    ),
    index('tenants_users_across').on(t.usersUsed, t.id),
    index('tenants_own_domain_across').on(t.ownDomain).where(sql`own_domain is not null`),
    index('tenants_across').on(t.parentId, t.id),
    index('tenants_name_across').on(t.sortKey, t.id),
    index('tenants_created_across').on(t.createdAt, t.id),
    index('tenants_status_across').on(t.status, t.sortKey, t.id),
    index('tenants_status_created_across').on(t.status, t.createdAt, t.id),
    index('tenants_kind_across').on(t.kind, t.sortKey, t.id),
    index('tenants_kind_created_across').on(t.kind, t.createdAt, t.id),
  ],
);

/** Number of tenants by kind and status; kept by a trigger, so that the platform's list doesn't count them. */
export const tenantCounts = pgTable(
  'tenant_counts',
  { kind: text('kind').notNull(), status: text('status').notNull(), n: integer('n').notNull().default(0) },
  (t) => [primaryKey({ columns: [t.kind, t.status] })],
);

export const domains = pgTable(
  'domains',
  {
    host: text('host').notNull(),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => tenants.id),
    main: boolean('main').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ name: 'domains_host_across', columns: [t.host] }), index('domains_tenant').on(t.tenantId, t.host)],
);
