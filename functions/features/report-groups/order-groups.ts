import { and, asc, eq, isNull } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { subgroups } from '../../../db/schema/report-groups.ts';
import { planOrThrow, throwIfRefused } from '../../../domain/errors/refusal.ts';
import { orderGroups } from '../../../domain/report-groups/contract.ts';
import { decideOrder, refuseOrder } from '../../../domain/report-groups/reorder.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { moveTo, samePlaces } from '../../request/same-places.ts';
import { auditAction, tables } from './kind.ts';

export const sortGroups = bind(orderGroups, async ({ kind, groupId, ids, partial }, ctx) => {
  throwIfRefused(refuseOrder(kind, groupId, ids));
  const table = tables[kind];
  const entry = getEntry(ctx, 'groups.edit');
  const inPlace = and(isNull(table.deletedAt), kind === 'subgroups' && groupId ? eq(subgroups.groupId, groupId) : undefined);
  const placed = { id: table.id, position: table.position };
  const [stored] = await ctx.database.withTenant(entry, (db) => [
    db.select(placed).from(table).where(inPlace).orderBy(asc(table.position), asc(table.id)),
  ]);
  const plan = planOrThrow(decideOrder(ids, stored, partial));
  if (!plan.moves) return { status: 'ok' as const };

  await ctx.database.withTenant(entry, (db) => [
    // The same rows in the same positions. Locking in id order keeps concurrent reorders from deadlocking.
    mustHold(db, samePlaces(db.select(placed).from(table).where(inPlace).orderBy(asc(table.id)).for('no key update'), stored)),
    moveTo(db, table, plan.change.after),
    audited(db, ctx, auditAction(kind, 'order'), groupId ?? null, plan.change),
  ]);
  return { status: 'ok' as const };
});
