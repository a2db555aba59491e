import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { hashOf, newSecret } from '../../services/ids.ts';
import type { KnownEntrant } from './admit.ts';
import { deviceOf } from './device.ts';

export type TicketPurpose =
  | 'sso.request'
  | 'sso.code'
  | 'sso.handoff'
  | 'sso.link'
  | 'saml.test'
  | 'saml.session'
  | 'passkey'
  | 'factor'
  | 'embedded';

/** A secret of one use for the next step of a sign-in on `host`, and the statement that stores it; `body` holds no secret. */
export async function makeTicket(
  ctx: Context,
  {
    purpose,
    host = ctx.host,
    tenant = ctx.tenant.id,
    body,
    seconds,
  }: { purpose: TicketPurpose; host?: string; tenant?: string; body: object; seconds: number },
): Promise<{ secret: string; store: SQL }> {
  const secret = newSecret();
  const hash = await hashOf(secret);
  return {
    secret,
    store: sql`select app.ticket_make(${hash}::bytea, ${purpose}, ${tenant}::uuid, ${host}, ${JSON.stringify(body)}::jsonb, ${seconds}::int)`,
  };
}

/** Uses a ticket: of sixty at once one gets its body; used, late, of another host, tenant or purpose is null. One trip. */
export async function takeTicket<Body>(ctx: Context, secret: string, purpose: TicketPurpose): Promise<Body | null> {
  const body = await taken(ctx, secret, purpose);
  const [result] = await ctx.database.withDoor((db) => [db.execute(sql`select ${body} as body`)]);
  return rowsOf<{ body: Body | null }>(result)[0]?.body ?? null;
}

/** The same for a ticket whose body names a person as `userId`: also what decides whether he may come in. One trip. */
export async function takeTicketOfPerson<Body>(
  ctx: Context,
  secret: string,
  purpose: TicketPurpose,
): Promise<{ body: Body; entrant: KnownEntrant | null } | null> {
  const device = await deviceOf(ctx);
  const body = await taken(ctx, secret, purpose);
  const [result] = await ctx.database.withDoor((db) => [
    db.execute(
      sql`select t.body as ticket, e.* from (select ${body} as body offset 0) t left join lateral app.entrant(${ctx.tenant.id}::uuid, (t.body->>'userId')::uuid, ${device}::bytea) e on true`,
    ),
  ]);
  const [row] = rowsOf<{ ticket: Body | null; user_id: string | null } & KnownEntrant>(result);
  if (!row?.ticket) return null;
  const { ticket, ...entrant } = row;
  return { body: ticket, entrant: entrant.user_id ? entrant : null };
}

const taken = async (ctx: Context, secret: string, purpose: TicketPurpose): Promise<SQL> =>
  sql`app.ticket_take(${await hashOf(secret)}::bytea, ${purpose}, ${ctx.tenant.id}::uuid, ${ctx.host})`;
