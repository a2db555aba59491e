import type * as OpenId from 'openid-client';
import type { Env } from '../../request/env.ts';
import { getOrigin } from '../../request/get-origin.ts';

export type Registration = { clientId: string; secret: string };
/** Imported at the first sign-in of this kind, not when the Worker starts. */
export const openId = (): Promise<typeof OpenId> => import('openid-client');

/** The one redirect URI, shared by all tenants. */
export const getCallback = (env: Env): string => `${getOrigin(env.PRODUCT_HOST, env)}/api/entra/callback`;

// The library accepts the multi-tenant issuer `…/{tenantid}/v2.0` for this origin only, so requests are rewritten to the configured
// authority.
const known = 'https://login.microsoftonline.com';
const kept = new Map<string, { config: Promise<OpenId.Configuration>; until: number }>();
const keptMs = 60 * 60_000;
const timeoutSeconds = 8;

async function discover(env: Env, { clientId, secret }: Registration): Promise<OpenId.Configuration> {
  const { discovery, customFetch, allowInsecureRequests, enableNonRepudiationChecks } = await openId();
  const authority = env.SIGN_IN_AUTHORITY.replace(/\/$/, '');
  return discovery(new URL(`${known}/organizations/v2.0`), clientId, secret, undefined, {
    timeout: timeoutSeconds,
    [customFetch]: (url: string, init: unknown) =>
      fetch(url.startsWith(`${known}/`) ? authority + url.slice(known.length) : url, init as RequestInit), // because the library's body type is wider
    // Verifies signatures as well, instead of trusting the TLS connection that delivered the token.
    execute: [enableNonRepudiationChecks, ...(authority.startsWith('http:') ? [allowInsecureRequests] : [])],
  });
}

/** The provider's configuration for an app registration; cached for an hour, failures are not cached. */
export function providerFor(env: Env, registration: Registration, now: number): Promise<OpenId.Configuration> {
  const key = JSON.stringify([env.SIGN_IN_AUTHORITY, registration.clientId, registration.secret]);
  const found = kept.get(key);
  if (found && found.until > now) return found.config;
  if (kept.size > 200) kept.clear();
  const config = discover(env, registration);
  kept.set(key, { config, until: now + keptMs });
  config.catch(() => kept.delete(key));
  return config;
}
