import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Statement = { query: string; params: (string | null)[] };
export type Recorded = { role: string; statements: Statement[]; headers: IncomingHttpHeaders; body: string; answer: string };

/** A proxy between a Worker and the database endpoint that records requests and answers. */
export async function startRecorder(endpoint: string) {
  let recorded: Recorded[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString('utf8');
    const kept = Object.entries(request.headers).filter(([name]) => name.startsWith('neon-') || name === 'content-type');
    // Because these headers come once each.
    const answered = await fetch(endpoint, { method: 'POST', headers: kept as [string, string][], body });
    const answer = await answered.text();
    const parsed = JSON.parse(body);
    const role = new URL(String(request.headers['neon-connection-string'])).username;
    recorded.push({ role, statements: parsed.queries ?? [parsed], headers: request.headers, body, answer });
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // because a TCP server's address isn't a path
  return {
    endpoint: `http://127.0.0.1:${port}/sql`,
    /** Records since the last call. */
    take(): Recorded[] {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
