import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { StoredSettings } from '../../domain/settings/stored.ts';
import { tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';

export const settings = pgTable(
  'settings',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenants.id),
    values: jsonb('values').$type<StoredSettings>().notNull().default({}),
    version: version(),
  },
  (t) => [index('settings_trial_across').on(t.tenantId).where(sql`"values"->'ip_trial'->>'until' is not null`)],
);
