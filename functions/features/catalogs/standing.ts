import { type SQL, sql } from 'drizzle-orm';

/** The pending requests q of a user for report r. */
export const getPending = (userId: string): SQL =>
  sql`catalog_requests q where q.tenant_id = r.tenant_id and q.user_id = ${userId}::uuid and q.report_id = r.id and q.state = 'pending'`;

/** When report r was last denied to a user, unless the denial was lifted. */
export const deniedAt = (userId: string): SQL =>
  sql`(select max(q.decided_at) from catalog_requests q where q.tenant_id = r.tenant_id and q.user_id = ${userId}::uuid
    and q.report_id = r.id and q.state = 'denied' and q.lifted_at is null)`;
