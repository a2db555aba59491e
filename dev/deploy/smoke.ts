import { setTimeout as pause } from 'node:timers/promises';
import type { Say } from '../stopped.ts';

export type Ask = (url: string, init?: RequestInit) => Promise<Response>;
export type SmokeOptions = { host: string; tag: string | null; isBootstrapped: boolean; patienceMs: number; ask: Ask; say: Say };

const missingFile = '/assets/none-00000000.js';

/**
 * Checks the deployed portal from outside: the new version's health, its sign-in page with one of its files, and one API call. Returns
 * what is wrong, or null. A new deployment needs seconds to reach every location, a new zone minutes.
 */
export async function smokeTest({ host, tag, isBootstrapped, patienceMs, ask, say }: SmokeOptions): Promise<string | null> {
  const site = `https://${host}`;
  const once = async (path: string, init: RequestInit = {}) => {
    const response = await ask(`${site}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(30_000), ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  async function isWell(): Promise<string | null> {
    const health = await once('/healthz');
    const { status, parts, version } = parsed(health.text);
    if (health.status !== 200 || status !== 'ok')
      return `/healthz answers ${health.status} ${JSON.stringify(parts ?? health.text.slice(0, 200))}`;
    return tag && version !== tag ? `/healthz is answered by the version ${version}, not ${tag}` : null;
  }
  async function hasPages(): Promise<string | null> {
    const page = await once('/signin');
    const wanted = isBootstrapped ? 200 : 404;
    if (page.status !== wanted || !page.text.includes('id="boot"')) return `/signin answers ${page.status} instead of the page`;
    const file = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1];
    const asset = file ? await once(file) : null;
    if (asset?.status !== 200) return `${file ?? 'a script of /signin'} answers ${asset?.status ?? 'nothing'}`;
    const isKept = ({ headers }: { headers: Headers }) => headers.get('cache-control')?.includes('immutable') === true;
    if (!isKept(asset)) return `${file} isn't kept by browsers: dist/_headers wasn't uploaded`;
    // A tab of another version asks for files that are gone; a 404 that browsers keep would outlast the rollback that brings them back.
    const missing = await once(missingFile);
    if (missing.status !== 404) return `${missingFile}, which doesn't exist, answers ${missing.status} instead of 404`;
    return isKept(missing) ? `the 404 of ${missingFile} is kept by browsers` : null;
  }
  async function answersCalls(): Promise<string | null> {
    const call = await once('/api/login/config', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    if (isBootstrapped) return call.status === 200 ? null : `/api/login/config answers ${call.status} ${call.text.slice(0, 200)}`;
    const { status } = parsed(call.text);
    return status === 'unknown_host' ? null : `/api/login/config answers ${call.status} ${call.text.slice(0, 200)}`;
  }
  for (const [name, check] of [
    ['health and version', isWell],
    ['sign-in page', hasPages],
    ['a call of the API', answersCalls],
  ] as const) {
    const wrong = await patiently(check, patienceMs);
    if (wrong) return wrong;
    say(`${site}: ${name}, fine.`);
  }
  return null;
}

async function patiently(check: () => Promise<string | null>, patienceMs: number): Promise<string | null> {
  for (const deadline = Date.now() + patienceMs; ; await pause(Math.min(2_000, patienceMs / 10))) {
    const wrong = await check().catch(
      (error: Error) => `no answer (${error.cause instanceof Error ? error.cause.message : error.message})`,
    );
    if (!wrong || Date.now() > deadline) return wrong;
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>; // because only its named fields are compared
  } catch {
    return {};
  }
}
