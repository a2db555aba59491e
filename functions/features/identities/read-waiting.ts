import { linkConfig } from '../../../domain/identities/contract.ts';
import { bind } from '../../request/bind.ts';
import { challengeFor, challengeOfTicket } from '../two-factor/index.ts';
import { openWaiting } from './waiting.ts';

export const readWaitingLink = bind(linkConfig, async ({ token }, ctx) => {
  const { body, account, any, mine, ends_at: endsAt } = await openWaiting(ctx, token, false);
  return {
    provider: body.confirm.name,
    email: body.confirm.email,
    unit: ctx.tenant.name,
    endsAt: new Date(endsAt).toISOString(),
    by: account === null ? ('mail' as const) : ('account' as const),
    code: any,
    passkey: mine.length > 0 ? challengeFor(ctx, await challengeOfTicket(token), mine) : null,
  };
});
