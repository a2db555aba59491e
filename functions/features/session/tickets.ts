import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import type { Context } from '../../request/context.ts';
import { getHash, newSecret } from '../../services/ids.ts';

/** What the Worker itself may store: nothing that identifies a user, which only a step that proves it does. */
export type TicketPurpose = 'sso.request' | 'saml.test' | 'passkey';

/** A one-time secret for the next step of a sign-in on `host`, and the statement that stores it; `body` holds no secret. */
export async function makeTicket(
  ctx: Context,
  { purpose, host = ctx.host, body, seconds }: { purpose: TicketPurpose; host?: string; body: object; seconds: number },
): Promise<{ secret: string; store: SQL }> {
  const secret = newSecret();
  const hash = await getHash(secret);
  return {
    secret,
    store: sql`select app.ticket_make(${hash}::bytea, ${purpose}, ${ctx.tenant.id}::uuid, ${host},
      ${JSON.stringify(body)}::jsonb, ${seconds}::int)`,
  };
}

const storeRows = raw('session.store_ticket', { ticket_make: 'void' });
export const storeTicket = (db: Db, store: SQL) => storeRows(db, store);

const takeRows = raw('session.take_ticket', { body: typed<object | null>('jsonb?') });

/**
 * Uses a ticket: of sixty concurrent calls one gets its body; a used or late ticket, or one of another host, tenant or purpose, is null.
 * One trip.
 */
export async function takeTicket<Body>(ctx: Context, secret: string, purpose: TicketPurpose): Promise<Body | null> {
  const hash = await getHash(secret);
  const [{ rows }] = await ctx.database.withDoor((db) => [
    takeRows(db, sql`select app.ticket_take(${hash}::bytea, ${purpose}, ${ctx.tenant.id}::uuid, ${ctx.host}) as body`),
  ]);
  return (rows[0]?.body ?? null) as Body | null; // because a ticket of this purpose holds what was stored with it
}
