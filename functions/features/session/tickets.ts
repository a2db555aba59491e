import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { hashOf, newSecret } from '../../services/ids.ts';

/** What the Worker itself may leave: nothing that says who somebody is, which only a step that proves it does. */
export type TicketPurpose = 'sso.request' | 'saml.test' | 'passkey';

/** A secret of one use for the next step of a sign-in on `host`, and the statement that stores it; `body` holds no secret. */
export async function makeTicket(
  ctx: Context,
  { purpose, host = ctx.host, body, seconds }: { purpose: TicketPurpose; host?: string; body: object; seconds: number },
): Promise<{ secret: string; store: SQL }> {
  const secret = newSecret();
  const hash = await hashOf(secret);
  return {
    secret,
    store: sql`select app.ticket_make(${hash}::bytea, ${purpose}, ${ctx.tenant.id}::uuid, ${host}, ${JSON.stringify(body)}::jsonb, ${seconds}::int)`,
  };
}

/** Uses a ticket: of sixty at once one gets its body; used, late, of another host, tenant or purpose is null. One trip. */
export async function takeTicket<Body>(ctx: Context, secret: string, purpose: TicketPurpose): Promise<Body | null> {
  const body = await taken(ctx, secret, purpose);
  const [result] = await ctx.database.withDoor((db) => [db.execute(sql`select ${body} as body`)]);
  return rowsOf<{ body: Body | null }>(result)[0]?.body ?? null;
}

const taken = async (ctx: Context, secret: string, purpose: TicketPurpose): Promise<SQL> =>
  sql`app.ticket_take(${await hashOf(secret)}::bytea, ${purpose}, ${ctx.tenant.id}::uuid, ${ctx.host})`;
