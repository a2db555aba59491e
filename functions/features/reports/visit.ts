import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw } from '../../../db/raw.ts';
import type { Flag } from '../../../domain/contract/flag.ts';

/** How long after its last heartbeat a visit continues when the same user opens the same report again. */
export const goesOnMinutes = 5;
type Told = {
  visitId: string;
  reportId: string;
  page?: string | null | undefined;
  state: 'open' | 'beat' | 'closed';
  alive?: Flag | undefined;
};

const lockVisits = raw('reports.lock_visits', {});
const shape = { id: 'uuid', pause_at: 'timestamptz?', stop_at: 'timestamptz?', force_notice: 'int4?' } as const;
export type VisitRow = RowOf<typeof shape>;
const recordVisit = raw('reports.visit', shape);

/** Serializes the decision whether a visit begins, so that a burst of calls begins one. Goes before `writeVisit` in the same batch. */
export const holdVisits = (db: Db, who: SQL, reportId: string) =>
  lockVisits(db, sql`select from pg_advisory_xact_lock(hashtextextended('visit ' || ${who}::text || ' ' || ${reportId}::text, 0))`);

/** The visit that this call belongs to: the one it names, else one of the last minutes, else a new one. */
export const visitOfPerson = ({ visitId, reportId }: Told): SQL =>
  sql`coalesce((select v.id from visits v where v.id = ${visitId}::uuid),
    (select v.id from visits v where v.user_id = (select app.user_id()) and v.report_id = ${reportId}::uuid
    and v.last_at > app.now() - make_interval(mins => ${goesOnMinutes}) order by v.last_at desc limit 1), ${visitId}::uuid)`;

/**
 * Begins or continues visit `id`, once for each row of `from`, which has the report as `r`; returns no row where it isn't allowed. Opening
 * is a sign of life, except of a slideshow; a heartbeat says itself whether there was one since the last. The answer has what viewers of
 * its capacity are notified of.
 */
export const writeVisit = (db: Db, { page, state, alive }: Told, id: SQL, from: SQL) =>
  recordVisit(
    db,
    sql`with w as (insert into visits (id, report_id, page, ended_at, alive_at)
        select ${id}, r.id, ${page ?? null}, case when ${state}::text = 'closed' then app.now() end,
          case when ${(state === 'open' && alive !== 'N') || alive === 'S'}::boolean then app.now() end
        from ${from}
        on conflict (tenant_id, id) do update
          set last_at = app.now(), page = coalesce(excluded.page, visits.page), ended_at = excluded.ended_at,
            alive_at = coalesce(excluded.alive_at, visits.alive_at)
          where visits.user_id is not distinct from (select app.user_id()) and visits.report_id = excluded.report_id
        returning id, report_id)
      select w.id, c.pause_at, c.stop_at, c.force_notice from w left join app.report_capacity(w.report_id) c on true`,
  );
