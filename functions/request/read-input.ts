import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { pathParams } from '../../domain/contract/endpoint.ts';
import { AppError } from '../../domain/errors/catalogue.ts';

const defaultMaxBytes = 64 * 1024;
const maxDepth = 16;
// A sender that is cut off while sending sees a broken connection instead of the refusal, so this much more is read and dropped.
const droppedBytes = 1024 * 1024;

/** Reads an endpoint's flat input from path, query and body, and refuses what no contract accepts (QUALITY, bad input). */
export async function readInput(
  endpoint: Endpoint,
  request: Request,
  url: URL,
  params: Record<string, string>,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  const names = pathParams(endpoint.path);
  for (const [key, value] of url.searchParams) {
    if (key in input || names.includes(key)) throw new AppError('invalid_input', { reason: 'repeated' }, { field: key });
    if (key === '__proto__') throw new AppError('invalid_input', { reason: 'unknown' }, { field: key });
    input[key] = value;
  }
  if (!endpoint.file && (endpoint.method === 'POST' || endpoint.method === 'PUT')) {
    if (Object.keys(input).length > 0) throw new AppError('invalid_input', { reason: 'unknown' }, { field: Object.keys(input)[0] });
    Object.assign(input, await readBody(request, endpoint.maxBytes ?? defaultMaxBytes, names));
  }
  for (const name of names) input[name] = params[name];
  scan(input, '', 0);
  return input;
}

async function readBody(request: Request, maxBytes: number, names: string[]): Promise<Record<string, unknown>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes + droppedBytes)
    throw new AppError('body_too_large', { limit: maxBytes });
  const text = await readText(request, maxBytes);
  if (text === '') return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json(;|$)/i.test(type.trim())) throw new AppError('unsupported_media');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AppError('malformed_body');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('invalid_input', { reason: 'shape' }, { field: '' });
  const own = body as Record<string, unknown>; // because it is an object and not an array
  for (const name of ['__proto__', ...names])
    if (Object.hasOwn(own, name)) throw new AppError('invalid_input', { reason: 'unknown' }, { field: name });
  return own;
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const reader = request.body?.getReader();
  if (!reader) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes + droppedBytes) {
      await reader.cancel();
      break;
    }
    if (size <= maxBytes) chunks.push(value);
  }
  if (size > maxBytes) throw new AppError('body_too_large', { limit: maxBytes });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer(),
    );
  } catch {
    throw new AppError('malformed_body');
  }
}

/** Keeps NUL and lone surrogates from the database, and deep trees and `__proto__` from the schemas. */
function scan(value: unknown, path: string, depth: number): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) throw new AppError('invalid_input', { reason: 'characters' }, { field: path });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth) throw new AppError('invalid_input', { reason: 'depth' }, { field: path });
  for (const key of Object.keys(value)) {
    const inner = path ? `${path}.${key}` : key;
    if (key === '__proto__' || key.includes('\u0000') || !key.isWellFormed())
      throw new AppError('invalid_input', { reason: 'unknown' }, { field: path || '__proto__' });
    scan((value as Record<string, unknown>)[key], inner, depth + 1); // because key is one of the object's own keys
  }
}
