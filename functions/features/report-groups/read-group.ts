import { and, asc, count, eq } from 'drizzle-orm';
import { viewers } from '../../../db/schema/report-groups.ts';
import { favorites, reports } from '../../../db/schema/reports.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readGroup } from '../../../domain/report-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { present, rowsByKind, shownRows } from './kind.ts';

const maxTitles = 50;

/** One group or sub-group, with the people who see it and what its deletion would remove. */
export const readOneGroup = bind(readGroup, async ({ kind, id }, ctx) => {
  const inside = eq(kind === 'groups' ? reports.groupId : reports.subgroupId, id);
  const [[row], people, [favorite], titles] = await ctx.database.withTenant(getEntry(ctx, 'groups.read'), (db) => [
    shownRows(db, kind).where(eq(rowsByKind[kind].id, id)),
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(viewers)
      .innerJoin(users, and(eq(users.tenantId, viewers.tenantId), eq(users.id, viewers.userId)))
      .where(eq(viewers.targetId, id))
      .orderBy(asc(users.sortKey), asc(users.id)),
    db
      .select({ n: count() })
      .from(favorites)
      .innerJoin(reports, and(eq(reports.tenantId, favorites.tenantId), eq(reports.id, favorites.reportId)))
      .where(inside),
    db.select({ title: reports.title }).from(reports).where(inside).orderBy(asc(reports.sortKey), asc(reports.id)).limit(maxTitles),
  ]);
  if (!row) throw new AppError('group_not_found');
  return { ...present(row), viewers: people, favorites: favorite?.n ?? 0, reportTitles: titles.map(({ title }) => title) };
});
