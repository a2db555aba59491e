import { sql } from 'drizzle-orm';
import { bigint, customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The tenant of every owned row; the database fills it from the sealed setting, bulk inserts name it (4 µs a row). */
export const tenantId = () => uuid('tenant_id').notNull().default(sql`app.tenant_id()`);
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
export const createdAt = () => at('created_at').notNull().default(sql`app.now()`);
export const version = () => integer('version').notNull().default(1);
/** Text in collation "C": compared byte by byte, so its order is the same on every server. */
export const bytewiseText = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' });
/** Written by domain/text/fold. */
export const sortKey = () => bytewiseText('sort_key').notNull();
export const counter = (name: string) => bigint(name, { mode: 'number' });
