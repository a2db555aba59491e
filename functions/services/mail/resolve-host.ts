import { hostFault, isPrivateAddress } from '../../../domain/mail/server-host.ts';

const waitMs = 5_000;
const maxBytes = 64 * 1024;

export type HostState = 'public' | 'private' | 'unknown' | 'not_asked';

async function getAddresses(resolver: string, host: string, type: 'A' | 'AAAA'): Promise<string[] | null> {
  const url = new URL(resolver);
  url.searchParams.set('name', host);
  url.searchParams.set('type', type);
  const response = await fetch(url, {
    headers: { accept: 'application/dns-json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(waitMs),
  });
  const text = await response.text();
  if (!response.ok || text.length > maxBytes) return null;
  const answer: { Status?: number; Answer?: { type?: number; data?: unknown }[] } = JSON.parse(text);
  if (answer.Status !== 0 && answer.Status !== 3) return null;
  const wanted = type === 'A' ? 1 : 28;
  return (Array.isArray(answer.Answer) ? answer.Answer : []).filter((row) => row.type === wanted).map((row) => String(row.data));
}

/**
 * Resolves a name over HTTPS; a name with one private address counts as private. Best effort: the name may change before the connection
 * (time-of-check/time-of-use), and a resolver that does not answer blocks nothing.
 */
export async function resolveHost(host: string, resolver: string): Promise<HostState> {
  if (!resolver || hostFault(host) !== null || /[:[\]]|^[\d.]+$/.test(host)) return 'not_asked';
  try {
    const [v4, v6] = await Promise.all([getAddresses(resolver, host, 'A'), getAddresses(resolver, host, 'AAAA')]);
    const all = [...(v4 ?? []), ...(v6 ?? [])];
    if (all.some(isPrivateAddress)) return 'private';
    if (all.length > 0) return 'public';
    return v4 && v6 ? 'unknown' : 'not_asked';
  } catch {
    return 'not_asked';
  }
}
