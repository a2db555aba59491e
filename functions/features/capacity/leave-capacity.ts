import { sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { moveCapacity, releaseCapacity } from '../../../domain/capacity/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { lookSoon } from './look-soon.ts';
import { found, readFacts } from './stored-capacity.ts';

const move = raw('capacity.move', { moved: 'bool' });

/** Ends a unit's membership, with its name typed. Azure isn't asked for anything: the capacity stays as it is there. */
export const releaseOneCapacity = bind(releaseCapacity, async ({ id, name }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [readFacts(db, id)]);
  const row = found(rows);
  if (row.name !== name) throw new AppError('not_found', undefined, { field: 'name' });
  await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    mustHold(db, sql`app.release_capacity(${id}::uuid, ${name})`),
    auditedAct(db, ctx, 'capacity.release', id, { capacity: name }),
  ]);
  return { status: 'ok' as const };
});

export const moveOneCapacity = bind(moveCapacity, async ({ id, tenantId, version }, ctx) => {
  const [{ rows }, { rows: moved }] = await ctx.database.withTenant(getEntry(ctx, 'capacity.move'), (db) => [
    readFacts(db, id),
    move(db, sql`select app.move_capacity(${id}::uuid, ${tenantId}::uuid, ${version}::int) as moved`),
  ]);
  const row = found(rows);
  if (!moved[0]?.moved) throw new AppError('not_found');
  await ctx.database.withTenant(getEntry(ctx, 'capacity.move'), (db) => [
    auditedAct(db, ctx, 'capacity.move', id, { capacity: row.name, unit: tenantId }),
  ]);
  lookSoon(ctx, id);
  return { status: 'ok' as const };
});
