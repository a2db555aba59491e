import type { FactorPage } from '../../../domain/two-factor/contract.ts';
import { call } from '../../app/data/api.ts';

type Challenge = NonNullable<FactorPage['passkey']>;

/** The browser's response to a challenge; null without one, or when the user or the device declined, which browsers don't distinguish. */
export async function signWithPasskey(challenge: Challenge) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // Because transports are passed on as the browser reported them.
  const optionsJSON = challenge as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const answer = await startAuthentication({ optionsJSON }).catch(() => null);
  return answer && { ...answer, clientExtensionResults: {} };
}

/** The same for a challenge limited to the user's own passkeys of this host. */
export async function signWithOwnPasskey() {
  const { challenge } = await call('POST /api/auth/account/passkeys/challenge', {});
  return challenge && signWithPasskey(challenge);
}
