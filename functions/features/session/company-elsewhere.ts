import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { ChangeAnswer } from '../../../domain/session/contract.ts';
import type { Context } from '../../http/context.ts';
import { domainOf, isProductHost } from '../../http/origin-of.ts';
import { hashOf, newSecret } from '../../services/ids.ts';
import { proofHere } from './proofs.ts';

/**
 * Where a person with the right password is somebody: the way to the unit entered last, without a token where that unit takes no
 * passwords or where the password was typed on a host of a unit's own DNS, or null where there is none. One trip.
 */
export async function companyElsewhere(ctx: Context, proof: string): Promise<ChangeAnswer | null> {
  const token = newSecret();
  const hash = await hashOf(token);
  const [result] = await ctx.database.withDoor((db) => [
    db.execute(
      sql`select * from app.login_elsewhere(${proofHere(ctx, proof)}, ${isProductHost(ctx.host, ctx.env)}::boolean, ${hash}::bytea)`,
    ),
  ]);
  const [unit] = rowsOf<{ host: string; made: boolean }>(result);
  return unit ? { status: 'change', domain: domainOf(unit.host, ctx.env), token: unit.made ? token : null } : null;
}
