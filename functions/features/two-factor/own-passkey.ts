import { AppError } from '../../../domain/errors/catalogue.ts';
import { addPasskey, startPasskey } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../request/bind.ts';
import { recordingWrongProofs } from '../../request/record-wrong-proofs.ts';
import { getHash, newSecret } from '../../services/ids.ts';
import { typedCode } from './mailed-code.ts';
import { creationFor, madePasskey } from './new-passkey.ts';
import { ownFactors, refuseOther, writeFactor } from './own-factors.ts';
import { challengeIn } from './passkeys.ts';
import { prove } from './prove.ts';
import { newCodes } from './recovery.ts';

/** A user who has proved their identity gets a challenge for one new passkey; the ticket behind it only works for them. */
export const startOwnPasskey = bind(
  startPasskey,
  recordingWrongProofs(async ({ bound, mail_code, ...given }, ctx) => {
    const own = await ownFactors(ctx, true);
    refuseOther(own, bound);
    const proof = await prove(given, own, ctx);
    const challenge = newSecret();
    await writeFactor(
      ctx,
      'challenge',
      { bound: own.bound, mailed: await typedCode(own.holder, mail_code), ticket: await getHash(challenge), host: ctx.host },
      proof,
    );
    return creationFor(ctx, challenge, own);
  }),
);

export const addOwnPasskey = bind(addPasskey, async ({ name, passkey }, ctx) => {
  const challenge = challengeIn(passkey.response.clientDataJSON);
  const factor = challenge && (await madePasskey(ctx, passkey, challenge, name));
  if (!challenge || !factor) throw new AppError('factor_wrong');
  const own = await ownFactors(ctx, false);
  const { codes, hashes } = await newCodes();
  await writeFactor(ctx, 'passkey', { bound: own.bound, ticket: await getHash(challenge), host: ctx.host, factor, codes: hashes }, null);
  return { status: 'ok' as const, recovery_codes: own.totps || own.passkeys ? null : codes };
});
