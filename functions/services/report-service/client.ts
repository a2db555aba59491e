import { applicationToken, forgetToken } from './entra.ts';
import { budgetMs, getReply, openResponse, plainWords, type Reply } from './http.ts';
import type { ServiceAccount } from './port.ts';
import { ServiceError } from './service-error.ts';

// Limits on retries for a service that keeps answering "retry at once".
const maxWaits = 3;
const leastWaitMs = 250;

type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a stream, so such a call is never repeated. */
  raw?: { body: ReadableStream<Uint8Array>; headers: Record<string, string> };
  /** The call is idempotent and may be repeated, as a GET may. */
  again?: boolean;
  /** Sends the call as the service principal itself, not as one of its profiles. */
  asPrincipal?: boolean;
  budgetMs?: number;
};
export type Client = {
  /** Returns the body of an answer that must have one. */
  ask(account: ServiceAccount, call: Call): Promise<unknown>;
  reply(account: ServiceAccount, call: Call): Promise<Reply>;
  open(account: ServiceAccount, call: Call): Promise<Response>;
};

/**
 * Calls one service with the application's token: renews the token once when it is refused, and retries where that is safe and the service
 * says when.
 */
export function makeClient({ authority, base, scope }: { authority: string; base: string; scope: string }): Client {
  async function send<T>(account: ServiceAccount, call: Call, by: (url: string, init: RequestInit, deadline: number) => Promise<T>) {
    const deadline = Date.now() + (call.budgetMs ?? budgetMs);
    // A long transfer may take its time, but the wait before a retry stays within what a user accepts.
    const lastWait = Math.min(deadline, Date.now() + budgetMs) - 1_000;
    const method = call.method ?? 'GET';
    const isRepeatable = !call.raw && (call.again ?? method === 'GET');
    let renewed = call.raw !== undefined;
    let waits = 0;
    for (;;) {
      const token = await applicationToken(authority, account, scope, deadline);
      try {
        return await by(`${base}${call.path}`, getInit(account, call, method, token), deadline);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.code === 'unauthorized' && !renewed) {
          renewed = true;
          forgetToken(authority, account, scope);
          continue;
        }
        // Waits only if the service names the time and the user's time budget allows it.
        const wait = error.retryAfterMs;
        const mayRetry = isRepeatable && (error.code === 'throttled' || error.httpStatus === 503) && error.code !== 'capacity_paused';
        if (!mayRetry || wait === undefined || waits === maxWaits || Date.now() + wait > lastWait) throw discreet(error, account);
        waits += 1;
        await new Promise((resolve) => setTimeout(resolve, Math.max(wait, leastWaitMs)));
      }
    }
  }

  return {
    ask: async (account, call) => {
      const { body } = await send(account, call, getReply);
      if (body === undefined) throw new ServiceError('unavailable');
      return body;
    },
    reply: (account, call) => send(account, call, getReply),
    open: (account, call) => send(account, call, openResponse),
  };
}

function getInit(account: ServiceAccount, { json, raw, asPrincipal }: Call, method: string, token: string): RequestInit {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json', ...raw?.headers };
  if (json !== undefined) headers['content-type'] = 'application/json';
  if (account.profileId && !asPrincipal) headers['x-powerbi-profile-id'] = account.profileId;
  const init: RequestInit & { duplex?: 'half' } = { method, headers };
  if (json !== undefined) init.body = JSON.stringify(json);
  if (raw) Object.assign(init, { body: raw.body, duplex: 'half' });
  return init;
}

/** Removes the secret from the service's words, before they are shown or logged. */
function discreet(error: ServiceError, { secret }: ServiceAccount): ServiceError {
  if (!error.serviceMessage?.includes(secret)) return error;
  const { code, httpStatus, retryAfterMs, serviceRequestId, serviceCode, cause } = error;
  const serviceMessage = plainWords(error.serviceMessage, secret);
  return new ServiceError(code, { httpStatus, retryAfterMs, serviceRequestId, serviceCode, serviceMessage, cause });
}

/** The list of an answer `{value: […]}`; anything else did not come from the service. */
export function getItems(body: unknown): Record<string, unknown>[] {
  // Because value is checked next.
  const value = typeof body === 'object' && body !== null ? (body as { value?: unknown }).value : undefined;
  if (!Array.isArray(value)) throw new ServiceError('unavailable');
  return value.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null);
}

export function getObject(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ServiceError('unavailable');
  return body as Record<string, unknown>; // because it was just checked
}

export const getText = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A required text. */
export function needed(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new ServiceError('unavailable');
  return value;
}

/** A path with its parts escaped: at`/groups/${id}`. */
export const at = (parts: TemplateStringsArray, ...values: (string | number)[]): string =>
  parts.map((part, index) => part + (index < values.length ? encodeURIComponent(String(values[index])) : '')).join('');
