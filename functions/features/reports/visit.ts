import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';

/** How long after its last heartbeat a visit continues when the same user opens the same report again. */
const goesOnMinutes = 5;
type Told = { visitId: string; reportId: string; page?: string | null | undefined; state: 'open' | 'beat' | 'closed' };

const lockVisits = raw('reports.lock_visits', {});
const recordVisit = raw('reports.visit', { id: 'uuid' });

/** Serializes the decision whether a visit begins, so that a burst of calls begins one. Goes before `writeVisit` in the same batch. */
export const holdVisits = (db: Db, who: SQL, reportId: string) =>
  lockVisits(db, sql`select from pg_advisory_xact_lock(hashtextextended('visit ' || ${who}::text || ' ' || ${reportId}::text, 0))`);

/** The visit that this call belongs to: the one it names, else one of the last minutes, else a new one. */
export const visitOfPerson = ({ visitId, reportId }: Told): SQL =>
  sql`coalesce((select v.id from visits v where v.id = ${visitId}::uuid),
    (select v.id from visits v where v.user_id = (select app.user_id()) and v.report_id = ${reportId}::uuid
    and v.last_at > app.now() - make_interval(mins => ${goesOnMinutes}) order by v.last_at desc limit 1), ${visitId}::uuid)`;

/** Begins or continues visit `id`, once for each row of `from`, which has the report as `r`; returns no row where it isn't allowed. */
export const writeVisit = (db: Db, { page, state }: Told, id: SQL, from: SQL) =>
  recordVisit(
    db,
    sql`insert into visits (id, report_id, page, ended_at)
      select ${id}, r.id, ${page ?? null}, case when ${state}::text = 'closed' then app.now() end from ${from}
      on conflict (tenant_id, id) do update
        set last_at = app.now(), page = coalesce(excluded.page, visits.page), ended_at = excluded.ended_at
        where visits.user_id is not distinct from (select app.user_id()) and visits.report_id = excluded.report_id
      returning id`,
  );
