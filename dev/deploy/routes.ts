import { type Say, Stopped } from '../stopped.ts';
import { type Cloudflare, CloudflareRefused, unlessMissing } from './cloudflare.ts';
import type { Target } from './target.ts';

export type Zone = { id: string; name: string };
type DnsRecord = { name: string; type: string; content: string; proxied: boolean };
type Route = { pattern: string; script: string | null };

/** The route that customers' own domains take. */
const everything = '*/*';

/** Where customers' own domains point by CNAME; it has no origin, the Worker answers for it. */
const customersTarget = (host: string) => `customers.${host}`;

/** The zone that holds a host: its own name or the nearest one above it. */
export async function getZone(cloudflare: Cloudflare, host: string): Promise<Zone> {
  const labels = host.split('.');
  for (let from = 0; from < labels.length - 1; from += 1) {
    const name = labels.slice(from).join('.');
    const zones = await cloudflare.list<Zone & { status: string }>(`/zones?name=${name}&account.id=${cloudflare.account}`);
    const zone = zones.find((each) => each.name === name);
    if (zone && zone.status !== 'active') {
      throw new Stopped(
        `The zone ${name} is ${zone.status}: set the name servers that Cloudflare's dashboard shows for it, then run this again.`,
      );
    }
    if (zone) return zone;
  }
  throw new Stopped(
    `No zone of this account holds ${host}. Add the domain in Cloudflare's dashboard, or correct PRODUCT_HOST in wrangler.toml.`,
  );
}

/** Another installation in production's zone: a zone has one catch-all route, which belongs to production whatever is deployed first. */
const isGuest = ({ env, mainHost }: Target, zone: Zone): boolean => env !== 'production' && `.${mainHost}`.endsWith(`.${zone.name}`);

/** Points host, sub-domains and customers' domains to the Worker. Records of something else are refused by name, never taken over. */
export async function ensureRoutes(cloudflare: Cloudflare, target: Target, zone: Zone, say: Say): Promise<void> {
  const { host, name } = target;
  const isLeft = isGuest(target, zone);
  for (const record of [host, `*.${host}`, ...(isLeft ? [] : [customersTarget(host)])]) await ensureRecord(cloudflare, zone, record, say);
  const routes = await cloudflare.call<Route[]>('GET', `/zones/${zone.id}/workers/routes`);
  for (const pattern of [`${host}/*`, `*.${host}/*`]) await ensureRoute(cloudflare, zone, routes, pattern, name, say);
  if (isLeft) return say(`The zone ${zone.name} is production's: customers' own domains are left to it.`);
  await ensureRoute(cloudflare, zone, routes, everything, name, say);
  await ensureFallback(cloudflare, zone, customersTarget(host), say);
}

/** The discard prefix: a proxied record needs an address, and the Worker answers before anything is asked there. */
const noOrigin = '100::';

async function ensureRecord({ call, list }: Cloudflare, zone: Zone, name: string, say: Say): Promise<void> {
  const found = await list<DnsRecord>(`/zones/${zone.id}/dns_records?name=${encodeURIComponent(name)}`);
  const addresses = found.filter((record) => record.name === name && ['A', 'AAAA', 'CNAME'].includes(record.type));
  const foreign = addresses.find(({ type, content }) => type !== 'AAAA' || content !== noOrigin);
  if (foreign) {
    throw new Stopped(
      `${name} has a DNS record that leads to something else (${foreign.type} ${foreign.content}). Delete it in Cloudflare's ` +
        'dashboard (DNS, Records) if that is no longer needed, and run this again.',
    );
  }
  if (addresses.some(({ proxied }) => !proxied))
    throw new Stopped(`${name} has a DNS record that passes Cloudflare by. Switch its proxy on (DNS, Records) and run this again.`);
  if (addresses.length > 0) return say(`There is the DNS record ${name} AAAA ${noOrigin}, proxied.`);
  const comment = 'No origin: a Worker answers. Made by npm run deploy.';
  await call('POST', `/zones/${zone.id}/dns_records`, { type: 'AAAA', name, content: noOrigin, proxied: true, ttl: 1, comment });
  say(`Made the DNS record ${name} AAAA ${noOrigin}, proxied.`);
}

async function ensureRoute({ call }: Cloudflare, zone: Zone, routes: Route[], pattern: string, script: string, say: Say): Promise<void> {
  const found = routes.find((route) => route.pattern === pattern);
  if (found?.script === script) return say(`There is the route ${pattern}.`);
  if (found) {
    throw new Stopped(
      `The route ${pattern} of ${zone.name} belongs to ${found.script ? `the Worker ${found.script}` : 'no Worker'}. Delete it in ` +
        "Cloudflare's dashboard (Workers Routes) and run this again.",
    );
  }
  await call('POST', `/zones/${zone.id}/workers/routes`, { pattern, script });
  say(`Made the route ${pattern}.`);
}

const fallbackPath = (zone: Zone) => `/zones/${zone.id}/custom_hostnames/fallback_origin`;
const getFallback = (call: Cloudflare['call'], zone: Zone) =>
  unlessMissing(call<{ origin: string; status: string } | null>('GET', fallbackPath(zone))).catch(withoutPlan);

/** Cloudflare for SaaS sends requests for custom hostnames to this record, and the route before it to the Worker. */
async function ensureFallback({ call }: Cloudflare, zone: Zone, origin: string, say: Say): Promise<void> {
  const found = await getFallback(call, zone);
  if (found?.origin === origin) return say(`There is the fallback origin ${origin} (${found.status}).`);
  if (found?.origin) {
    throw new Stopped(
      `The fallback origin of ${zone.name} is ${found.origin}. Remove it in Cloudflare's dashboard (SSL/TLS, Custom Hostnames) and run this again.`,
    );
  }
  await call('PUT', fallbackPath(zone), { origin });
  say(`Set the fallback origin for customers' own domains: ${origin}.`);
}

type CustomHostname = {
  hostname: string;
  status: string;
  ssl: { status: string; validation_errors?: { message: string }[] };
  ownership_verification?: { type: string; name: string; value: string };
};

/** Makes or checks one customer's own domain and prints what the customer has to do. */
export async function ensureCustomerHost(cloudflare: Cloudflare, target: Target, hostname: string, say: Say): Promise<void> {
  if (!/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname)) throw new Stopped(`${hostname} is no host name, such as reports.customer.com.`);
  if (hostname === target.host || hostname.endsWith(`.${target.host}`)) {
    throw new Stopped(`${hostname} is a sub-domain of the product: it needs nothing at Cloudflare.`);
  }
  const zone = await getZone(cloudflare, target.host);
  if (isGuest(target, zone))
    throw new Stopped(
      `The zone ${zone.name} is production's, and so are customers' own domains in it: give ${target.env} a zone of its own.`,
    );
  await refuseUnled(cloudflare, target, zone);
  const path = `/zones/${zone.id}/custom_hostnames`;
  // The filter of the API matches parts of names, too.
  const found = (await cloudflare.list<CustomHostname>(`${path}?hostname=${hostname}`)).find((each) => each.hostname === hostname);
  const ssl = { method: 'http', type: 'dv', settings: { min_tls_version: '1.2' } };
  const made = found ?? (await cloudflare.call<CustomHostname>('POST', path, { hostname, ssl }).catch(withoutPlan));
  say(`${found ? 'There is' : 'Made'} the custom hostname ${hostname}: ${made.status}, certificate ${made.ssl.status}.`);
  for (const { message } of made.ssl.validation_errors ?? []) say(`Its certificate waits: ${message}`);
  if (made.status === 'active' && made.ssl.status === 'active') return say('Nothing is left to do at Cloudflare.');
  say(`The customer makes this DNS record: ${hostname} CNAME ${customersTarget(target.host)}`);
  const proof = made.ownership_verification;
  if (proof) say(`To prove ownership before the move they may also make: ${proof.name} ${proof.type.toUpperCase()} ${proof.value}`);
  say('Run this command again to see how far it is.');
}

/** A custom hostname reaches the Worker by the fallback origin and the route of everything; without them its customer would see errors. */
async function refuseUnled({ call }: Cloudflare, { host, name, env }: Target, zone: Zone): Promise<void> {
  const remedy = `run \`npm run deploy${env === 'production' ? '' : ` -- --env ${env}`}\` first.`;
  const route = (await call<Route[]>('GET', `/zones/${zone.id}/workers/routes`)).find(({ pattern }) => pattern === everything);
  if (route?.script !== name) throw new Stopped(`The route ${everything} of ${zone.name} doesn't lead to the Worker ${name}: ${remedy}`);
  const fallback = await getFallback(call, zone);
  if (fallback?.origin !== customersTarget(host))
    throw new Stopped(`The fallback origin of ${zone.name} isn't ${customersTarget(host)}: ${remedy}`);
}

function withoutPlan(error: unknown): never {
  if (error instanceof CloudflareRefused && error.status === 403) {
    throw new Stopped(`${error.message} If it does, switch on Cloudflare for SaaS for the zone: dashboard, SSL/TLS, Custom Hostnames.`);
  }
  throw error;
}
