export type TokenLife = { issuedAt: number; expiresAt: number };

function toClaims(token: string): object | null {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const claims: unknown = JSON.parse(atob(part));
    return claims && typeof claims === 'object' ? claims : null;
  } catch {
    return null;
  }
}

/** Reads issue and expiry time of a token in milliseconds; null for anything that is not a JWT with both. */
export function tokenLife(token: string): TokenLife | null {
  const claims = toClaims(token);
  if (!claims || !('iat' in claims) || !('exp' in claims)) return null;
  const { iat, exp } = claims;
  return typeof iat === 'number' && typeof exp === 'number' ? { issuedAt: iat * 1000, expiresAt: exp * 1000 } : null;
}

/** Whether the token is of a visit that may only look (BEHAVIOUR 13). */
export function isViewOnly(token: string): boolean {
  const claims = toClaims(token);
  return claims !== null && 'act' in claims && 'scope' in claims && claims.scope === 'view';
}

/** Milliseconds until half of the token's lifetime (ARCHITECTURE "Session"); 0 when that has passed, null when the lifetime is unknown. */
export function untilRenewal(token: string, now: number): number | null {
  const life = tokenLife(token);
  return life && Math.max(0, (life.issuedAt + life.expiresAt) / 2 - now);
}

/** Whether a token has expired, e.g. after a night with the lid closed. */
export function hasEnded(token: string, now: number): boolean {
  const life = tokenLife(token);
  return life !== null && life.expiresAt <= now;
}
