import { sql } from 'drizzle-orm';
import { audited } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { saveCapacity } from '../../../domain/capacity/contract.ts';
import { decideRules, type StoredRules } from '../../../domain/capacity/edit.ts';
import { ruleFlags } from '../../../domain/capacity/fields.ts';
import { sizesOfKind } from '../../../domain/capacity/rules.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toSnakeCase } from '../../../domain/text/snake-case.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { lookSoon } from './look-soon.ts';
import { orUnknown, ownerService } from './owner-account.ts';
import { type ControlledRow, controlled, getRules, readFacts } from './stored-capacity.ts';

const setCapacity = raw('capacity.set', { version: 'int4?' });

/** The patch by column, flags as booleans. */
const getColumns = (patch: Partial<StoredRules>) =>
  Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [
      toSnakeCase(name),
      ruleFlags.some((flag) => flag === name) ? isOn(value as 'S' | 'N') : value, // because the list names flags only
    ]),
  );

/** The id at the service that a person chose must be one that the owner's account sees there. */
async function mustBeListed(ctx: SessionContext, row: ControlledRow, chosen: string | null | undefined): Promise<void> {
  if (!chosen || chosen === row.serviceCapacityId) return;
  const service = await ownerService(ctx, row);
  const listed = service && (await orUnknown(ctx, service.provider.listCapacities(service.account)));
  if (!listed?.some(({ id }) => id === chosen)) throw new AppError('not_found', undefined, { field: 'serviceCapacityId' });
}

export const saveOneCapacity = bind(saveCapacity, async ({ id, version, ...edit }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [readFacts(db, id)]);
  const row = controlled(rows);
  const plan = decideRules(getRules(row), edit);
  if ('refused' in plan) throw new AppError(plan.refused);
  const sizes: readonly string[] = sizesOfKind[row.kind];
  if (plan.patch.baseSize !== undefined && !sizes.includes(plan.patch.baseSize))
    throw new AppError('invalid_input', undefined, { field: 'baseSize' });
  await mustBeListed(ctx, row, plan.patch.serviceCapacityId);
  const [{ rows: saved }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    setCapacity(
      db,
      sql`select app.set_capacity(${id}::uuid, ${version}::int, ${JSON.stringify(getColumns(plan.patch))}::jsonb) as version`,
    ),
    audited(db, ctx, 'capacity.edit', id, plan.change),
  ]);
  lookSoon(ctx, id);
  return { version: saved[0]?.version ?? version + 1 };
});
