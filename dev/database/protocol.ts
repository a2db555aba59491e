import type { IncomingHttpHeaders } from 'node:http';

/** Neon's HTTP protocol, as its driver speaks it: one statement, or several that are one transaction. */
type Statement = { query: string; params: (string | null)[] };
export type SqlRequest = { user: string; password: string; statements: Statement[]; batch: boolean; begin: string };

export class BadRequest extends Error {
  readonly code: string | undefined;
  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

const isolation: Record<string, string> = {
  ReadUncommitted: 'read uncommitted',
  ReadCommitted: 'read committed',
  RepeatableRead: 'repeatable read',
  Serializable: 'serializable',
};

export function getCredentials(headers: IncomingHttpHeaders): { user: string; password: string } {
  const address = headers['neon-connection-string'];
  if (typeof address !== 'string' || !URL.canParse(address))
    throw new BadRequest('The header Neon-Connection-String is missing or no address');
  const { username, password } = new URL(address);
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}

export function parseRequest(headers: IncomingHttpHeaders, body: string): SqlRequest {
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== 'object' || parsed === null) throw new BadRequest('The body is no JSON object');
  const batch = 'queries' in parsed;
  const list = batch ? parsed.queries : [parsed];
  if (!Array.isArray(list) || list.length === 0) throw new BadRequest('The body holds no statement');
  return { ...getCredentials(headers), statements: list.map(toStatement), batch, begin: getBegin(headers) };
}

function toStatement(input: unknown): Statement {
  if (typeof input !== 'object' || input === null || !('query' in input) || typeof input.query !== 'string')
    throw new BadRequest('A statement has no text');
  const params = 'params' in input ? input.params : [];
  if (!Array.isArray(params) || !params.every((each) => each === null || typeof each === 'string'))
    throw new BadRequest('Parameters are texts or null');
  refuseWhatNeonCannot(input.query);
  return { query: input.query, params };
}

// Here the connection itself belongs to a superuser, so a request could take back what its role gave up; at Neon it could not. COPY ends
// PGlite.
function refuseWhatNeonCannot(text: string): void {
  if (/session[\s_"]*authorization|\bdiscard\s+all\b/i.test(text))
    throw new BadRequest('permission denied to set session authorization', '42501');
  if (/\bcopy\b[^;]*\b(from|to)\s+std(in|out)\b/i.test(text))
    throw new BadRequest('COPY over standard input or output is not supported', '0A000');
}

function getBegin(headers: IncomingHttpHeaders): string {
  const level = headers['neon-batch-isolation-level'];
  const words = ['begin'];
  if (typeof level === 'string') words.push(`isolation level ${isolation[level] ?? 'read committed'}`);
  if (headers['neon-batch-read-only'] === 'true') words.push('read only');
  if (headers['neon-batch-deferrable'] === 'true') words.push('deferrable');
  return words.join(' ');
}
