import type { Assertion, FactorPage } from '../../../domain/two-factor/contract.ts';
import type { Context } from '../../request/context.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { fromBase64, sha256, toBase64Url } from '../../services/ids.ts';

export type StoredPasskey = {
  id: string;
  holder: string;
  host: string;
  credential: string;
  publicKey: string;
  counter: number;
  transports: string[];
};
type Challenge = NonNullable<FactorPage['passkey']>;

export const askedFor = 5 * 60_000;

/** What the browser needs to ask for a passkey of this host; without a list it offers those that it has. */
export const challengeFor = (ctx: Context, challenge: string, passkeys: readonly StoredPasskey[] = []): Challenge => ({
  challenge,
  rpId: ctx.host,
  userVerification: 'required',
  timeout: askedFor,
  allowCredentials: passkeys.map(({ credential, transports }) => ({ id: credential, type: 'public-key', transports })),
});

/** The challenge of a pending sign-in, derived from its ticket: random, single-use and secret. */
export const challengeOfTicket = async (token: string): Promise<string> => toBase64Url(await sha256(`passkey ${token}`));

/** A separate challenge of the same ticket for creating a passkey: a signature for one is worthless for the other. */
export const challengeOfSetup = async (token: string): Promise<string> => toBase64Url(await sha256(`new passkey ${token}`));

/** The challenge that a browser claims to have signed; the ticket decides whether it is one of ours. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const said: unknown = JSON.parse(new TextDecoder().decode(fromBase64(clientDataJSON)));
    const challenge = said && typeof said === 'object' && 'challenge' in said ? said.challenge : null;
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}

/** The user handle by which an authenticator knows whose passkey it is, set when the passkey was created. */
export const getHandle = (holder: string): string => toBase64Url(new TextEncoder().encode(holder));

/** Whether an answer names its user, as a browser must where the request named none (a discoverable sign-in). */
export const namesHolder = ({ response }: Assertion, holder: string): boolean => response.userHandle === getHandle(holder);

/**
 * The signature counter of a valid answer of this passkey on this host, with user verification; null for any other answer, and for one that
 * names another user.
 */
export async function getCounter(ctx: Context, answer: Assertion, passkey: StoredPasskey, challenge: string): Promise<number | null> {
  if (answer.id !== passkey.credential || passkey.host !== ctx.host) return null;
  if (answer.response.userHandle !== undefined && !namesHolder(answer, passkey.holder)) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.rawId,
        type: answer.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: answer.response.clientDataJSON,
          authenticatorData: answer.response.authenticatorData,
          signature: answer.response.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: getOrigin(ctx.host, ctx.env),
      expectedRPID: ctx.host,
      requireUserVerification: true,
      credential: { id: passkey.credential, publicKey: fromBase64(passkey.publicKey), counter: Number(passkey.counter) },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for every invalid answer.
    return null;
  }
}
