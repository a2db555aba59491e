import { type SQL, sql } from 'drizzle-orm';

/** SQL: an address that is none, as stored; what `isReachable` (domain/mail/reachable.ts) says of a text. */
export const nowhere = (email: SQL): SQL => sql`${email} like '%.invalid'`;
