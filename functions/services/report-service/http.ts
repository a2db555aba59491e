import { ServiceError, type ServiceErrorCode } from './port.ts';

/** The whole time a person waits for the service, retries included. */
export const budgetMs = 10_000;
const maxBytes = 2 * 1024 * 1024;

/** One bounded call: a deadline, a size limit, JSON or a clear error; never the service's HTML. */
export async function callService(url: string, init: RequestInit, deadline: number): Promise<unknown> {
  const left = deadline - Date.now();
  if (left <= 0) throw new ServiceError('timeout');
  const signal = AbortSignal.timeout(left);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...init, signal, redirect: 'manual' });
    text = await limitedText(response);
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError(signal.aborted ? 'timeout' : 'unavailable', { cause });
  }
  const body = parseJson(text);
  if (response.ok && body !== undefined) return body;
  throw refusalOf(response, body);
}

async function limitedText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new ServiceError('unavailable', { httpStatus: response.status });
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type ErrorShape = { error?: { code?: string; message?: string } | string; error_codes?: number[] };

function refusalOf(response: Response, body: unknown): ServiceError {
  const shape = (typeof body === 'object' && body !== null ? body : {}) as ErrorShape; // because only optional strings are read from it
  const code = typeof shape.error === 'object' ? (shape.error.code ?? '') : (shape.error ?? '');
  const message = typeof shape.error === 'object' ? (shape.error.message ?? '') : '';
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ServiceError(codeOf(response.status, String(code), String(message)), {
    httpStatus: response.status,
    serviceCode: String(code) || undefined,
    serviceRequestId: response.headers.get('requestid') ?? undefined,
    retryAfterMs: Number.isFinite(retryAfter) && response.headers.has('retry-after') ? retryAfter * 1000 : undefined,
  });
}

function codeOf(status: number, code: string, message: string): ServiceErrorCode {
  if (/CapacityNotActive/i.test(code)) return 'capacity_paused';
  if (status === 429) return 'throttled';
  if (/TokenExpired/i.test(code) || status === 401) return 'unauthorized';
  if (status === 403) return /quota|embed token/i.test(message) ? 'token_quota' : 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 400 && /requires? .*identity|identity (is )?required/i.test(message)) return 'identity_required';
  if (status === 400 && /identity/i.test(message)) return 'identity_not_allowed';
  if (status >= 400 && status < 500) return 'bad_request';
  return 'unavailable';
}
