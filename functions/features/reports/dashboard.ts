import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { labelOf } from '../../../domain/custom-fields/field.ts';
import { dashboard, type RecentReport } from '../../../domain/reports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { missingOwn } from '../custom-fields/index.ts';
import { type CardRow, cardColumns, languageOf, presentCard } from './card.ts';
import { listedReport } from './listed.ts';
import { isFavorite, pageWithPlace, reportsWithPlace, viewerOf, visibleGroup, visibleSubgroup } from './visible.ts';

type Notice = { id: string; title: string; text: string; severity: 'info' | 'warning' | 'error' };
type GroupCount = { id: string; name: string; hue: number; reports: number; subgroups: string[] };
type Labelled = Parameters<typeof labelOf>[0];
type Counts = { reports: number; favorites: number; updated_today: number; added_this_week: number };

const newestFirst = sql`r.created_at desc, r.id desc`;
const shownFavorites = 6;
const shownRecents = 4;
const shownLatest = 4;
const shownMostUsed = 4;

// A visit is told by the page's title; the address wants its name. A report of one page has no page to tell of.
const leftPage = sql`(select jsonb_build_object('name', p->>'name', 'title', v.page) from jsonb_array_elements(r.pages) p where p->>'displayName' = v.page and jsonb_array_length(r.pages) > 1 limit 1)`;
// Only what the report opens with: the unit keeps filters, and the person has chosen no view to begin with.
const leftFilters = sql`coalesce((select s.filters from report_states s where s.tenant_id = r.tenant_id and s.report_id = r.id and s.user_id = (select app.user_id())
  and exists (select from settings t where t."values"->>'save_filter' = 'S') and not exists (select from report_view_defaults d where d.tenant_id = s.tenant_id and d.report_id = s.report_id and d.user_id = s.user_id)), 0)`;
type LeftRow = CardRow & { left_page: RecentReport['left']['page']; left_filters: number };

/** Home in one round trip: favourites in their order, recents by visit, the latest added, the groups and their counts. */
export const readDashboard = bind(dashboard, async ({ app }, ctx) => {
  const viewer = viewerOf(ctx);
  const user = viewer.userId;
  const visible = listedReport(viewer, app);
  const zone = ctx.tenant.zone;
  const [favorites, recents, latest, mostUsed, groups, counts, notices, missing] = await ctx.database.withTenant(
    entryOf(ctx, 'reports.view'),
    (db) => [
      db.execute(sql`select ${cardColumns(user)} from ${reportsWithPlace} join favorites o on o.tenant_id = r.tenant_id and o.report_id = r.id and o.user_id = ${user}::uuid
      where ${visible} order by o.position, r.id limit ${shownFavorites}`),
      db.execute(sql`select ${cardColumns(user, sql`v.at`)}, ${leftPage} as left_page, ${leftFilters} as left_filters from (select c.report_id, max(c.last_at) as at, (array_agg(c.page order by c.last_at desc))[1] as page from (select report_id, last_at, page from visits where tenant_id = (select app.tenant_id()) and user_id = ${user}::uuid order by last_at desc limit 200) c
      group by c.report_id order by at desc limit 20) v, ${reportsWithPlace} where r.id = v.report_id and ${visible} order by v.at desc limit ${shownRecents}`),
      db.execute(
        sql`select ${cardColumns(user)} from ${pageWithPlace(visible, newestFirst, sql`limit ${shownLatest}`)} order by ${newestFirst}`,
      ),
      db.execute(sql`select ${cardColumns(user)}, v.n as visits from (select c.report_id, count(*)::int as n, max(c.last_at) as at from (select report_id, last_at from visits where tenant_id = (select app.tenant_id()) and user_id = ${user}::uuid and last_at > app.now() - interval '30 days' order by last_at desc limit 1000) c
      group by c.report_id order by n desc, at desc limit 20) v, ${reportsWithPlace} where r.id = v.report_id and ${visible} order by v.n desc, v.at desc limit ${shownMostUsed}`),
      db.execute(sql`select g.id, g.name, g.hue,
        coalesce((select array_agg(s.name order by s.position, s.id) from subgroups s where s.tenant_id = g.tenant_id and s.group_id = g.id and ${visibleSubgroup(viewer)}), '{}') as subgroups,
        coalesce(n.reports, 0)::int as reports
      from groups g left join (select r.group_id as id, count(*) as reports from reports r where ${visible} and r.group_id is not null group by r.group_id) n on n.id = g.id
      where ${visibleGroup(viewer)} order by g.position, g.id limit 200`),
      db.execute(sql`select count(*)::int as reports, count(*) filter (where ${isFavorite(user)})::int as favorites,
        count(*) filter (where r.data_at >= date_trunc('day', app.now() at time zone ${zone}) at time zone ${zone})::int as updated_today,
        count(*) filter (where r.created_at >= app.now() - interval '7 days')::int as added_this_week from reports r where ${visible}`),
      db.execute(
        sql`select id, title, text, severity from notices where starts_at <= app.now() and (ends_at is null or ends_at > app.now()) and not at_login order by starts_at desc limit 3`,
      ),
      db.execute(sql`select ${missingOwn(sql`u`)} as fields from users u where u.id = ${user}::uuid`),
    ],
  );
  const now = ctx.clock.now();
  const language = languageOf(ctx);
  const cards = (result: { rows: unknown[] }) => rowsOf<CardRow>(result).map((row) => presentCard(row, now, language));
  const count = rowsOf<Counts>(counts)[0];
  return {
    favorites: cards(favorites),
    recents: rowsOf<LeftRow>(recents).map((row) => ({
      ...presentCard(row, now, language),
      left: { page: row.left_page, filters: row.left_filters },
    })),
    latest: cards(latest),
    mostUsed: rowsOf<CardRow & { visits: number }>(mostUsed).map((row) => ({ ...presentCard(row, now, language), visits: row.visits })),
    groups: rowsOf<GroupCount>(groups),
    counts: {
      reports: count?.reports ?? 0,
      favorites: count?.favorites ?? 0,
      updatedToday: count?.updated_today ?? 0,
      addedThisWeek: count?.added_this_week ?? 0,
    },
    notices: rowsOf<Notice>(notices),
    missing: (rowsOf<{ fields: Labelled[] }>(missing)[0]?.fields ?? []).map((field) => labelOf(field, language, ctx.tenant.language)),
  };
});
