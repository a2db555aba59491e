import { AppError } from '../../../domain/errors/catalogue.ts';
import { type Assertion, askPasskey, confirmFactor } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../http/bind.ts';
import type { SessionContext } from '../../http/context.ts';
import { hashOf } from '../../services/ids.ts';
import { makeTicket } from '../session/index.ts';
import { type Own, ownFactors, type Proof, prove, writeFactor } from './own-factors.ts';
import { askedFor, challengeFor, challengeIn, counterOf } from './passkeys.ts';

/** Null where there is none of this host. The ticket behind it says whose proof it will be. */
export const askOwnPasskey = bind(askPasskey, async (_input, ctx) => {
  const mine = ((await ownFactors(ctx, false)).passkeys ?? []).filter(({ host }) => host === ctx.host);
  if (mine.length === 0) return { challenge: null };
  const { secret, store } = await makeTicket(ctx, { purpose: 'passkey', body: { proves: ctx.session.sub }, seconds: askedFor / 1000 });
  await ctx.database.withPublic((db) => [db.execute(store)]);
  return { challenge: challengeFor(ctx, secret, mine) };
});

export const confirmOwnFactor = bind(confirmFactor, async ({ code, passkey }, ctx) => {
  if (!passkey && !code) throw new AppError('required', { name: 'code' }, { field: 'code' });
  const own = await ownFactors(ctx, true);
  const proof = passkey ? await signed(passkey, own, ctx) : await prove({ code }, own, ctx);
  await writeFactor(ctx, 'confirm', {}, proof);
  return { status: 'ok' as const };
});

async function signed(answer: Assertion, own: Own, ctx: SessionContext): Promise<Proof> {
  const challenge = challengeIn(answer.response.clientDataJSON);
  const mine = own.passkeys?.find(({ credential }) => credential === answer.id);
  const counter = challenge && mine ? await counterOf(ctx, answer, mine, challenge) : null;
  if (!challenge || !mine || counter === null) throw new AppError('factor_wrong');
  return { kind: 'passkey', id: mine.id, counter, ticket: await hashOf(challenge), host: ctx.host };
}
