import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { homeOf } from '../../../domain/access/screens.ts';
import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import { enterUnit, toAdmin, toAdminAtOnce } from '../../../domain/partner-switch/contract.ts';
import { switchMinutes } from '../../../domain/partner-switch/limits.ts';
import type { State } from '../../../domain/remote-access/wait-contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { domainOf } from '../../http/origin-of.ts';
import { hashOf, newSecret } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { refuseStale } from '../two-factor/index.ts';

type Wish = {
  company: string;
  user?: string | undefined;
  reason: string;
  ticket: string;
  reach: 'view' | 'act';
  minutes?: number | undefined;
};
type Outcome = { state: 'ok' | 'wait' | 'none' | 'closed' | 'role' | 'person' | 'verify'; host: string | null };

const refused: Partial<Record<Outcome['state'], ErrorCode>> = {
  closed: 'partner_closed',
  role: 'partner_role',
  person: 'remote_off',
  verify: 'partner_verify',
};

/** The second factor first; then in one trip the relation, the wish, who is told and, where nobody is asked, the ticket. */
async function enter(ctx: SessionContext, wish: Wish, atOnce: boolean) {
  await refuseStale(ctx);
  const [wait, ticket] = [newSecret(), newSecret()];
  const [waitHash, ticketHash] = [await hashOf(wait), await hashOf(ticket)];
  const minutes = wish.minutes ?? (wish.user ? switchMinutes.person : switchMinutes.hard);
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'units.enter'), (db) => [
    db.execute(sql`select state, host from app.partner_switch(${ctx.session.sid}::uuid, ${wish.company}::uuid, ${wish.user ?? null}::uuid, ${wish.reason}, ${wish.ticket || null}, ${wish.reach}, ${minutes}::int, ${String(atOnce)}::boolean,
      ${waitHash}::bytea, ${ticketHash}::bytea, ${ctx.address}, ${ctx.requestId})`),
  ]);
  const [outcome] = rowsOf<Outcome>(result);
  const intended = homeOf(ctx.session.profile);
  if (outcome?.state === 'wait') {
    wakeOutbox(ctx);
    return {
      status: 'ok' as const,
      message: 'wait_authorization' as const,
      redirect: `/authorization/${wait}`,
      intended,
      token: wait,
    };
  }
  if (outcome?.state !== 'ok' || !outcome.host) throw new AppError(refused[outcome?.state ?? 'none'] ?? 'not_found');
  wakeOutbox(ctx);
  return { status: 'change' as const, domain: domainOf(outcome.host, ctx.env), token: ticket, message: null, redirect: null, intended };
}

export const switchToAdmin = bind(toAdmin, (wish, ctx) => enter(ctx, wish, false));
export const switchAtOnce = bind(toAdminAtOnce, (wish, ctx) => enter(ctx, wish, true));

export const enterAllowedUnit = bind(enterUnit, async ({ token }, ctx) => {
  await refuseStale(ctx);
  const ticket = newSecret();
  const [waitHash, ticketHash] = [await hashOf(token), await hashOf(ticket)];
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'units.enter'), (db) => [
    db.execute(sql`select state, host from app.switch_enter(${waitHash}::bytea, ${ctx.session.sid}::uuid, ${ticketHash}::bytea)`),
  ]);
  const [outcome] = rowsOf<{ state: State; host: string | null }>(result);
  if (!outcome) throw new AppError('not_found');
  if (!outcome.host) throw new AppError('remote_over', { state: outcome.state });
  return { status: 'change' as const, domain: domainOf(outcome.host, ctx.env), token: ticket };
});
