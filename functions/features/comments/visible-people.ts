import { type SQL, sql } from 'drizzle-orm';
import { reportsWithPlace, visibleReport } from '../reports/index.ts';

const person = sql`u.id`;

/** Whether user u sees a report, by the rule of visible.ts, for many users in one statement. Users who can't sign in see nothing. */
export const seesReport = (reportId: SQL): SQL =>
  sql`(u.status in ('A','T') and exists (select from ${reportsWithPlace} where r.tenant_id = u.tenant_id and r.id = ${reportId}
  and case when u.profile = 'user' then ${visibleReport({ userId: person, seesAll: false })}
    else ${visibleReport({ userId: person, seesAll: true })} end))`;
