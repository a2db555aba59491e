import { ApiError, getFailure } from './api-error.ts';

export type Sending = {
  method: string;
  path: string;
  input?: Record<string, unknown>;
  token?: string | null;
  language: string;
  signal?: AbortSignal;
  /** Lets the call outlive the page, for the final call of a logout or a visit. */
  keepalive?: boolean;
};

/** Splits a call's flat input into path parameters and the query (GET, DELETE) or JSON body. */
export function getAddress(method: string, path: string, input: Record<string, unknown> = {}): { url: string; body: string | undefined } {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  if (method !== 'GET' && method !== 'DELETE') return { url: filled, body: JSON.stringify(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined && value !== null) query.set(name, String(value));
  return { url: query.size > 0 ? `${filled}?${query}` : filled, body: undefined };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** Sends one request; knows nothing of the session. Aborts pass through unchanged. */
export async function send(sending: Sending): Promise<unknown> {
  const { url, body } = getAddress(sending.method, sending.path, sending.input);
  const headers = new Headers({ accept: 'application/json', lang: sending.language });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (sending.token) headers.set('authorization', `Bearer ${sending.token}`);
  let response: Response;
  try {
    response = await fetch(url, { method: sending.method, headers, body, signal: sending.signal, keepalive: sending.keepalive });
  } catch (cause) {
    if (sending.signal?.aborted) throw cause;
    throw new ApiError({ status: 'network', message: 'network', httpStatus: 0 }, cause);
  }
  const answer = await readJson(response);
  if (!response.ok) throw new ApiError(getFailure(response.status, response.headers, answer));
  return answer;
}
