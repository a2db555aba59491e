import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import { spokenOf } from '../../../domain/embedding/claims.ts';
import type { TokenRefusal } from '../../../domain/embedding/refusals.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';

/** The one algorithm: an HMAC that every language brings, under a key that the portal has made. */
export const algorithm = 'HS256';

export const refused = (reason: TokenRefusal, cause?: unknown) => new AppError('embedded_token', { reason }, { cause });

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** What a token names before it is believed: its key, whom and what it is about. */
export function namesOf(token: string): { key: string; sub: string | null; report: string | null } {
  let header: ReturnType<typeof decodeProtectedHeader>;
  let payload: unknown;
  try {
    header = decodeProtectedHeader(token);
    payload = decodeJwt(token);
  } catch (error) {
    throw refused('malformed', error);
  }
  if (header.alg !== algorithm) throw refused('algorithm');
  if (typeof header.kid !== 'string' || !uuid.test(header.kid)) throw refused('signature');
  return { key: header.kid, ...spokenOf(payload) };
}

/** The claims of a token that this key has signed. */
export async function signedClaims(token: string, secret: string): Promise<unknown> {
  try {
    const { payload } = await compactVerify(token, new TextEncoder().encode(secret), { algorithms: [algorithm] });
    return JSON.parse(new TextDecoder().decode(payload));
  } catch (error) {
    throw refused('signature', error);
  }
}
