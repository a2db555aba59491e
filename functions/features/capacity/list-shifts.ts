import { and, asc, eq } from 'drizzle-orm';
import { listShifts } from '../../../domain/capacity/shifts-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { presentShift, s, shownShifts } from './shift-rows.ts';

export const findShifts = bind(listShifts, async ({ purpose, capacity }, ctx) => {
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [
    shownShifts(db)
      .where(and(purpose ? eq(s.purpose, purpose) : undefined, capacity ? eq(s.capacityId, capacity) : undefined))
      .orderBy(asc(s.purpose), asc(s.sortKey), asc(s.id)),
  ]);
  return { items: rows.map(presentShift), zone: ctx.tenant.zone };
});
