import { Agent, request } from 'node:http';

export type Call = {
  method?: string;
  path: string;
  host: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** A file, sent as it is instead of a body. */
  bytes?: Uint8Array;
};
export type Answer = { status: number; text: string; headers: Record<string, string | string[] | undefined> };
export type Client = ReturnType<typeof getClient>;

/** A plain HTTP client with kept connections; Node's fetch cannot set the host that the Worker sees. */
export function getClient(port: number, connections = 64) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  function call({ method = 'GET', path, host, token, headers = {}, body, bytes }: Call): Promise<Answer> {
    const sends = bytes ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
    const type = bytes ? 'application/octet-stream' : 'application/json';
    return new Promise((resolve, reject) => {
      const sent = request({
        agent,
        port,
        path,
        method,
        host: '127.0.0.1',
        headers: {
          host,
          ...(sends === undefined ? {} : { 'content-type': type, 'content-length': sends.byteLength }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8'), headers: response.headers }),
        );
      });
      sent.end(sends);
    });
  }
  return { call, close: () => agent.destroy() };
}

/** Fails with what was answered, so that no bench measures refusals. */
export async function wellDone(client: Client, call: Call): Promise<Answer> {
  const answer = await client.call(call);
  if (answer.status >= 300) throw new Error(`${call.method ?? 'GET'} ${call.path}: ${answer.status} ${answer.text.slice(0, 400)}`);
  return answer;
}

/** Requests a second at a steady number of callers; runs for `ms` and counts whole answers only. */
export async function requestsPerSecond(client: Client, call: Call, callers: number, ms: number): Promise<number> {
  const begun = performance.now();
  let done = 0;
  const caller = async () => {
    while (performance.now() - begun < ms) {
      await wellDone(client, call);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return done / ((performance.now() - begun) / 1000);
}
