import { AppError } from '../../../domain/errors/catalogue.ts';
import { askPasskey, confirmFactor } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../request/bind.ts';
import { recordingWrongProofs } from '../../request/record-wrong-proofs.ts';
import { makeTicket, storeTicket } from '../session/index.ts';
import { ownFactors, writeFactor } from './own-factors.ts';
import { askedFor, challengeFor } from './passkeys.ts';
import { factorGiven } from './prove.ts';

/** Null where this host has none. The ticket behind it says whose proof it will be. */
export const askOwnPasskey = bind(askPasskey, async (_input, ctx) => {
  const mine = ((await ownFactors(ctx, false, true)).passkeys ?? []).filter(({ host }) => host === ctx.host);
  if (mine.length === 0) return { challenge: null };
  const { secret, store } = await makeTicket(ctx, { purpose: 'passkey', body: { proves: ctx.session.sub }, seconds: askedFor / 1000 });
  await ctx.database.withDoor((db) => [storeTicket(db, store)]);
  return { challenge: challengeFor(ctx, secret, mine) };
});

export const confirmOwnFactor = bind(
  confirmFactor,
  recordingWrongProofs(async (given, ctx) => {
    if (!given.passkey && !given.code) throw new AppError('required', { name: 'code' }, { field: 'code' });
    const own = await ownFactors(ctx, true, true);
    await writeFactor(ctx, 'confirm', { bound: own.bound }, await factorGiven(given, own, ctx));
    return { status: 'ok' as const };
  }),
);
