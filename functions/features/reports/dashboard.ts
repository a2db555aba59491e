import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../../../db/schema/users.ts';
import { getLabel } from '../../../domain/custom-fields/field.ts';
import { shownAtHome } from '../../../domain/notices/limits.ts';
import { dashboard } from '../../../domain/reports/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { missingOwn } from '../custom-fields/index.ts';
import { presentShown, readShown } from '../notices/index.ts';
import { type CardRow, getLanguage, presentCard } from './card.ts';
import { countReports, readFavorites, readGroups, readLatest, readMostUsed, readRecents } from './dashboard.sql.ts';
import { listedReport } from './listed.ts';
import { getViewer } from './visible.ts';

type Labelled = Parameters<typeof getLabel>[0];

const p = alias(users, 'p');

/** Home in one round trip: favorites in their order, recents by visit, the latest added, the groups and their counts. */
export const readDashboard = bind(dashboard, async ({ app }, ctx) => {
  const viewer = getViewer(ctx);
  const user = ctx.session.sub;
  const visible = listedReport(viewer, app);
  const [favorites, recents, latest, mostUsed, groups, counts, shown, missing] = await ctx.database.withTenant(
    getEntry(ctx, 'reports.view'),
    (db) => [
      readFavorites(db, user, visible),
      readRecents(db, user, visible),
      readLatest(db, user, visible),
      readMostUsed(db, user, visible),
      readGroups(db, viewer, visible),
      countReports(db, user, visible, ctx.tenant.zone),
      readShown(db, { open: true, most: shownAtHome }),
      db
        .select({ fields: sql<Labelled[]>`${missingOwn(sql`p`)}` })
        .from(p)
        .where(eq(p.id, user)),
    ],
  );
  const present = ctx.clock.now();
  const language = getLanguage(ctx);
  const cards = ({ rows }: { rows: CardRow[] }) => rows.map((row) => presentCard(row, present, language));
  const [count] = counts.rows;
  return {
    favorites: cards(favorites),
    recents: recents.rows.map((row) => ({
      ...presentCard(row, present, language),
      left: { page: row.left_page, filters: row.left_filters },
    })),
    latest: cards(latest),
    mostUsed: mostUsed.rows.map((row) => ({ ...presentCard(row, present, language), visits: row.visits })),
    groups: groups.rows,
    counts: {
      reports: count?.reports ?? 0,
      favorites: count?.favorites ?? 0,
      updatedToday: count?.updated_today ?? 0,
      addedThisWeek: count?.added_this_week ?? 0,
    },
    notices: shown.rows.map((row) => presentShown(row, language)),
    missing: (missing[0]?.fields ?? []).map((field) => getLabel(field, language, ctx.tenant.language)),
  };
});
