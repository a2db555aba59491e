import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Call = { method: string; path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: Buffer };
export type Answer = { status: number; body: unknown };
type Handler = (call: Call, ...captured: string[]) => Answer | Promise<Answer>;
/** `GET /accounts/:account/queues`: a word after a colon is captured. */
export type Routes = Record<string, Handler>;

export type FakeApi = {
  url: string;
  /** Every call as `METHOD /path`, oldest first. */
  calls: string[];
  /** Calls without a matching route: a test expects none. */
  unknown: string[];
  /** The calls that changed something since the last read. */
  writes(): string[];
  close(): Promise<void>;
};

const getPattern = (route: string) => new RegExp(`^${route.replace(/:\w+/g, '([^/]+)')}$`);

/** An API on loopback that refuses what it doesn't know. */
export async function startFake(
  prefix: string,
  routes: Routes,
  refuse: (call: Call) => Answer | null,
  unknownAnswer: (call: Call) => Answer,
): Promise<FakeApi> {
  const table = Object.entries(routes).map(([route, handler]) => ({ pattern: getPattern(route), handler }));
  const calls: string[] = [];
  const unknown: string[] = [];
  let seen = 0;
  const server = createServer((request, response) => {
    answer(request)
      .catch((error: Error) => ({ status: 500, body: { fake: error.stack } }))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
  });
  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname;
    const call = { method: request.method ?? 'GET', path, query: url.searchParams, headers: request.headers, body: Buffer.concat(parts) };
    const line = `${call.method} ${path}`;
    calls.push(line);
    const refused = refuse(call);
    if (refused) return refused;
    for (const { pattern, handler } of table) {
      const match = pattern.exec(line);
      if (match) return handler(call, ...match.slice(1).map(decodeURIComponent));
    }
    unknown.push(line);
    return unknownAnswer(call);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // because a TCP server's address isn't a path
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    calls,
    unknown,
    writes() {
      const since = calls.slice(seen).filter((line) => !line.startsWith('GET '));
      seen = calls.length;
      return since;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export const json = <Body>(call: Call): Body => JSON.parse(call.body.toString('utf8')) as Body; // because the handler checks what it reads

/** The parts of a multipart body. */
export const getForm = (call: Call): Promise<FormData> =>
  new Response(new Uint8Array(call.body), { headers: { 'content-type': call.headers['content-type'] ?? '' } }).formData();
