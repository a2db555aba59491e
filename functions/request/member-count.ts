import { type SQL, sql } from 'drizzle-orm';

/**
 * How many existing users are in a user group. Each user is looked up: in a join, the planner would compare each member with each user of a
 * unit that has just grown, of which its statistics don't know yet.
 */
export const memberCount = (tenant: SQL, group: SQL): SQL =>
  sql`(select count(*) from user_group_members m where m.tenant_id = ${tenant} and m.user_group_id = ${group}
  and (select u.deleted_at is null from users u where u.tenant_id = m.tenant_id and u.id = m.user_id))`;
