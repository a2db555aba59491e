import { type SQL, sql } from 'drizzle-orm';

/** SQL: a stored placeholder address that receives no mail; `isReachable` (domain/mail/reachable.ts) is the same check for a string. */
export const nowhere = (email: SQL): SQL => sql`${email} like '%.invalid'`;
