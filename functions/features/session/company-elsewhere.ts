import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { ChangeAnswer } from '../../../domain/session/contract.ts';
import type { Context } from '../../http/context.ts';
import { domainOf } from '../../http/origin-of.ts';
import { hashOf, newSecret } from '../../services/ids.ts';

/** Where a person with the right password is somebody: the way to the unit entered last, or null where there is none. One trip. */
export async function companyElsewhere(ctx: Context, email: string, account: string): Promise<ChangeAnswer | null> {
  const token = newSecret();
  const hash = await hashOf(token);
  const [result] = await ctx.database.withPublic((db) => [
    db.execute(
      sql`select app.login_elsewhere(${ctx.tenant.id}::uuid, ${email}, ${account}::uuid, ${hash}::bytea, ${ctx.address}, ${ctx.requestId}) as host`,
    ),
  ]);
  const host = rowsOf<{ host: string | null }>(result)[0]?.host;
  return host ? { status: 'change', domain: domainOf(host, ctx.env), token } : null;
}
