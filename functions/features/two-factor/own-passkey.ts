import { AppError } from '../../../domain/errors/catalogue.ts';
import { type Attestation, addPasskey, startPasskey } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../http/bind.ts';
import type { Context } from '../../http/context.ts';
import { originOf } from '../../http/origin-of.ts';
import { hashOf, newId, newSecret, toBase64Url } from '../../services/ids.ts';
import { ownFactors, prove, writeFactor } from './own-factors.ts';
import { challengeIn } from './passkeys.ts';
import { newCodes } from './recovery.ts';

/** Who has shown that it is he gets a challenge for one new passkey; the ticket behind it is his alone. */
export const startOwnPasskey = bind(startPasskey, async (typed, ctx) => {
  const own = await ownFactors(ctx, true);
  const proof = await prove(typed, own, ctx);
  const challenge = newSecret();
  await writeFactor(ctx, 'challenge', { ticket: await hashOf(challenge), host: ctx.host }, proof);
  return {
    challenge,
    rp: { id: ctx.host, name: ctx.tenant.name },
    // The account itself: a browser keeps one passkey for it on a host.
    user: { id: toBase64Url(new TextEncoder().encode(own.holder)), name: own.email, displayName: own.name },
    excludeCredentials: (own.passkeys ?? [])
      .filter(({ host }) => host === ctx.host)
      .map(({ credential, transports }) => ({ id: credential, type: 'public-key' as const, transports })),
  };
});

export const addOwnPasskey = bind(addPasskey, async ({ name, passkey }, ctx) => {
  const challenge = challengeIn(passkey.response.clientDataJSON);
  const made = challenge && (await credentialOf(ctx, passkey, challenge));
  if (!challenge || !made) throw new AppError('factor_wrong');
  const own = await ownFactors(ctx, false);
  const { codes, hashes } = await newCodes();
  const factor = {
    id: newId(ctx.clock.now()),
    kind: 'passkey',
    name,
    host: ctx.host,
    credential: made.id,
    publicKey: toBase64Url(made.publicKey),
    counter: made.counter,
    transports: passkey.response.transports ?? [],
  };
  await writeFactor(ctx, 'passkey', { ticket: await hashOf(challenge), host: ctx.host, factor, codes: hashes }, null);
  return { status: 'ok' as const, recovery_codes: own.totp || own.passkeys ? null : codes };
});

/** The credential of a browser's answer that fits this host and this challenge, made with the person verified. */
async function credentialOf(ctx: Context, answer: Attestation, challenge: string) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: answer.id,
        rawId: answer.rawId,
        type: answer.type,
        clientExtensionResults: {},
        response: { clientDataJSON: answer.response.clientDataJSON, attestationObject: answer.response.attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: originOf(ctx.host, ctx.env),
      expectedRPID: ctx.host,
      requireUserVerification: true,
    });
    return verified ? registrationInfo.credential : null;
  } catch {
    return null;
  }
}
