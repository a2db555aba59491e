import { ServiceError, type ServiceErrorCode } from './service-error.ts';

/** The time budget of a user's call to the service, retries included. */
export const budgetMs = 10_000;
const maxBytes = 2 * 1024 * 1024;
const longestMessage = 500;

export type Reply = { status: number; headers: Headers; body: unknown };

/** One bounded call: a deadline, a size limit, JSON or a clear error, and never the service's HTML. */
export async function callService(url: string, init: RequestInit, deadline: number): Promise<unknown> {
  const { body } = await getReply(url, init, deadline);
  if (body === undefined) throw new ServiceError('unavailable');
  return body;
}

/** Like callService, with status and headers. An empty answer is valid (`body` undefined), as the service gives for commands. */
export async function getReply(url: string, init: RequestInit, deadline: number): Promise<Reply> {
  const { response, signal } = await fetchBy(url, init, deadline);
  let text: string;
  try {
    text = await limitedText(response);
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError(signal.aborted ? 'timeout' : 'unavailable', { cause });
  }
  const body = parseJson(text);
  if (!response.ok) throw toServiceError(response, body);
  if (body === undefined && text.trim() !== '') throw toServiceError(response, body);
  return { status: response.status, headers: response.headers, body };
}

/** The raw response, for a file that is streamed on; an error answer is read and thrown. */
export async function openResponse(url: string, init: RequestInit, deadline: number): Promise<Response> {
  const { response, signal } = await fetchBy(url, init, deadline);
  if (response.ok && response.body) return response;
  const text = await limitedText(response).catch((cause: unknown) => {
    throw new ServiceError(signal.aborted ? 'timeout' : 'unavailable', { cause });
  });
  throw toServiceError(response, parseJson(text));
}

async function fetchBy(url: string, init: RequestInit, deadline: number): Promise<{ response: Response; signal: AbortSignal }> {
  const left = deadline - Date.now();
  if (left <= 0) throw new ServiceError('timeout');
  const signal = AbortSignal.timeout(left);
  try {
    return { response: await fetch(url, { ...init, signal, redirect: 'manual' }), signal };
  } catch (cause) {
    throw new ServiceError(signal.aborted ? 'timeout' : 'unavailable', { cause });
  }
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

type Detail = { detail?: { value?: unknown } | null } | null;
type ErrorObject = { code?: unknown; message?: unknown; 'pbi.error'?: { details?: Detail[] } };
type ErrorShape = { error?: ErrorObject | string; error_codes?: unknown[]; error_description?: unknown };

function toServiceError(response: Response, body: unknown): ServiceError {
  const shape = (typeof body === 'object' && body !== null ? body : {}) as ErrorShape; // because only what is checked below is read from it
  const deep = typeof shape.error === 'object' && shape.error !== null ? shape.error : {};
  const code = getDirectoryCode(shape) ?? String(deep.code ?? (typeof shape.error === 'string' ? shape.error : ''));
  const message = getWords(shape, deep);
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ServiceError(getCode(response.status, code, message), {
    httpStatus: response.status,
    serviceCode: code || undefined,
    serviceMessage: message || undefined,
    serviceRequestId: response.headers.get('requestid') ?? response.headers.get('x-ms-request-id') ?? undefined,
    retryAfterMs: Number.isFinite(retryAfter) && response.headers.has('retry-after') ? retryAfter * 1000 : undefined,
  });
}

/** The directory distinguishes errors by number only; the word is "invalid client" for all of them. */
function getDirectoryCode({ error_codes: codes, error_description: description }: ErrorShape): string | undefined {
  const number = Array.isArray(codes) ? codes[0] : /^AADSTS(\d+)/.exec(String(description ?? ''))?.[1];
  return number === undefined ? undefined : `AADSTS${Number(number)}`;
}

function getWords(shape: ErrorShape, deep: ErrorObject): string {
  const detail = deep['pbi.error']?.details?.find((one) => typeof one?.detail?.value === 'string')?.detail?.value;
  const text = [deep.message, detail, shape.error_description].find((one) => typeof one === 'string' && one.trim() !== '');
  return plainWords(String(text ?? ''));
}

/** The service's own words in a form safe to show: one line, shortened, without anything that grants access. */
export function plainWords(text: string, secret?: string): string {
  const hidden = secret ? text.replaceAll(secret, '…') : text;
  return hidden
    .replace(/\bBearer\s+\S+/gi, 'Bearer …')
    .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g, '…')
    .replace(/([?&](?:sig|se|sv|token|client_secret)=)[^&\s'"]+/gi, '$1…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestMessage);
}

/** Whether an error names a paused capacity: in its code, or only in the words of a query or an export that failed. */
export const namesPausedCapacity = (error: string): boolean => /CapacityNotActive/i.test(error);

function getCode(status: number, code: string, message: string): ServiceErrorCode {
  if (namesPausedCapacity(`${code} ${message}`)) return 'capacity_paused';
  if (status === 429) return 'throttled';
  if (/TokenExpired/i.test(code) || status === 401) return 'unauthorized';
  if (status === 403) return /quota|embed token/i.test(message) ? 'token_quota' : 'forbidden';
  if (/Duplicate(?!.*NotFound)/i.test(code) || status === 409) return 'conflict';
  if (status === 404) return 'not_found';
  if (status === 400 && /requires? .*identity|identity (is )?required/i.test(message)) return 'identity_required';
  if (status === 400 && /identity/i.test(message)) return 'identity_not_allowed';
  if (status >= 400 && status < 500) return 'bad_request';
  return 'unavailable';
}
