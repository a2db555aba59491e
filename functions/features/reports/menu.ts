import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { type MenuGroup, menuReports, selectReports } from '../../../domain/reports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { listedReport } from './listed.ts';
import { isFavorite, viewerOf, visibleAmongMany, visibleGroup, visibleSubgroup } from './visible.ts';

type GroupRow = { id: string; name: string; description: string; owner: string | null; hue: number };
type SubgroupRow = { id: string; group_id: string; name: string; description: string };
type Count = { group_id: string | null; subgroup_id: string | null; n: number; favorites: number };

/** The menu's tree: the groups this person sees, in the administrator's order, with counts of what is inside. */
export const readMenu = bind(menuReports, async ({ app }, ctx) => {
  const viewer = viewerOf(ctx);
  const [groupRows, subgroupRows, countRows] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(
      sql`select g.id, g.name, g.description, g.hue, (select u.name from users u where u.tenant_id = g.tenant_id and u.id = g.owner_id) as owner from groups g where ${visibleGroup(viewer)} order by g.position, g.id limit 500`,
    ),
    db.execute(
      sql`select s.id, s.group_id, s.name, s.description from subgroups s where ${visibleSubgroup(viewer)} order by s.position, s.id limit 5000`,
    ),
    db.execute(sql`select r.group_id, r.subgroup_id, count(*)::int as n, count(*) filter (where ${isFavorite(viewer.userId)})::int as favorites
      from reports r where ${listedReport(viewer, app)} group by r.group_id, r.subgroup_id`),
  ]);
  const counts = rowsOf<Count>(countRows);
  const sum = (of: Count[], pick: 'n' | 'favorites') => of.reduce((total, count) => total + count[pick], 0);
  const subgroups = rowsOf<SubgroupRow>(subgroupRows);
  const shown = rowsOf<GroupRow>(groupRows);
  // A deleted group leaves its reports without a sub-group too.
  const placed = counts.filter(({ group_id: id }) => shown.some((group) => group.id === id));
  const groups: MenuGroup[] = shown.map((group) => ({
    id: group.id,
    name: group.name,
    description: group.description,
    owner: group.owner,
    hue: group.hue,
    reports: sum(
      placed.filter((count) => count.group_id === group.id),
      'n',
    ),
    subgroups: subgroups
      .filter((subgroup) => subgroup.group_id === group.id)
      .map(({ id, name, description }) => ({
        id,
        name,
        description,
        reports: sum(
          placed.filter((count) => count.subgroup_id === id),
          'n',
        ),
      })),
  }));
  return { groups, total: sum(counts, 'n'), favorites: sum(counts, 'favorites') };
});

const mostPicked = 5_000;

/** Id and title of every report this person may see. */
export const readSelect = bind(selectReports, async (_input, ctx) => {
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(
      sql`select r.id, coalesce(r.texts->${ctx.language ?? ctx.tenant.language}->>'title', r.title) as title from reports r where ${visibleAmongMany(viewerOf(ctx))} order by r.sort_key, r.id limit ${mostPicked}`,
    ),
  ]);
  return { reports: rowsOf<{ id: string; title: string }>(rows) };
});
