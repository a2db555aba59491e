import type { PasskeyCreation } from '../../../domain/two-factor/contract.ts';

/** Creates a passkey in the browser; null when the user or the device declined. */
export async function makePasskey(options: PasskeyCreation) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = {
    ...options,
    // Because transports are passed on as the browser reported them.
    excludeCredentials: options.excludeCredentials as { id: string; type: 'public-key' }[],
    pubKeyCredParams: [
      { type: 'public-key' as const, alg: -7 },
      { type: 'public-key' as const, alg: -257 },
    ],
    authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
    attestation: 'none' as const,
    timeout: 300_000,
  };
  const made = await startRegistration({ optionsJSON }).catch(() => null);
  return made && { id: made.id, rawId: made.rawId, type: 'public-key' as const, response: made.response };
}
