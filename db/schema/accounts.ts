import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, counter, createdAt } from './columns.ts';

export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique('accounts_email'),
  password: text('password'),
  // When the password was set, and whether the next sign-in must change it (Spec 4, user_change_password).
  passwordAt: at('password_at'),
  mustChange: boolean('must_change').notNull().default(false),
  // Null until the person has used a link that the platform mailed; until then ownership of the address is unproven.
  verifiedAt: at('verified_at'),
  // Incremented when a password is set by a link or a change is undone; sessions, links and tickets of an older epoch are void.
  epoch: counter('epoch').notNull().default(1),
  // When the person, having lost every factor, asked for them to be wiped; null = not asked.
  lostAt: at('lost_at'),
  createdAt: createdAt(),
});
