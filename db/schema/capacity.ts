import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ObservedState, StoredOverride } from '../../domain/capacity/desired.ts';
import type { Prices } from '../../domain/capacity/ledger.ts';
import type { LogKind, ShiftPurpose, WakeBy } from '../../domain/capacity/rules.ts';
import { serviceAccounts } from './bi-accounts.ts';
import { at, createdAt, sortKey, tenantId, version } from './columns.ts';
import { reports } from './reports.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/**
 * A capacity in Azure, one row for all business units that reach it (SECOND_HALF 2.3, 1). It has no tenant: only functions of the gate read
 * and write it, for its owner, the platform, its members and the reconciler.
 */
export const capacities = pgTable(
  'capacities',
  {
    id: uuid('id').primaryKey(),
    // Azure's id, in lower case.
    armId: text('arm_id').notNull(),
    kind: text('kind').$type<'embedded' | 'fabric'>().notNull(),
    name: text('name').notNull(),
    resourceGroup: text('resource_group').notNull().default(''),
    region: text('region').notNull().default(''),
    // The id by which the report service's workspaces refer to it; null while that isn't known without doubt.
    serviceCapacityId: text('service_capacity_id'),
    // The unit that controls it, and with which of its accounts; null once either is gone and no other member took over.
    ownerTenantId: uuid('owner_tenant_id').references(() => tenants.id, { onDelete: 'set null' }),
    ownerAccountId: uuid('owner_account_id'),
    // Since when it is controlled without a gap; null: since it was registered.
    controlledAt: at('controlled_at'),
    followShifts: boolean('follow_shifts').notNull().default(true),
    autoPause: boolean('auto_pause').notNull().default(false),
    idleMinutes: smallint('idle_minutes').notNull().default(20),
    forceStop: boolean('force_stop').notNull().default(false),
    wakeOutside: boolean('wake_outside').notNull().default(false),
    // Who may wake it: everyone who sees a report on it, or people with the flag `wake`.
    wakeBy: text('wake_by').$type<WakeBy>().notNull().default('everyone'),
    // Keeps it on, or starts it, for the refreshes that the service's own schedules announce.
    wakeForRefreshes: boolean('wake_for_refreshes').notNull().default(false),
    paidByReservation: boolean('paid_by_reservation').notNull().default(false),
    baseSize: text('base_size').notNull(),
    // Cents an hour by size.
    prices: jsonb('prices').$type<Prices>().notNull().default({}),
    currency: text('currency').notNull().default('BRL'),
    budgetCents: integer('budget_cents'),
    budgetStop: boolean('budget_stop').notNull().default(false),
    // Shares of this month's budget that were announced, and the month, `yyyy-mm`.
    budgetTold: smallint('budget_told').array().notNull().default(sql`'{}'`),
    budgetMonth: text('budget_month'),
    override: jsonb('override').$type<StoredOverride>(),
    observedState: text('observed_state').$type<ObservedState>().notNull().default('unknown'),
    observedSize: text('observed_size'),
    observedAt: at('observed_at'),
    // The service's error code where it couldn't be observed or changed; null where all is well.
    problem: text('problem'),
    // When a display or an embedded page that may start it last asked for that.
    startAskedAt: at('start_asked_at'),
    // When it was last seen to start, and the seconds its last starts took, newest last.
    startedAt: at('started_at'),
    wakeSeconds: smallint('wake_seconds').array().notNull().default(sql`'{}'`),
    desiredState: text('desired_state').$type<'running' | 'paused'>(),
    desiredSize: text('desired_size'),
    // The rule that decided last (domain/capacity/desired.ts), and what its sentence names.
    reason: text('reason'),
    reasonVars: jsonb('reason_vars').$type<Record<string, string>>().notNull().default({}),
    reasonUntil: at('reason_until'),
    pauseAt: at('pause_at'),
    // When it stops although people look, and the minutes before it at which they were last notified.
    stopAt: at('stop_at'),
    forceNotice: smallint('force_notice'),
    // The change that was last asked of Azure and isn't seen done yet.
    operation: text('operation').$type<'resume' | 'suspend' | 'resize'>(),
    operationAt: at('operation_at'),
    // Before this the ledger is written.
    hoursUntil: at('hours_until'),
    nextLookAt: at('next_look_at'),
    // Before this Azure isn't asked for anything, because it refused.
    retryAt: at('retry_at'),
    takenUntil: at('taken_until'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('capacities_arm').on(t.armId),
    index('capacities_service_across').on(t.serviceCapacityId),
    index('capacities_owner_across').on(t.ownerTenantId, t.ownerAccountId),
    index('capacities_look_across').on(t.nextLookAt).where(sql`next_look_at is not null`),
    check('capacities_kind', sql`${t.kind} in ('embedded','fabric')`),
    check('capacities_idle', sql`${t.idleMinutes} between 5 and 720`),
    check('capacities_wake_by', sql`${t.wakeBy} in ('everyone','flagged')`),
    check('capacities_state', sql`${t.observedState} in ('running','paused','starting','stopping','resizing','failed','unknown')`),
  ],
);

/** The accounts of business units that reach a capacity; their reports on it are its demand. */
export const capacityMembers = pgTable(
  'capacity_members',
  {
    tenantId: tenantId().references(() => tenants.id),
    capacityId: uuid('capacity_id')
      .notNull()
      .references(() => capacities.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.capacityId, t.accountId] }),
    foreignKey({
      name: 'capacity_members_account',
      columns: [t.tenantId, t.accountId],
      foreignColumns: [serviceAccounts.tenantId, serviceAccounts.id],
    }).onDelete('cascade'),
    index('capacity_members_across').on(t.capacityId),
  ],
);

/** What happened to a capacity and why. Intervals between its entries of state are the ledger's source. */
export const capacityLog = pgTable(
  'capacity_log',
  {
    capacityId: uuid('capacity_id')
      .notNull()
      .references(() => capacities.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    at: at('at').notNull().default(sql`app.now()`),
    what: text('what').$type<LogKind>().notNull(),
    // The state and size from then on.
    isOn: boolean('is_on').notNull(),
    size: text('size').notNull(),
    // The rule that decided, `external`, or the problem's code.
    cause: text('cause').notNull(),
    vars: jsonb('vars').$type<Record<string, string>>().notNull().default({}),
    // Other units see neither the person nor the task.
    byTenantId: uuid('by_tenant_id'),
    byUserId: uuid('by_user_id'),
  },
  (t) => [
    primaryKey({ columns: [t.capacityId, t.id] }),
    index('capacity_log_when').on(t.capacityId, t.at.desc(), t.id.desc()),
    index('capacity_log_across').on(t.at),
  ],
);

/** The ledger: seconds on within an hour, at one size for one cause; written when the hour is over. */
export const capacityHours = pgTable(
  'capacity_hours',
  {
    capacityId: uuid('capacity_id')
      .notNull()
      .references(() => capacities.id, { onDelete: 'cascade' }),
    hour: at('hour').notNull(),
    size: text('size').notNull(),
    cause: text('cause').notNull(),
    seconds: smallint('seconds').notNull(),
    // The price when the hour ended; null where there was none, and then the present one counts.
    centsPerHour: integer('cents_per_hour'),
  },
  (t) => [primaryKey({ columns: [t.capacityId, t.hour, t.size, t.cause] })],
);

/**
 * Demand within five minutes over all units: people who looked or tried to, work that ran, and starts that waiting people caused; kept 35
 * days.
 */
export const capacityDemand = pgTable(
  'capacity_demand',
  {
    capacityId: uuid('capacity_id')
      .notNull()
      .references(() => capacities.id, { onDelete: 'cascade' }),
    at: at('at').notNull(),
    viewers: integer('viewers').notNull(),
    // People who tried to and may not start it while only some may; not among the viewers.
    barred: integer('barred').notNull().default(0),
    work: integer('work').notNull(),
    wakes: integer('wakes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.capacityId, t.at] }), index('capacity_demand_across').on(t.at)],
);

/** People who wait for a capacity to start, asked to hear when it has, or found it closed; forgotten once it runs. */
export const capacityWaiters = pgTable(
  'capacity_waiters',
  {
    tenantId: tenantId().references(() => tenants.id),
    capacityId: uuid('capacity_id')
      .notNull()
      .references(() => capacities.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    reportId: uuid('report_id').notNull(),
    // Wants a notification when it runs, instead of the open page.
    tell: boolean('tell').notNull().default(false),
    // Null for people who only found it closed.
    askedAt: at('asked_at').default(sql`app.now()`),
    // When this person last found it closed and was counted as demand.
    closedAt: at('closed_at'),
    // When administrators were last asked for an opening on this person's behalf.
    openingAskedAt: at('opening_asked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.capacityId, t.userId] }),
    foreignKey({ name: 'capacity_waiters_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'capacity_waiters_report',
      columns: [t.tenantId, t.reportId],
      foreignColumns: [reports.tenantId, reports.id],
    }).onDelete('cascade'),
    index('capacity_waiters_across').on(t.capacityId, t.askedAt),
  ],
);

/** Named weekly windows (Spec 3, Shift): of a capacity, of people's access hours, or of agents on duty. */
export const shifts = pgTable(
  'shifts',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    sortKey: sortKey(),
    purpose: text('purpose').$type<ShiftPurpose>().notNull(),
    capacityId: uuid('capacity_id').references(() => capacities.id, { onDelete: 'cascade' }),
    // 1 = Monday … 7 = Sunday; an end at or before the start means the next day.
    days: smallint('days').array().notNull(),
    starts: text('starts').notNull(),
    ends: text('ends').notNull(),
    autoActivate: boolean('auto_activate').notNull().default(true),
    autoPause: boolean('auto_pause').notNull().default(true),
    // Null takes the capacity's.
    idleMinutes: smallint('idle_minutes'),
    // Off: kept without an effect.
    useSchedule: boolean('use_schedule').notNull().default(true),
    size: text('size'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check(
      'shifts_purpose',
      sql`${t.purpose} in ('capacity','access','on_duty') and (${t.purpose} = 'capacity') = (${t.capacityId} is not null)`,
    ),
    check('shifts_idle', sql`${t.idleMinutes} between 5 and 720`),
    index('shifts_name').on(t.tenantId, t.purpose, t.sortKey, t.id),
    index('shifts_capacity_across').on(t.capacityId),
  ],
);
