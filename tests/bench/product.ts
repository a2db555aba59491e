import { queues } from '../../domain/jobs/queues.ts';
import { password as everyones } from '../support/password.ts';
import type { Client } from './client.ts';
import { type RawWorker, startRawWorker } from './raw-workerd.ts';
import { builtWorker } from './worker-modules.ts';
import type { World } from './world.ts';

// The bindings as workerd speaks them: KV by its HTTP protocol, R2 without files, empty pages, and a queue without a consumer.
const kv = `const kept = new Map();
export default { async fetch(request) {
  const key = decodeURIComponent(new URL(request.url).pathname.slice(1));
  if (request.method === 'PUT') { kept.set(key, await request.text()); return new Response(null); }
  if (request.method === 'DELETE') { kept.delete(key); return new Response(null); }
  return kept.has(key) ? new Response(kept.get(key)) : new Response('not found', { status: 404 });
} };`;
const files = `export default { fetch: () => new Response(null, { status: 404 }) };`;
const queue = `export default { fetch: () => Response.json({}) };`;
const pages =
  "export default { fetch: () => new Response('<!doctype html><html><head><title></title></head>" +
  "</html>', { headers: { 'content-type': 'text/html' } }) };";

const queueBindings = (script: string | null) =>
  Object.fromEntries(Object.values(queues).map(({ binding }) => [binding, { kind: 'queue' as const, script }]));

const textBindings = (vars: Record<string, string>) =>
  Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, { kind: 'text' as const, value }]));

const productBindings = (vars: Record<string, string>) => ({
  ...textBindings(vars),
  HOSTS: { kind: 'kvNamespace' as const, script: kv },
  ...queueBindings(queue),
  FILES: { kind: 'r2Bucket' as const, script: files },
  ASSETS: { kind: 'service' as const, script: pages },
});

/** The same bindings without Workers behind them, so that only the product's start is measured; nothing may call them. */
export const silentBindings = (vars: Record<string, string>) => ({
  ...textBindings(vars),
  HOSTS: { kind: 'kvNamespace' as const, script: null },
  ...queueBindings(null),
  FILES: { kind: 'r2Bucket' as const, script: null },
  ASSETS: { kind: 'service' as const, script: null },
});

export const getSettings = (world: Pick<World, 'endpoint' | 'secrets'>, service = 'http://127.0.0.1:9') => ({
  STAGE: 'test',
  PRODUCT_HOST: 'localhost',
  TEST_CLOCK: '1',
  NEON_FETCH_ENDPOINT: world.endpoint,
  ENTRA_AUTHORITY: service,
  SIGN_IN_AUTHORITY: service,
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: '9',
  SMTP_PROTOCOL: 'starttls',
  SMTP_USER: '',
  SMTP_FROM: 'portal@mirante.test',
  REPORT_SERVICE_API: service,
  AZURE_MANAGEMENT_API: service,
  REPORT_SERVICE_EMBED_ORIGIN: service,
  ...world.secrets,
});

/** The built Worker on raw workerd over a world's database, to which it has sent no query yet. */
export function startProduct(world: Pick<World, 'endpoint' | 'secrets'>, service?: string): Promise<RawWorker> {
  return startRawWorker(builtWorker(), productBindings(getSettings(world, service)), '/assets/none');
}

/** Signs in over a client and returns the token. */
export async function getToken(client: Client, host: string, email: string, address = '10.0.0.1'): Promise<string> {
  const answer = await client.call({
    method: 'POST',
    path: '/api/login',
    host,
    headers: { 'cf-connecting-ip': address },
    body: { email, password: everyones },
  });
  if (answer.status !== 200) throw new Error(`${email} could not sign in on ${host}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text).token;
}
