import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import type { RecentReport } from '../../../domain/reports/contract.ts';
import { latestVisits, maxCandidates, mostUsed, newForDays } from '../../../domain/reports/limits.ts';
import { cardColumns, cardShape } from './card.ts';
import { isFavorite, pageWithPlace, reportsWithPlace, type Viewer, visibleGroup, visibleSubgroup } from './visible.ts';

// Every user opens home: its parts are separate statements in one trip.

const newestFirst = sql`r.created_at desc, r.id desc`;
const shownFavorites = 6;
const shownRecents = 4;
const shownLatest = 4;
const shownMostUsed = 4;
const maxGroups = 200;

const favorites = raw('reports.home_favorites', cardShape);
/** In the user's order. */
export const readFavorites = (db: Db, user: string, visible: SQL) =>
  favorites(
    db,
    sql`select ${cardColumns(user)} from ${reportsWithPlace}
      join favorites o on o.tenant_id = r.tenant_id and o.report_id = r.id and o.user_id = ${user}::uuid
      where ${visible} order by o.position, r.id limit ${shownFavorites}`,
  );

// A visit records the page's title; the address needs its name. A report with one page doesn't name it.
const leftPage = sql`(select jsonb_build_object('name', p->>'name', 'title', v.page) from jsonb_array_elements(r.pages) p
  where p->>'displayName' = v.page and jsonb_array_length(r.pages) > 1 limit 1)`;
// Only what the report opens with: the unit keeps filters, and the user has no default view.
const leftFilters = sql`coalesce((select s.filters from report_states s
  where s.tenant_id = r.tenant_id and s.report_id = r.id and s.user_id = (select app.user_id())
    and exists (select from settings t where t."values"->>'save_filter' = 'S')
    and not exists (select from report_view_defaults d
      where d.tenant_id = s.tenant_id and d.report_id = s.report_id and d.user_id = s.user_id)), 0)`;
const recents = raw('reports.home_recents', {
  ...cardShape,
  left_page: typed<RecentReport['left']['page']>('jsonb?'),
  left_filters: 'int4',
});
export const readRecents = (db: Db, user: string, visible: SQL) =>
  recents(
    db,
    sql`select ${cardColumns(user, sql`v.at`)}, ${leftPage} as left_page, ${leftFilters} as left_filters
      from (select c.report_id, max(c.last_at) as at, (array_agg(c.page order by c.last_at desc))[1] as page
          from (select report_id, last_at, page from visits
            where tenant_id = (select app.tenant_id()) and user_id = ${user}::uuid order by last_at desc limit ${latestVisits}) c
          group by c.report_id order by at desc limit ${maxCandidates}) v, ${reportsWithPlace}
      where r.id = v.report_id and ${visible} order by v.at desc limit ${shownRecents}`,
  );

const latest = raw('reports.home_latest', cardShape);
export const readLatest = (db: Db, user: string, visible: SQL) =>
  latest(
    db,
    sql`select ${cardColumns(user)} from ${pageWithPlace(visible, newestFirst, sql`limit ${shownLatest}`)} order by ${newestFirst}`,
  );

const mostUsedRows = raw('reports.home_most_used', { ...cardShape, visits: 'int4' });
export const readMostUsed = (db: Db, user: string, visible: SQL) =>
  mostUsedRows(
    db,
    sql`select ${cardColumns(user)}, v.n as visits
      from (select c.report_id, count(*)::int as n, max(c.last_at) as at
          from (select report_id, last_at from visits
            where tenant_id = (select app.tenant_id()) and user_id = ${user}::uuid and last_at > app.now() - make_interval(days => ${mostUsed.days})
            order by last_at desc limit ${mostUsed.visits}) c
          group by c.report_id order by n desc, at desc limit ${maxCandidates}) v, ${reportsWithPlace}
      where r.id = v.report_id and ${visible} order by v.n desc, v.at desc limit ${shownMostUsed}`,
  );

const groups = raw('reports.home_groups', { id: 'uuid', name: 'text', hue: 'int4', subgroups: 'text[]', reports: 'int4' });
export const readGroups = (db: Db, viewer: Viewer, visible: SQL) =>
  groups(
    db,
    sql`select g.id, g.name, g.hue, coalesce((select array_agg(s.name order by s.position, s.id) from subgroups s
          where s.tenant_id = g.tenant_id and s.group_id = g.id and ${visibleSubgroup(viewer)}), '{}') as subgroups,
        coalesce(n.reports, 0)::int as reports
      from groups g left join (select r.group_id as id, count(*) as reports from reports r
        where ${visible} and r.group_id is not null group by r.group_id) n on n.id = g.id
      where ${visibleGroup(viewer)} order by g.position, g.id limit ${maxGroups}`,
  );

const counts = raw('reports.home_counts', { reports: 'int4', favorites: 'int4', updated_today: 'int4', added_this_week: 'int4' });
export const countReports = (db: Db, user: string, visible: SQL, zone: string) =>
  counts(
    db,
    sql`select count(*)::int as reports, count(*) filter (where ${isFavorite(user)})::int as favorites,
        count(*) filter (where r.data_at >= date_trunc('day', app.now() at time zone ${zone}) at time zone ${zone})::int as updated_today,
        count(*) filter (where r.created_at >= app.now() - make_interval(days => ${newForDays}))::int as added_this_week
      from reports r where ${visible}`,
  );
