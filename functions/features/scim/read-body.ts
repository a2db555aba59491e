import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidSyntax, invalidValue, ScimError } from '../../../domain/scim/error.ts';
import { maxBodyBytes, maxBodyDepth } from '../../../domain/scim/limits.ts';
import { readBytes } from '../../request/read-bytes.ts';

/** The JSON object of a request; anything that no directory would send is refused before it is interpreted (QUALITY, bad input). */
export async function readScimBody(request: Request): Promise<Record<string, unknown> | null> {
  const bytes = await readBytes(request, maxBodyBytes).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'body_too_large')
      throw new ScimError(413, `A request has ${maxBodyBytes} bytes at most.`);
    throw error;
  });
  if (bytes.byteLength === 0) return null;
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && type !== 'application/scim+json' && type !== 'application/json')
    throw new ScimError(415, 'The body is application/scim+json or application/json.');
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw invalidSyntax('The body is no JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidSyntax('The body is a JSON object.');
  scan(body, 0);
  return body as Record<string, unknown>; // because it is an object and not an array
}

/** NUL and lone surrogates never reach the database, deep trees and `__proto__` never a rule. */
function scan(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) throw invalidValue('A text has signs that no text has.');
    return;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalidValue('A number is too large.');
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxBodyDepth) throw invalidSyntax('The body is nested too deeply.');
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__' || key.includes('\u0000') || !key.isWellFormed())
      throw invalidSyntax('The body has a name that none may have.');
    scan(inner, depth + 1);
  }
}
