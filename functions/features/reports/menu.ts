import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type RowOf, raw } from '../../../db/raw.ts';
import { groups, subgroups } from '../../../db/schema/report-groups.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { menuTexts } from '../../../domain/report-groups/fields.ts';
import { type MenuGroup, menuReports, selectReports } from '../../../domain/reports/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { listedReport } from './listed.ts';
import { getViewer, isFavorite, visibleAmongMany, visibleGroup, visibleSubgroup } from './visible.ts';

const shape = { group_id: 'uuid?', subgroup_id: 'uuid?', n: 'int4', favorites: 'int4' } as const;
type Count = RowOf<typeof shape>;
const countInside = raw('reports.menu_counts', shape);
const readTitles = raw('reports.titles', { id: 'uuid', title: 'text' });

const g = alias(groups, 'g');
const s = alias(subgroups, 's');
const owner = sql<string | null>`(select u.name from users u where u.tenant_id = g.tenant_id and u.id = g.owner_id)`;
const groupColumns = { id: g.id, name: g.name, ...pick(g, menuTexts), hue: g.hue, owner };
const subgroupColumns = { id: s.id, groupId: s.groupId, name: s.name, ...pick(s, menuTexts) };

/** The menu's tree: the groups this user sees, in the administrator's order, with counts of their contents. */
export const readMenu = bind(menuReports, async ({ app }, ctx) => {
  const viewer = getViewer(ctx);
  const [shown, inside, { rows: counts }] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    db.select(groupColumns).from(g).where(visibleGroup(viewer)).orderBy(g.position, g.id).limit(500),
    db.select(subgroupColumns).from(s).where(visibleSubgroup(viewer)).orderBy(s.position, s.id).limit(5000),
    countInside(
      db,
      sql`select r.group_id, r.subgroup_id, count(*)::int as n, count(*) filter (where ${isFavorite(viewer.userId)})::int as favorites
        from reports r where ${listedReport(viewer, app)} group by r.group_id, r.subgroup_id`,
    ),
  ]);
  const sum = (of: Count[], which: 'n' | 'favorites') => of.reduce((total, count) => total + count[which], 0);
  // A deleted group leaves its reports without a sub-group too.
  const placed = counts.filter(({ group_id: id }) => shown.some((group) => group.id === id));
  const tree: MenuGroup[] = shown.map((group) => ({
    ...group,
    reports: sum(
      placed.filter((count) => count.group_id === group.id),
      'n',
    ),
    subgroups: inside
      .filter((subgroup) => subgroup.groupId === group.id)
      .map(({ groupId: _, ...subgroup }) => ({
        ...subgroup,
        reports: sum(
          placed.filter((count) => count.subgroup_id === subgroup.id),
          'n',
        ),
      })),
  }));
  return { groups: tree, total: sum(counts, 'n'), favorites: sum(counts, 'favorites') };
});

const maxPicked = 5_000;

/** Id and title of every report this user may see. */
export const readSelect = bind(selectReports, async (_input, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    readTitles(
      db,
      sql`select r.id, coalesce(r.texts->${ctx.language ?? ctx.tenant.language}->>'title', r.title) as title
        from reports r where ${visibleAmongMany(getViewer(ctx))} order by r.sort_key, r.id limit ${maxPicked}`,
    ),
  ]);
  return { reports: rows };
});
