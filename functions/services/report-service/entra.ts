import { unlessSlow } from '../unless-slow.ts';
import { callService, plainWords } from './http.ts';
import type { ServiceAccount } from './port.ts';
import { ServiceError } from './service-error.ts';

type Kept = { token: Promise<string>; until: number };
const kept = new Map<string, Kept>();
// An embed token expires with the Entra token used to request it, so renew early, not at the end.
const renewBeforeMs = 35 * 60 * 1000;
const maxAccounts = 2_000;

/** The application token of a service account for one scope; concurrent requests in an isolate share one call (single flight). */
export async function applicationToken(authority: string, account: ServiceAccount, scope: string, deadline: number): Promise<string> {
  const key = getKey(authority, account, scope);
  const now = Date.now();
  const known = kept.get(key);
  const token = known && known.until > now ? await unlessSlow(known.token) : null;
  if (token !== null) return token;
  if (kept.size > maxAccounts) kept.clear();
  const entry: Kept = { until: now + 60_000, token: Promise.resolve('') };
  entry.token = ask(authority, account, scope, deadline).then(({ token, seconds }) => {
    entry.until = Date.now() + Math.max(60_000, seconds * 1000 - renewBeforeMs);
    return token;
  });
  entry.token.catch(() => kept.get(key) === entry && kept.delete(key));
  kept.set(key, entry);
  return entry.token;
}

const getKey = (authority: string, account: ServiceAccount, scope: string) =>
  [authority, account.directoryId, account.appId, scope, account.secret].join('\n');

/** Drops an account's cached tokens, so that the next one shows whether the directory still accepts the account. */
export function forgetAccount(account: ServiceAccount): void {
  const part = [account.directoryId, account.appId].join('\n');
  for (const key of kept.keys()) if (key.includes(part)) kept.delete(key);
}

/** Drops a token that the service no longer accepts, so that the next call requests a new one. */
export function forgetToken(authority: string, account: ServiceAccount, scope: string): void {
  kept.delete(getKey(authority, account, scope));
}

async function ask(
  authority: string,
  account: ServiceAccount,
  scope: string,
  deadline: number,
): Promise<{ token: string; seconds: number }> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: account.appId, client_secret: account.secret, scope });
  try {
    const body = (await callService(
      `${authority}/${encodeURIComponent(account.directoryId)}/oauth2/v2.0/token`,
      { method: 'POST', body: form },
      deadline,
    )) as { access_token?: unknown; expires_in?: unknown }; // because both fields are checked below
    if (typeof body?.access_token !== 'string') throw new ServiceError('unavailable');
    return { token: body.access_token, seconds: Number(body.expires_in) || 3600 };
  } catch (error) {
    // A wrong or expired secret answers 400 or 401 here: the account is at fault, not the request.
    if (error instanceof ServiceError && (error.code === 'bad_request' || error.code === 'unauthorized'))
      throw new ServiceError('unauthorized', {
        httpStatus: error.httpStatus ?? 401,
        serviceCode: error.serviceCode,
        serviceMessage: plainWords(error.serviceMessage ?? '', account.secret) || undefined,
        serviceRequestId: error.serviceRequestId,
      });
    throw error;
  }
}
