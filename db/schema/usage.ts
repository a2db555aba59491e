import { bigint, date, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { counter, tenantId } from './columns.ts';

/** A tenant's visits on one day of its time zone, recounted every hour; `analyze` sums these. */
export const usageDays = pgTable(
  'usage_days',
  {
    tenantId: tenantId(),
    day: date('day').notNull(),
    views: integer('views').notNull(),
    viewers: integer('viewers').notNull(),
    seconds: bigint('seconds', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.day] }), index('usage_days_across').on(t.day)],
);

/** A tenant's days summed for each selectable period (domain/usage/periods.ts), so that a list sorted by use reads one page. */
export const usageSums = pgTable(
  'usage_sums',
  {
    tenantId: tenantId(),
    days: integer('days').notNull(),
    views: counter('views').notNull().default(0),
    // The highest number of viewers on one day.
    peak: integer('peak').notNull().default(0),
    seconds: counter('seconds').notNull().default(0),
    lastDay: date('last_day'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.days] }),
    index('usage_sums_views_across').on(t.days, t.views, t.tenantId),
    index('usage_sums_peak_across').on(t.days, t.peak, t.tenantId),
    index('usage_sums_seconds_across').on(t.days, t.seconds, t.tenantId),
  ],
);

/** The days of all tenants together, and how many tenants were last used on that day; only the platform reads them. */
export const usageTotals = pgTable('usage_totals', {
  day: date('day').primaryKey(),
  views: counter('views').notNull(),
  viewers: counter('viewers').notNull(),
  seconds: counter('seconds').notNull(),
  lastUsed: integer('last_used').notNull().default(0),
});
