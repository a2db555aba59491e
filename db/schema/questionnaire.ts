import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Position } from '../../domain/users/person.ts';
import { at, tenantId } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** A person's own answer about their job (BEHAVIOUR 9), and how often they postponed it. Grants nothing. */
export const questionnaires = pgTable(
  'questionnaires',
  {
    tenantId: tenantId().references(() => tenants.id),
    userId: uuid('user_id').notNull(),
    // director, supervisor, manager, analyst or other; null while it was only postponed.
    answer: text('answer').$type<Position>(),
    other: text('other'),
    answeredAt: at('answered_at'),
    deferred: integer('deferred').notNull().default(0),
    deferredAt: at('deferred_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId] }),
    check('questionnaires_answer', sql`${t.answer} in ('director','supervisor','manager','analyst','other')`),
    check('questionnaires_other', sql`(${t.answer} is not distinct from 'other') = (${t.other} is not null)`),
    foreignKey({ name: 'questionnaires_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
    index('questionnaires_list').on(t.tenantId, sql`coalesce(answered_at, '-infinity'::timestamptz)`, t.userId),
  ],
);
