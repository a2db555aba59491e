import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import type { Ask } from '../../../dev/deploy/smoke.ts';
import type { Binding, CloudflareFake, Version } from './cloudflare.ts';
import { neonSql } from './neon-sql.ts';

/**
 * What Cloudflare's network does with what was uploaded: a host must have a proxied record (or be an active custom hostname), the most
 * specific route names the Worker, and the version in service runs in workerd with the bindings it was uploaded with.
 */
export function startEdge(cloudflare: CloudflareFake) {
  const sql = neonSql();
  const running = new Map<string, Promise<{ miniflare: Miniflare; folder: string }>>();
  const matches = (pattern: string, host: string) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(`${host}/`) || pattern === '*/*';

  function workerFor(host: string): string {
    const isOurs = cloudflare.records.some(
      ({ name, proxied }) => proxied && (name === host || (name.startsWith('*.') && host.endsWith(name.slice(1)))),
    );
    const isCustomers =
      cloudflare.fallback && cloudflare.hostnames.some(({ hostname, status }) => hostname === host && status === 'active');
    if (!isOurs && !isCustomers) throw new TypeError('fetch failed', { cause: new Error(`getaddrinfo ENOTFOUND ${host}`) });
    const found = cloudflare.routes.filter(({ pattern }) => matches(pattern, host)).sort((a, b) => b.pattern.length - a.pattern.length);
    if (!found[0]) throw new TypeError('fetch failed', { cause: new Error(`522: no Worker has a route for ${host}`) });
    return found[0].script;
  }

  async function start(version: Version) {
    const folder = mkdtempSync(join(tmpdir(), 'mirante-edge-'));
    for (const [path, content] of version.assets) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const { metadata, modules } = version;
    // Wrangler writes it.
    const { _headers: headers, ...assetConfig } = (metadata.assets?.config ?? {}) as { _headers?: string; run_worker_first?: string[] };
    if (headers) writeFileSync(join(folder, '_headers'), headers);
    const of = (type: string) => metadata.bindings.filter((binding) => binding.type === type);
    const values = (type: string, field: string) =>
      Object.fromEntries(of(type).map((binding: Binding) => [binding.name, String(binding[field])]));
    const entry = metadata.main_module;
    const names = [entry, ...[...modules.keys()].filter((name) => name !== entry)];
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        name: 'uploaded',
        compatibilityDate: metadata.compatibility_date,
        compatibilityFlags: metadata.compatibility_flags,
        modules: names.map((name) => ({ type: 'ESModule' as const, path: join('/uploaded', name), contents: modules.get(name) ?? '' })),
        modulesRoot: '/uploaded',
        bindings: {
          ...values('plain_text', 'text'),
          ...values('secret_text', 'text'),
          VERSION: { id: version.id, tag: metadata.annotations?.['workers/tag'] ?? '', timestamp: '' },
        },
        kvNamespaces: values('kv_namespace', 'namespace_id'),
        r2Buckets: values('r2_bucket', 'bucket_name'),
        queueProducers: values('queue', 'queue_name'),
        assets: {
          directory: folder,
          binding: of('assets')[0]?.name ?? 'ASSETS',
          run_worker_first: assetConfig.run_worker_first,
          routerConfig: {
            has_user_worker: true,
            static_routing: { asset_worker: [], user_worker: assetConfig.run_worker_first ?? [] },
          },
          assetConfig,
        },
        cf: false,
        outboundService: (async (request: Request) => {
          const { hostname, pathname } = new URL(request.url);
          if (/^api\..+\.neon\.tech$/.test(hostname) && pathname === '/sql') return sql.answer(request.headers, await request.text());
          return new Response(`no Worker answers as ${hostname} here`, { status: 502 });
        }) as never, // because Miniflare's Request and Response are those of undici
        handleStructuredLogs: () => {},
      } as never), // because the converter's type names neither JSON bindings nor the raw rules of assets
    );
    return { miniflare, folder };
  }

  const getRuntime = (version: Version) => running.get(version.id) ?? running.set(version.id, start(version)).get(version.id)!;
  const fetch: Ask = async (address, init = {}) => {
    const { hostname } = new URL(address);
    const version = cloudflare.active(workerFor(hostname));
    if (!version) throw new Error(`No version serves ${hostname}.`);
    const { miniflare } = await getRuntime(version);
    const headers = new Headers(init.headers);
    headers.set('cf-connecting-ip', '203.0.113.7');
    // Because both are fetch's own options.
    const response = await miniflare.dispatchFetch(address, { ...init, headers, redirect: 'manual' } as never);
    return response as unknown as Response; // because undici's is another class of the same shape
  };
  return {
    fetch,
    async close() {
      for (const starting of running.values()) {
        const { miniflare, folder } = await starting;
        await miniflare.dispose();
        rmSync(folder, { recursive: true, force: true });
      }
      await sql.close();
    },
  };
}
