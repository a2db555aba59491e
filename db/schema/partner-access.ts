import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, version } from './columns.ts';
import { tenants } from './tenants.ts';

export const relations = pgTable(
  'relations',
  {
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => tenants.id),
    id: uuid('id').notNull(),
    aboveId: uuid('above_id')
      .notNull()
      .references(() => tenants.id),
    kind: text('kind').notNull(),
    // The partner's role in the unit, and whether an administrator approves each visit (BEHAVIOUR 13).
    role: text('role').notNull().default('admin'),
    verify: boolean('verify').notNull().default(true),
    status: text('status').notNull().default('active'),
    // No approval needed until this instant, if an administrator of the unit said so.
    standingUntil: at('standing_until'),
    until: at('until').notNull(),
    endedAt: at('ended_at'),
    setById: uuid('set_by_id'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('relations_kind', sql`${t.kind} in ('partner','consent')`),
    check('relations_role', sql`${t.role} in ('admin','user','billing')`),
    check('relations_status', sql`${t.status} in ('invited','active','suspended','ended')`),
    index('relations_above_across').on(t.aboveId, t.tenantId),
  ],
);
