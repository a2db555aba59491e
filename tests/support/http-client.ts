import { Agent, type IncomingMessage, request } from 'node:http';

type FetchOptions = {
  method?: string;
  headers?: HeadersInit;
  body?: string | Uint8Array;
  redirect?: 'manual';
  signal?: AbortSignal;
};
export type Fetch = (url: string | URL, options?: FetchOptions) => Promise<Response>;

/** Servers keep idle connections for five seconds. */
const idleMs = 3_000;
const withoutBody = [101, 204, 205, 304];

/** `fetch` for one server under any host name, which Node's own cannot set. It follows no redirect. */
export function httpClient(server: URL): { fetch: Fetch; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: idleMs });
  const fetch: Fetch = (address, { method = 'GET', headers, body, signal } = {}) => {
    const url = new URL(address);
    const sent = new Headers(headers);
    sent.set('host', url.host);
    if (body !== undefined && !sent.has('content-type') && typeof body === 'string') sent.set('content-type', 'text/plain;charset=UTF-8');
    return new Promise((resolve, reject) => {
      const call = request({
        agent,
        signal,
        method,
        hostname: server.hostname,
        port: server.port,
        path: url.pathname + url.search,
        headers: Object.fromEntries(sent),
      });
      call.on('error', reject);
      call.once('response', (message) => getWhole(message).then(resolve, reject));
      call.end(body);
    });
  };
  return { fetch, close: () => agent.destroy() };
}

async function getWhole(message: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  const headers = new Headers();
  for (let at = 0; at < message.rawHeaders.length; at += 2) headers.append(message.rawHeaders[at] ?? '', message.rawHeaders[at + 1] ?? '');
  const status = message.statusCode ?? 0;
  return new Response(withoutBody.includes(status) ? null : Buffer.concat(parts), { status, headers });
}
