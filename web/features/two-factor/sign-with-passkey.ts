import type { FactorPage } from '../../../domain/two-factor/contract.ts';
import { call } from '../../app/api.ts';

type Challenge = NonNullable<FactorPage['passkey']>;

/** The browser's answer to a challenge; null when there was none, or the person or the device did not want to: the browser says no more. */
export async function signWithPasskey(challenge: Challenge) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = challenge as Parameters<typeof startAuthentication>[0]['optionsJSON']; // because transports are told as the browser told them
  const answer = await startAuthentication({ optionsJSON }).catch(() => null);
  return answer && { ...answer, clientExtensionResults: {} };
}

/** The same for a challenge that is made for one's own passkeys of this host. */
export async function signWithOwnPasskey() {
  const { challenge } = await call('POST /api/auth/account/passkeys/challenge', {});
  return challenge && signWithPasskey(challenge);
}
