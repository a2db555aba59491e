import { sql } from 'drizzle-orm';
import { bigint, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The tenant of every owned row; the database fills it from the sealed setting, bulk inserts name it (4 µs a row). */
export const tenantId = () => uuid('tenant_id').notNull().default(sql`app.tenant_id()`);
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
export const createdAt = () => at('created_at').notNull().default(sql`app.now()`);
export const version = () => integer('version').notNull().default(1);
/** Written by domain/text/fold; compared with collation "C" (set in the hand-written migration). */
export const sortKey = () => text('sort_key').notNull();
export const counter = (name: string) => bigint(name, { mode: 'number' });
