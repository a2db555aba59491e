/** An embed token with the browser's clock at the moment it came. */
export type EmbedToken = { token: string; expiresAt: string; serverNow: string; receivedAt: number };

/** How long before its end a token is renewed: the broker gives a cached one out until nine minutes are left (docs/decisions/0002). */
const renewMarginMs = 8 * 60_000;
const shortestWaitMs = 2_000;

/** The milliseconds a token has left. Both instants are the server's, so a wrong clock in the browser does not matter. */
export function lifeLeft(token: EmbedToken, now: number): number {
  const life = Date.parse(token.expiresAt) - Date.parse(token.serverNow);
  return life - (now - token.receivedAt);
}

/** When to renew, in milliseconds from now: 8 minutes before the end, or at half life for a token that lives shorter than 16. */
export function renewalDelay(token: EmbedToken, now: number): number {
  const life = Date.parse(token.expiresAt) - Date.parse(token.serverNow);
  const margin = Math.min(renewMarginMs, life / 2);
  return Math.max(shortestWaitMs, lifeLeft(token, now) - margin);
}

/** Tells whether a token is still good enough to start a report with. */
export function isFresh(token: EmbedToken, now: number): boolean {
  const life = Date.parse(token.expiresAt) - Date.parse(token.serverNow);
  return lifeLeft(token, now) > Math.min(renewMarginMs, life / 2);
}

/** How long the browser may keep a token before it asks again; 0 when it should not. */
export function staleAfter(token: EmbedToken | undefined): number {
  if (!token) return 0;
  const life = Date.parse(token.expiresAt) - Date.parse(token.serverNow);
  return Math.max(0, life - Math.min(renewMarginMs, life / 2));
}
