import type { Attestation, PasskeyCreation } from '../../../domain/two-factor/contract.ts';
import type { Context } from '../../request/context.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { newId, toBase64Url } from '../../services/ids.ts';
import { getHandle, type StoredPasskey } from './passkeys.ts';

type Owner = {
  holder: string;
  email: string;
  name: string;
  passkeys: readonly Pick<StoredPasskey, 'host' | 'credential' | 'transports'>[] | null;
};

/** What a browser needs to create a passkey of this host for a user. */
export const creationFor = (ctx: Context, challenge: string, { holder, email, name, passkeys }: Owner): PasskeyCreation => ({
  challenge,
  rp: { id: ctx.host, name: ctx.tenant.name },
  // The account's own handle: a browser keeps one passkey for it per host.
  user: { id: getHandle(holder), name: email, displayName: name },
  excludeCredentials: (passkeys ?? [])
    .filter(({ host }) => host === ctx.host)
    .map(({ credential, transports }) => ({ id: credential, type: 'public-key' as const, transports })),
});

/**
 * The passkey to store from a browser's answer for this host and this challenge, created with user verification; null if it isn't valid.
 */
export async function madePasskey(ctx: Context, answer: Attestation, challenge: string, name: string) {
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
      expectedOrigin: getOrigin(ctx.host, ctx.env),
      expectedRPID: ctx.host,
      requireUserVerification: true,
    });
    if (!verified) return null;
    const { id: credential, publicKey, counter } = registrationInfo.credential;
    return {
      id: newId(ctx.clock.now()),
      kind: 'passkey',
      name,
      host: ctx.host,
      credential,
      publicKey: toBase64Url(publicKey),
      counter,
      transports: answer.response.transports ?? [],
    };
  } catch {
    // The library throws for every invalid answer.
    return null;
  }
}
