import { and, asc, eq, isNull } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { groups } from '../../../db/schema/report-groups.ts';
import { reports } from '../../../db/schema/reports.ts';
import { planOrThrow, throwIfRefused } from '../../../domain/errors/refusal.ts';
import { decideOrder, refuseRepeated } from '../../../domain/report-groups/reorder.ts';
import { orderManaged } from '../../../domain/report-management/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { moveTo, samePlaces } from '../../request/same-places.ts';
import { takeTurn } from './write-parts.ts';

const placed = { id: reports.id, position: reports.position };

/** Saves the whole order of a group, that of one page, or nothing: a list that changed in the meantime is refused. */
export const sortReports = bind(orderManaged, async ({ groupId, ids, partial }, ctx) => {
  throwIfRefused(refuseRepeated(ids));
  const entry = getEntry(ctx, 'reports.manage');
  const inGroup = eq(reports.groupId, groupId);
  const [stored] = await ctx.database.withTenant(entry, (db) => [
    db
      .select(placed)
      .from(reports)
      .innerJoin(groups, and(eq(groups.tenantId, reports.tenantId), eq(groups.id, reports.groupId), isNull(groups.deletedAt)))
      .where(inGroup)
      .orderBy(asc(reports.position), asc(reports.id)),
  ]);
  const plan = planOrThrow(decideOrder(ids, stored, partial));
  if (!plan.moves) return { status: 'ok' as const };

  await ctx.database.withTenant(entry, (db) => [
    // Bulk moves put reports at the end of a group.
    takeTurn(db, 'order'),
    mustHold(db, samePlaces(db.select(placed).from(reports).where(inGroup).orderBy(asc(reports.id)).for('no key update'), stored)),
    moveTo(db, reports, plan.change.after),
    audited(db, ctx, 'report.order', groupId, plan.change),
  ]);
  return { status: 'ok' as const };
});
