import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { raw, typed } from '../../db/raw.ts';
import type { AddressRule } from '../../domain/session/addresses.ts';
import { defaultLanguage, knownLanguage } from '../../domain/session/languages.ts';
import { defaultZone } from '../../domain/settings/defaults.ts';
import { getTheme } from '../../domain/themes/get-theme.ts';
import type { HostTenant } from './context.ts';
import type { Env } from './env.ts';

type Stored = Omit<HostTenant, 'theme'> & { theme: Record<string, unknown> | null; at: number };
const readHost = raw('host.tenant', {
  id: 'uuid',
  name: 'text',
  kind: typed<HostTenant['kind']>('text'),
  status: 'text',
  language: 'text',
  zone: 'text',
  theme: typed<Record<string, unknown> | null>('jsonb?'),
  addresses: typed<AddressRule | null>('jsonb?'),
});
type Kept = { tenant: HostTenant | null; until: number };

const memory = new Map<string, Kept>();
const hitMs = 10_000;
const missMs = 5_000;
const maxHosts = 5_000;
const refreshMs = 60 * 60 * 1000;

/** The request's host in the normalized form in which hosts are stored: lower case, no port, no trailing dot. */
export function getHost(url: URL): string {
  return url.hostname.toLowerCase().replace(/\.$/, '');
}

/**
 * host → tenant: memory for 10 s, then KV (written through; stale values serve while the database is down), then the database. The tenant
 * comes from the request's own host only, never from a forwarded header. A miss is never stored in KV.
 */
export async function tenantOfHost(host: string, env: Env, database: Database, now: number): Promise<HostTenant | null> {
  const kept = memory.get(host);
  if (kept && kept.until > now) return kept.tenant;
  const key = `host ${host}`;
  const stored = await env.HOSTS.get<Stored>(key, { type: 'json', cacheTtl: 60 }).catch(() => null);
  let found = stored;
  if (!stored || stored.at < now - refreshMs) {
    try {
      found = await ask(host, database, now);
      if (found) await env.HOSTS.put(key, JSON.stringify(found));
      else if (stored) await env.HOSTS.delete(key);
    } catch (error) {
      if (!stored) throw error;
    }
  }
  const tenant = found ? { ...found, addresses: found.addresses ?? null, theme: getTheme(found.theme) } : null;
  if (memory.size >= maxHosts) memory.clear();
  memory.set(host, { tenant, until: now + (tenant ? hitMs : missMs) });
  return tenant;
}

async function ask(host: string, database: Database, now: number): Promise<Stored | null> {
  const [{ rows }] = await database.withPublic((db) => [
    readHost(
      db,
      sql`select id, name, kind, status, language, zone, theme, app.allowed_addresses(id) as addresses from app.tenant_of_host(${host})`,
    ),
  ]);
  const [row] = rows;
  if (!row) return null;
  const language = knownLanguage(row.language) ?? defaultLanguage;
  return { ...row, language, zone: row.zone || defaultZone, at: now };
}

/** Invalidates the cached hosts of a tenant: the next request here asks the database, other edge locations follow within a minute. */
export async function forgetHosts(hosts: readonly string[], env: Env): Promise<void> {
  for (const host of hosts) memory.delete(host);
  await Promise.all(hosts.map((host) => env.HOSTS.delete(`host ${host}`)));
}
