import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Counters, jobs } from './counters.ts';
import type { Engine } from './engine.ts';
import { openMigrated } from './migrated.ts';
import { asOwnerAtOnce, getOwner, type OwnerSql } from './owner.ts';
import { BadRequest, getCredentials, parseRequest } from './protocol.ts';
import { openRecording, type Recording } from './recording.ts';
import { getUrls, letRolesIn, makePasswords, type Passwords, type RoleKey, roleNames } from './roles.ts';
import { runStatements } from './run-statements.ts';

const MAX_BODY = 16 * 1024 * 1024;
const MAX_ANSWER = 10 * 1024 * 1024; // Neon's own limit, answered with 507.
const errorFields = [
  'code',
  'detail',
  'hint',
  'position',
  'severity',
  'where',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
];

export type Database = {
  endpoint: string;
  urls: Record<RoleKey, string>;
  applied: string[];
  owner: OwnerSql & { atOnce<Result>(work: (sql: OwnerSql) => Promise<Result>): Promise<Result> };
  close(): Promise<void>;
};

type Options = { folder?: string; postgres?: string; migrations: string; port?: number; passwords?: Passwords };

/**
 * A Postgres that answers Neon's HTTP protocol on 127.0.0.1: PGlite in a folder (or in memory), or a real one. Migrations are applied
 * first.
 */
export async function startDatabase(options: Options): Promise<Database> {
  const { engine, applied } = await openMigrated(options);
  const passwords = options.passwords ?? makePasswords();
  const owner = getOwner(engine);
  try {
    // PGlite has no authentication: the endpoint below checks the passwords.
    if (engine.kind === 'postgres') await letRolesIn(owner, passwords);
    const server = await listen(engine, passwords, options.port ?? 0);
    const { port } = server.address() as AddressInfo; // because a TCP server's address isn't a path.
    return {
      endpoint: `http://127.0.0.1:${port}/sql`,
      urls: getUrls(passwords),
      applied,
      owner: { ...owner, atOnce: (work) => asOwnerAtOnce(engine, work) },
      async close() {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function listen(engine: Engine, passwords: Passwords, port: number): Promise<Server> {
  const counters = new Counters();
  const recording = openRecording(process.env.MIRANTE_STATEMENTS);
  const server = createServer((request, response) => {
    const answered = answer(engine, passwords, counters, recording, request, response);
    const tag = /^\/sql\/(\w[\w-]*)/.exec(request.url ?? '')?.[1];
    if (tag) counters.follow(tag, answered);
    answered.catch((error) => sendError(response, error));
  });
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function answer(
  engine: Engine,
  passwords: Passwords,
  counters: Counters,
  recording: Recording,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname.startsWith('/__db/')) return control(url, passwords, counters, recording, request, response);
  const [, area, tag = ''] = url.pathname.split('/');
  if (request.method !== 'POST' || area !== 'sql') return send(response, 404, { message: 'not found' });
  const fault = counters.fault(tag);
  if (fault.delayMs) await pause(fault.delayMs);
  if (fault.down) return void request.socket.destroy();
  const parsed = parseRequest(request.headers, await readBody(request));
  const key = getRole(parsed, passwords);
  // Background work belongs to no counted request, so it is counted separately.
  if (key !== 'owner') counters.count(key === 'job' ? `${tag}${jobs}` : tag, parsed.statements.length);
  const texts = parsed.statements.map(({ query }) => query);
  if (key !== 'owner') recording.record(tag, key, texts);
  const results = await runStatements(engine, key === 'owner' ? engine.owner : roleNames[key], parsed, fault.rollBack);
  send(response, 200, parsed.batch ? { results } : results[0]);
}

/**
 * Counts, faults and the recording, for callers with the owner's password. A web page can't send the header: it needs a preflight, which is
 * never answered.
 */
async function control(
  url: URL,
  passwords: Passwords,
  counters: Counters,
  recording: Recording,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (getRole(getCredentials(request.headers), passwords) !== 'owner') return send(response, 403, { message: 'only the owner' });
  const tag = url.searchParams.get('tag') ?? '';
  const route = `${request.method} ${url.pathname}`;
  if (route === 'POST /__db/stats/reset') counters.reset(tag);
  else if (route === 'POST /__db/fault') counters.setFault(tag, JSON.parse(await readBody(request)));
  else if (route === 'POST /__db/idle') await counters.idle(tag);
  else if (route === 'POST /__db/recording/mute') recording.mute(tag);
  else if (route === 'POST /__db/recording/resume') recording.resume(tag);
  else if (route !== 'GET /__db/stats') return send(response, 404, { message: 'not found' });
  send(response, 200, counters.stats(tag));
}

function getRole({ user, password }: { user: string; password: string }, passwords: Passwords): RoleKey {
  // Because Object.keys forgets the literal names.
  const key = (Object.keys(roleNames) as RoleKey[]).find((each) => roleNames[each] === user);
  const [given, expected] = [Buffer.from(password), Buffer.from(key ? passwords[key] : '')];
  const isRight = key && given.length === expected.length && timingSafeEqual(given, expected);
  if (!isRight) throw new BadRequest(`password authentication failed for user '${user}'`);
  return key;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MAX_BODY) throw new BadRequest('The body is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const isTooLarge = text.length > MAX_ANSWER;
  response.writeHead(isTooLarge ? 507 : status, { 'content-type': 'application/json' });
  response.end(isTooLarge ? '{"message":"response is too large"}' : text);
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || !(error instanceof Error)) {
    response.destroy();
    return;
  }
  // The driver treats every status but 400 as a failing server; only errors of the statement itself are a 400.
  const isStatement = error instanceof BadRequest || error instanceof SyntaxError || 'severity' in error;
  const known = Object.entries(error).filter(([name]) => errorFields.includes(name));
  send(response, isStatement ? 400 : 500, { message: error.message, ...Object.fromEntries(known) });
}
