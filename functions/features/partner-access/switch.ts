import { getHome } from '../../../domain/access/screens.ts';
import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import { enterUnit, toAdmin, toAdminAtOnce } from '../../../domain/partner-access/contract.ts';
import { switchMinutes } from '../../../domain/partner-access/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { getDomain } from '../../request/get-origin.ts';
import { getHash, newSecret } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { refuseStale } from '../two-factor/index.ts';
import { type SwitchState, type Wish, writeEntry, writeSwitch } from './partner-access.sql.ts';

type AskedWish = Wish & { minutes?: number | undefined };

const refused: Partial<Record<SwitchState, ErrorCode>> = {
  closed: 'partner_closed',
  role: 'partner_role',
  person: 'remote_off',
  verify: 'partner_verify',
};

/** The second factor is checked first; the rest is one trip. */
async function enter(ctx: SessionContext, wish: AskedWish, atOnce: boolean) {
  await refuseStale(ctx);
  const [wait, ticket] = [newSecret(), newSecret()];
  const [waitHash, ticketHash] = [await getHash(wait), await getHash(ticket)];
  const minutes = wish.minutes ?? (wish.user ? switchMinutes.person : switchMinutes.hard);
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'units.enter'), (db) => [
    writeSwitch(db, ctx, { ...wish, minutes, atOnce, waitHash, ticketHash }),
  ]);
  const [outcome] = rows;
  const intended = getHome(ctx.session.profile);
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
  return { status: 'change' as const, domain: getDomain(outcome.host, ctx.env), token: ticket, message: null, redirect: null, intended };
}

export const switchToAdmin = bind(toAdmin, (wish, ctx) => enter(ctx, wish, false));
export const switchAtOnce = bind(toAdminAtOnce, (wish, ctx) => enter(ctx, wish, true));

export const enterAllowedUnit = bind(enterUnit, async ({ token }, ctx) => {
  await refuseStale(ctx);
  const ticket = newSecret();
  const [waitHash, ticketHash] = [await getHash(token), await getHash(ticket)];
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'units.enter'), (db) => [
    writeEntry(db, ctx.session.sid, { waitHash, ticketHash }),
  ]);
  const [outcome] = rows;
  if (!outcome) throw new AppError('not_found');
  if (!outcome.host) throw new AppError('remote_over', { state: outcome.state });
  return { status: 'change' as const, domain: getDomain(outcome.host, ctx.env), token: ticket };
});
