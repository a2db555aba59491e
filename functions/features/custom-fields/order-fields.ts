import { and, asc, eq, isNull } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { customFields } from '../../../db/schema/custom-fields.ts';
import { orderFields } from '../../../domain/custom-fields/contract.ts';
import { planOrThrow, throwIfRefused } from '../../../domain/errors/refusal.ts';
import { decideOrder, refuseRepeated } from '../../../domain/report-groups/reorder.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { moveTo, samePlaces } from '../../request/same-places.ts';

const placed = { id: customFields.id, position: customFields.position };

/** Saves the order of all own fields, or nothing: a list that changed in the meantime is refused. */
export const sortFields = bind(orderFields, async ({ of, ids }, ctx) => {
  throwIfRefused(refuseRepeated(ids));
  const entry = getEntry(ctx, 'customFields.manage');
  const ofList = and(eq(customFields.of, of), isNull(customFields.deletedAt));
  const [stored] = await ctx.database.withTenant(entry, (db) => [
    db.select(placed).from(customFields).where(ofList).orderBy(asc(customFields.position), asc(customFields.id)),
  ]);
  const plan = planOrThrow(decideOrder(ids, stored));
  if (!plan.moves) return { status: 'ok' as const };

  await ctx.database.withTenant(entry, (db) => [
    mustHold(db, samePlaces(db.select(placed).from(customFields).where(ofList).orderBy(asc(customFields.id)).for('no key update'), stored)),
    moveTo(db, customFields, plan.change.after),
    auditedAct(db, ctx, 'custom_field.order', null, { of, ...plan.change }),
  ]);
  return { status: 'ok' as const };
});
