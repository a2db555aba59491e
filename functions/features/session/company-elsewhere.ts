import type { ChangeAnswer } from '../../../domain/session/contract.ts';
import type { Context } from '../../request/context.ts';
import { getDomain, isProductHost } from '../../request/get-origin.ts';
import { getHash, newSecret } from '../../services/ids.ts';
import { findElsewhere } from './session.sql.ts';

/**
 * Where a user with the right password has access: the handoff to the unit used last, or null where there is none. It carries no token
 * where that unit takes no passwords or where the password was typed on a host with a unit's own DNS. One trip.
 */
export async function companyElsewhere(ctx: Context, proof: string): Promise<ChangeAnswer | null> {
  const token = newSecret();
  const hash = await getHash(token);
  const [{ rows }] = await ctx.database.withDoor((db) => [findElsewhere(db, ctx, proof, isProductHost(ctx.host, ctx.env), hash)]);
  const [unit] = rows;
  return unit ? { status: 'change', domain: getDomain(unit.host, ctx.env), token: unit.made ? token : null } : null;
}
