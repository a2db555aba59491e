import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

type Fetch = (request: Request) => Response | Promise<Response>;

/** Carries one Node request to a fetch handler; the request's signal aborts when the caller goes away. */
async function carry(handler: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const url = `http://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`;
  const request = new Request(url, {
    method: incoming.method ?? 'GET',
    headers,
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' } : {}), // because node and the DOM name the same stream twice
  });
  const response = await handler(request);
  if (outgoing.destroyed) return;
  const body = Buffer.from(await response.arrayBuffer());
  const cut = response.headers.get('x-sim-cut') !== null;
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), 'content-length': String(body.length) });
  if (!cut) return void outgoing.end(body);
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
}

function open(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port); // because a TCP server has an address with a port
    });
  });
}

/** Serves a fetch handler on 127.0.0.1 and, where the machine has it, on ::1 with the same port; nowhere else. */
export async function listenOnLoopback(handler: Fetch, port: number): Promise<{ port: number; close(): Promise<void> }> {
  const make = () =>
    // Longer than any client keeps a connection alive: closing one just as a busy client reuses it would be an unintended failure.
    createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
      carry(handler, incoming, outgoing).catch(() => outgoing.destroy());
    });
  const four = make();
  const taken = await open(four, '127.0.0.1', port);
  const six = make();
  const servers = await open(six, '::1', taken).then(
    () => [four, six],
    () => [four],
  );
  return {
    port: taken,
    close: async () => {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
