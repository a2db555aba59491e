/** An embed token with the browser's time of its arrival. */
export type EmbedToken = { token: string; expiresAt: string; serverNow: string; receivedAt: number };

/** How long before it expires a token is renewed: the broker returns a cached one until nine minutes are left (docs/decisions/0002). */
const renewMarginMs = 8 * 60_000;
const shortestWaitMs = 2_000;

/** Milliseconds until a token expires. Both instants are the server's, so a wrong browser clock does not matter. */
export function lifeLeft(token: EmbedToken, now: number): number {
  const life = Date.parse(token.expiresAt) - Date.parse(token.serverNow);
  return life - (now - token.receivedAt);
}

/** Milliseconds until renewal: 8 minutes before expiry, or at half of a lifetime shorter than 16 minutes. */
export function renewalDelay(token: EmbedToken, now: number): number {
  const life = Date.parse(token.expiresAt) - Date.parse(token.serverNow);
  const margin = Math.min(renewMarginMs, life / 2);
  return Math.max(shortestWaitMs, lifeLeft(token, now) - margin);
}

/** Whether a token is valid long enough to start a report. */
export function isFresh(token: EmbedToken, now: number): boolean {
  const life = Date.parse(token.expiresAt) - Date.parse(token.serverNow);
  return lifeLeft(token, now) > Math.min(renewMarginMs, life / 2);
}

/** How long the browser may cache a token; 0 when it should not. */
export function staleAfter(token: EmbedToken | undefined): number {
  if (!token) return 0;
  const life = Date.parse(token.expiresAt) - Date.parse(token.serverNow);
  return Math.max(0, life - Math.min(renewMarginMs, life / 2));
}
